/**
 * A consumer of the journal with a cursor of its own: search, notifications, page cache, archive.
 * It is woken by commits and looks by itself every two seconds, so a lost hint delays and never
 * loses. Entries come in order and at least once: handlers must bear repeats. One that takes long
 * over them may throw when it is stopping: they come again.
 */
import type { JournalRow, Store } from '#server/store/port.ts'
import type { Log } from './writer.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'
import { isLeaseLost } from './leases.ts'

export interface FollowOptions {
  /** How commits are heard of, such as `writer.onCommit`. */
  readonly onCommit?: (listen: () => void) => () => void
  readonly pollMs?: number
  /** After a failure, doubled with each further one up to a minute. */
  readonly backOffMs?: number
  readonly atOnce?: number
  readonly log?: Log
}

export interface Follower {
  /** Resolves once all that is committed now has been handled. Waits through failures. */
  caughtUp(): Promise<void>
  /** Resolves once the handler has come to rest; it is not called again. */
  stop(): Promise<void>
}

const longestBackOffMs = 60_000

export function followJournal(
  store: Pick<Store, 'journal'>,
  consumer: string,
  handler: (rows: readonly JournalRow[], stopping: AbortSignal) => Promise<void>,
  options: FollowOptions = {},
): Follower {
  const { onCommit, pollMs = 2_000, backOffMs = 250, atOnce = 500 } = options
  const { log = (error, about) => console.error(`${about}:`, error) } = options
  let cursor: number | undefined
  let failures = 0
  let isStopped = false
  const stopping = new AbortController()
  let isWanted = true
  let timer: NodeJS.Timeout | undefined
  let wakeSleeper: (() => void) | undefined
  let waiting: { readonly upTo: number; resolve(): void }[] = []

  async function step(): Promise<void> {
    if (cursor === undefined) {
      const found = await store.journal.cursor(consumer)
      // Known from now on, so that nothing is pruned which it has yet to see.
      if (found === 0) await store.journal.moveCursor(consumer, 0)
      cursor = found
    }
    while (!isStopped) {
      await yieldToEventLoop()
      const rows = await store.journal.since(cursor, atOnce)
      const last = rows.at(-1)
      if (last === undefined) return
      await handler(rows, stopping.signal)
      cursor = last.seq
      await store.journal.moveCursor(consumer, cursor)
      failures = 0
    }
  }

  function notifyWaiting(): void {
    const reached = cursor ?? 0
    for (const one of waiting) if (isStopped || one.upTo <= reached) one.resolve()
    waiting = isStopped ? [] : waiting.filter((one) => one.upTo > reached)
  }

  async function loop(): Promise<void> {
    while (!isStopped) {
      isWanted = false
      let pause = pollMs
      try {
        await step()
        failures = 0
      } catch (error) {
        failures += 1
        pause = Math.min(backOffMs * 2 ** (failures - 1), longestBackOffMs)
        // Another node follows by now, or will: from where the cursor is.
        if (!isLeaseLost(error) && !isStopped) log(error, `journal consumer ${consumer}`)
      }
      notifyWaiting()
      // A failing handler is not hurried by further commits.
      if (!isStopped && (failures > 0 || !isWanted)) await sleep(pause)
    }
    notifyWaiting()
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        wakeSleeper = undefined
        resolve()
      }
      wakeSleeper = wake
      timer = setTimeout(wake, ms).unref()
    })
  }

  const unlisten = onCommit?.(() => {
    isWanted = true
    if (failures === 0) wakeSleeper?.()
  })
  const running = loop()

  return {
    async caughtUp() {
      const upTo = await store.journal.position()
      if (isStopped || (cursor ?? 0) >= upTo) return
      await new Promise<void>((resolve) => {
        waiting.push({ upTo, resolve })
        isWanted = true
        if (failures === 0) wakeSleeper?.()
      })
    },
    async stop() {
      isStopped = true
      stopping.abort()
      unlisten?.()
      wakeSleeper?.()
      await running
    },
  }
}
