/**
 * Reports on their way: sent at once, or kept on this device and tried again after 5 s, 10 s, and so on up to an hour; `online` tries at once.
 * Relies on the server to keep a report once, by its event id: what was sent and lost its answer is sent again, byte for byte.
 * One tab at a time empties the queue (`alone`). Never drops what somebody wrote to make room for an error, and never asks before the server's
 * "not yet" has passed.
 */
import { figures } from '#shared/reports/figures.ts'
import type { ReportKey, ReportStore, Room } from './report-store.ts'

/**
 * `unreached`: nobody, or somebody else, answered. `failed`: the server met a fault of its own. `later`: not before so many ms, `only` for reports
 * of one kind or (`null`) for all.
 */
export type Posted =
  | { readonly kind: 'taken' | 'refused' | 'unreached' }
  | { readonly kind: 'failed'; readonly afterMs: number | null }
  | { readonly kind: 'later'; readonly afterMs: number; readonly only: 'feedback' | null }

export type Offered = 'sent' | 'queued' | 'in-memory' | 'refused' | 'dropped'

export interface Report {
  readonly id: string
  /** `passing`: of use at once or never (counts, profiles): never kept. */
  readonly kind: 'feedback' | 'error' | 'passing'
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface QueueDeps {
  readonly store: ReportStore
  readonly post: (bytes: Uint8Array<ArrayBuffer>) => Promise<Posted>
  /** Runs the work if no other tab is at it. Says whether it did. */
  readonly alone: (work: () => Promise<void>) => Promise<boolean>
  readonly isOnline: () => boolean
  readonly now: () => number
  /** Calls back after so many ms; the function it gives back calls it off. */
  readonly after: (ms: number, run: () => void) => () => void
}

export interface ReportQueue {
  /** Sends, or keeps. Never both. */
  offer(report: Report): Promise<Offered>
  /** `start` and `online`: try now, and begin with short waits again. */
  nudge(): Promise<void>
}

/** The newest error makes room, and nothing but an error: a message is taken however many there are. */
export const roomFor: Room = (keys, { kind }) => {
  if (keys.length < figures.maxQueued) return []
  if (kind === 'error') return null // it is the newest itself
  const newest = keys.filter((key) => key.kind === 'error').reduce<ReportKey | null>((a, b) => (a === null || b.at >= a.at ? b : a), null)
  return newest === null ? [] : [newest]
}

export function openQueue({ store, post, alone, isOnline, now, after }: QueueDeps): ReportQueue {
  let waitMs: number = figures.firstRetryMs
  let timer: { readonly at: number; readonly callOff: () => void } | null = null
  /** ms since 1970, by kind: the server has asked for patience. */
  const notBefore = { feedback: 0, error: 0 }
  let isDraining = false
  let isWantedAgain = false
  /** Something may wait: at the start another tab, or an earlier visit, may have left it. */
  let mayHold = true

  const arrived = () => {
    waitMs = figures.firstRetryMs
  }

  const callOff = () => {
    timer?.callOff()
    timer = null
  }

  /** One wait at a time: the shorter. */
  const tryAfter = (ms: number) => {
    const at = now() + ms
    if (timer !== null && timer.at <= at) return
    callOff()
    timer = {
      at,
      callOff: after(ms, () => {
        timer = null
        void drain()
      }),
    }
  }

  /** Nobody was reached: this long now, twice as long the next time. */
  const backOff = () => {
    if (timer !== null && timer.at <= now() + waitMs) return
    tryAfter(waitMs)
    waitMs = Math.min(waitMs * 2, figures.longestRetryMs)
  }

  const bePatient = (ms: number, only: 'feedback' | null) => {
    for (const kind of only === null ? (['feedback', 'error'] as const) : [only]) notBefore[kind] = now() + ms
    tryAfter(ms)
  }

  const patienceFor = ({ kind }: Pick<Report, 'kind'>): number => notBefore[kind === 'feedback' ? 'feedback' : 'error'] - now()

  async function drain(): Promise<void> {
    if (isDraining) {
      isWantedAgain = true
      return
    }
    isDraining = true
    try {
      do {
        isWantedAgain = false
        const wasAlone = await alone(empty)
        if (!wasAlone) tryAfter(figures.firstRetryMs) // another tab is at it: whether it got through is looked at then
      } while (isWantedAgain)
    } finally {
      isDraining = false
    }
  }

  async function empty(): Promise<void> {
    for (;;) {
      const keys = await store.keys()
      mayHold = keys.length > 0
      if (keys.length === 0) return
      if (!isOnline()) return backOff()
      const key = keys.find((each) => patienceFor(each) <= 0)
      if (key === undefined) return tryAfter(Math.min(...keys.map(patienceFor)))
      const bytes = await store.get(key)
      const posted: Posted = bytes === undefined ? { kind: 'refused' } : await post(bytes)
      switch (posted.kind) {
        case 'taken':
        case 'refused':
          arrived()
          await store.remove([key])
          break
        case 'later':
          // Others may leave meanwhile.
          bePatient(posted.afterMs, posted.only)
          break
        case 'failed':
          // Behind the others: one that the server stumbles over must not hold them up.
          if (bytes !== undefined) await store.add({ key: { ...key, turn: key.turn + 1 }, bytes }, () => [])
          await store.remove([key])
          return posted.afterMs === null ? backOff() : bePatient(posted.afterMs, null)
        case 'unreached':
          return backOff()
      }
    }
  }

  async function keep({ id, kind, bytes }: Report): Promise<Offered> {
    if (kind === 'passing') return 'dropped'
    const kept = await store.add({ key: { turn: 0, kind, at: now(), id }, bytes }, roomFor)
    mayHold = true
    return kept === 'kept' ? 'queued' : kept === 'in-memory' ? kept : 'dropped'
  }

  return {
    async offer(report) {
      const patienceMs = patienceFor(report)
      if (patienceMs > 0) {
        const kept = await keep(report)
        tryAfter(patienceMs)
        return kept
      }
      const posted: Posted = isOnline() ? await post(report.bytes) : { kind: 'unreached' }
      switch (posted.kind) {
        case 'taken':
        case 'refused':
          arrived()
          if (mayHold) {
            // What waits need not wait for its time: the way is open.
            callOff()
            void drain()
          }
          return posted.kind === 'taken' ? 'sent' : 'refused'
        case 'later':
        case 'failed': {
          const kept = await keep(report)
          if (posted.afterMs === null) backOff()
          else bePatient(posted.afterMs, posted.kind === 'later' ? posted.only : null)
          return kept
        }
        case 'unreached': {
          const kept = await keep(report)
          backOff()
          return kept
        }
      }
    },
    async nudge() {
      callOff()
      arrived()
      await drain()
    },
  }
}
