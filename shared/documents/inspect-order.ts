import { malformed } from './inspect-reader.ts'

/**
 * What one struct of a client builds on: a struct of another client. Both are named by their clock.
 */
interface Step {
  readonly clock: number
  readonly onClient: number
  readonly onClock: number
}

/** One client's part of an update: its first clock, its end, and its steps in order. */
export interface Lane {
  readonly client: number
  readonly from: number
  /** End of its last hole; `from` without holes. */
  base: number
  to: number
  readonly steps: Step[]
}

/**
 * Refuses an update whose structs wait for each other in a ring: Yjs would keep it pending for
 * ever, and no snapshot of the document could be made any more. Honest updates have none, since
 * nobody builds on what is not yet written. Linear in the number of steps.
 */
export function refuseRings(lanes: ReadonlyMap<number, Lane>): void {
  const done = new Map<number, { next: number; isOpen: boolean }>()
  for (const client of lanes.keys()) done.set(client, { next: 0, isOpen: false })

  /** Up to which clock a lane has been placed. */
  const reached = (lane: Lane): number => lane.steps[done.get(lane.client)?.next ?? 0]?.clock ?? lane.to

  for (const first of lanes.values()) {
    const open: { readonly lane: Lane; readonly until: number }[] = [{ lane: first, until: first.to }]
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const state = done.get(top.lane.client)
      const step = top.lane.steps[state?.next ?? 0]
      if (state === undefined || step === undefined || reached(top.lane) >= top.until) {
        if (state !== undefined) state.isOpen = false
        open.pop()
        continue
      }
      state.isOpen = true
      const target = lanes.get(step.onClient)
      // What lies before or beyond the other's part must be held by the reader already.
      if (target === undefined || step.onClock < target.from || step.onClock >= target.to || step.onClock < reached(target)) {
        state.next += 1
      } else if (done.get(step.onClient)?.isOpen === true) {
        throw malformed('structs that wait for each other')
      } else {
        open.push({ lane: target, until: step.onClock + 1 })
      }
    }
  }
}
