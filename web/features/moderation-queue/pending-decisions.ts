/**
 * Decisions that have been made and not been sent: each waits some seconds in which it can be
 * undone, then its mutations go out in their order. In memory alone; it outlives the page that
 * shows it, and what still waits when the tab is left is sent then.
 */
import type { Call } from '#shared/moderation-queue/decisions.ts'
import { createStore } from '../../data/store.ts'

export interface Made {
  readonly userId: string
  /** "Approved Tam Nguyen". */
  readonly words: string
  readonly calls: readonly Call[]
  /** The member is done with. */
  readonly leaves: boolean
}

export interface PendingDecision extends Made {
  readonly n: number
  readonly dueAt: number
  readonly state: 'waiting' | 'sending' | 'sent' | 'undone' | 'failed'
  /** Why it failed. */
  readonly message: string | null
}

interface Ports {
  readonly undoMs: number
  /** @returns words where it was refused. */
  readonly send: (call: Call, isLeaving: boolean) => Promise<string | null>
  readonly now: () => number
}

/** Those at the end of their ways that the history still shows. */
const remembered = 20

export function pendingDecisions({ undoMs, send, now }: Ports) {
  const store = createStore<readonly PendingDecision[]>([])
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  /** By member: what had been seen when something of ours was done; since then only we decided. */
  const decided = new Map<string, unknown>()
  let last = 0
  let line = Promise.resolve()

  const change = (n: number, changes: Partial<PendingDecision>): void =>
    store.set(store.get().map((one) => (one.n === n ? { ...one, ...changes } : one)))

  /** What is to be sent of it: only the first after a look says what was seen. */
  function callsOf({ userId, calls }: PendingDecision): readonly Call[] {
    return calls.map((call) => {
      const { seen, ...rest } = call.args
      if (seen === undefined || decided.get(userId) !== seen) return call
      return { ...call, args: rest }
    })
  }

  async function sendOne(n: number): Promise<void> {
    const one = store.get().find((each) => each.n === n)
    if (one?.state !== 'waiting') return
    change(n, { state: 'sending' })
    for (const call of callsOf(one)) {
      const message = await send(call, false)
      if (message !== null) return change(n, { state: 'failed', message })
      if (call.args['seen'] !== undefined) decided.set(one.userId, call.args['seen'])
    }
    change(n, { state: 'sent' })
  }

  function stopTimer(n: number): void {
    clearTimeout(timers.get(n))
    timers.delete(n)
  }

  /** One after the other: what was decided later may build on it. */
  function queue(n: number): void {
    stopTimer(n)
    line = line.then(() => sendOne(n)).catch((error: unknown) => reportError(error))
  }

  return {
    store,
    add(made: Made): void {
      last += 1
      const n = last
      store.set([...store.get(), { ...made, n, dueAt: now() + undoMs, state: 'waiting' as const, message: null }].slice(-remembered - 10))
      timers.set(
        n,
        setTimeout(() => queue(n), undoMs),
      )
    },
    /** Takes back the one that was made last, of those that still wait. */
    undo(): PendingDecision | null {
      const one = store.get().findLast(({ state }) => state === 'waiting')
      if (one === undefined) return null
      stopTimer(one.n)
      change(one.n, { state: 'undone' })
      return one
    },
    /** Sends one that failed once more, at once. */
    retry(n: number): Promise<void> {
      change(n, { state: 'waiting', message: null })
      queue(n)
      return line
    },
    /** Sends all that waits. */
    flush(): Promise<void> {
      for (const { n, state } of store.get()) if (state === 'waiting') queue(n)
      return line
    },
    /** The tab goes: nobody can wait for an answer. */
    leave(): void {
      for (const one of store.get()) {
        if (one.state !== 'waiting') continue
        stopTimer(one.n)
        change(one.n, { state: 'sent' })
        for (const call of callsOf(one)) void send(call, true)
      }
    },
  }
}
export type PendingDecisions = ReturnType<typeof pendingDecisions>
