/**
 * Reports on their way: sent at once, or kept on this device and tried again after 5 s, 10 s, and
 * so on up to an hour; `online` tries at once. Relies on the server to keep a report once, by its
 * event id: what was sent and lost its answer is sent again, byte for byte. One tab at a time
 * empties the queue (`alone`). What somebody wrote is here before it leaves, and the tab that takes
 * it up from here drops the draft that it was made from: a page that goes away in between leaves
 * one of both. Never drops what somebody wrote to make room for an error, and never asks before the
 * server's "not yet" has passed.
 */
import { figures } from '#shared/reports/figures.ts'
import type { ReportKey, ReportStore, Room } from './report-store.ts'

/**
 * `unreached`: nobody, or somebody else, answered. `failed`: the server met a fault of its own.
 * `later`: not before so many ms, `only` for reports of one kind or (`null`) for all.
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
  /**
   * The draft that was sent under this id is one no more, should its page not have come to say so.
   */
  readonly dropDraft: (id: string) => Promise<void>
}

export interface ReportQueue {
  /** Sends, or keeps. Never both. */
  offer(report: Report): Promise<Offered>
  /** `start` and `online`: try now, and begin with short waits again. */
  nudge(): Promise<void>
}

/**
 * The newest error makes room, and nothing but an error: a message is taken however many there are.
 */
export const roomFor: Room = (keys, { kind }) => {
  if (keys.length < figures.maxQueued) return []
  if (kind === 'error') return null // it is the newest itself
  const newest = keys.filter((key) => key.kind === 'error').reduce<ReportKey | null>((a, b) => (a === null || b.at >= a.at ? b : a), null)
  return newest === null ? [] : [newest]
}

export function openQueue({ store, post, alone, isOnline, now, after, dropDraft }: QueueDeps): ReportQueue {
  let waitMs: number = figures.firstRetryMs
  let timer: { readonly at: number; readonly callOff: () => void } | null = null
  /** ms since 1970, by kind: the server has asked for patience. */
  const notBefore = { feedback: 0, error: 0 }
  let isDraining = false
  let isWantedAgain = false
  /** Something may wait: at the start another tab, or an earlier visit, may have left it. */
  let mayHold = true
  /** Kept, and on their way from here: their page knows itself what becomes of them. */
  const leaving = new Set<string>()

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
      const found = await store.keys()
      mayHold = found.length > 0
      const keys = found.filter(({ id }) => !leaving.has(id))
      if (keys.length === 0) return
      for (const key of keys) await isHere(key)
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

  /**
   * Before it is sent or taken away from here. Where no database is to be had, no draft was kept
   * either.
   */
  const isHere = async ({ kind, id }: Pick<Report, 'kind' | 'id'>): Promise<void> => {
    if (kind === 'feedback') await dropDraft(id).catch(() => undefined)
  }

  async function keep({ id, kind, bytes }: Report, at: number): Promise<Offered> {
    if (kind === 'passing') return 'dropped'
    const kept = await store.add({ key: { turn: 0, kind, at, id }, bytes }, roomFor)
    mayHold = true
    return kept === 'kept' ? 'queued' : kept === 'in-memory' ? kept : 'dropped'
  }

  async function send(report: Report, keepIt: () => Promise<Offered>, dropIt: (posted: Posted) => Promise<void>): Promise<Offered> {
    const patienceMs = patienceFor(report)
    if (patienceMs > 0) {
      const kept = await keepIt()
      tryAfter(patienceMs)
      return kept
    }
    const posted: Posted = isOnline() ? await post(report.bytes) : { kind: 'unreached' }
    switch (posted.kind) {
      case 'taken':
      case 'refused':
        arrived()
        await dropIt(posted)
        if (mayHold) {
          // What waits need not wait for its time: the way is open.
          callOff()
          void drain()
        }
        return posted.kind === 'taken' ? 'sent' : 'refused'
      case 'later':
      case 'failed': {
        const kept = await keepIt()
        if (posted.afterMs === null) backOff()
        else bePatient(posted.afterMs, posted.kind === 'later' ? posted.only : null)
        return kept
      }
      case 'unreached': {
        const kept = await keepIt()
        backOff()
        return kept
      }
    }
  }

  return {
    async offer(report) {
      const { id, kind } = report
      const at = now()
      if (kind !== 'feedback')
        return send(
          report,
          () => keep(report, now()),
          async () => undefined,
        )
      leaving.add(id)
      try {
        const kept = await keep(report, at)
        return await send(
          report,
          async () => kept,
          async (posted) => {
            // What was refused is a draft still.
            if (posted.kind === 'taken') await isHere(report)
            await store.remove([{ turn: 0, kind, at, id }])
          },
        )
      } finally {
        leaving.delete(id)
      }
    },
    async nudge() {
      callOff()
      arrived()
      await drain()
    },
  }
}
