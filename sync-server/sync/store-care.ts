/**
 * Keeps the store from growing for ever: answers that devices have had, journal entries that nobody
 * needs, tombstones below them. It relies on the writer, which takes each small step (prune.ts)
 * between mutations, so that none of them waits long. What must not happen: that something goes
 * which a device or a consumer of the journal has yet to see.
 */
import type { Log, Writer } from './writer.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export const careEveryMs = hourMs

interface CareOptions {
  readonly log?: Log
  readonly everyMs?: number
  /** Runs each round, and hears how it went. */
  readonly note?: (round: () => Promise<void>) => Promise<void>
  /** Between two steps, for the mutations that wait. */
  readonly pauseMs?: number
}

export interface StoreCare {
  /** Resolves when the step under way is done. */
  stop(): Promise<void>
}

/** One round at once and then each hour. A failure is logged, and the next round begins anew. */
export function startStoreCare(writer: Pick<Writer, 'prune'>, options: CareOptions = {}): StoreCare {
  const {
    log = (error, about) => console.error(`${about}:`, error),
    everyMs = careEveryMs,
    pauseMs = 200,
    note = (work) => work(),
  } = options
  let isStopped = false
  let wake: (() => void) | undefined

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function round(): Promise<void> {
    for (let from = 0; !isStopped;) {
      const { entries, next } = await writer.prune({ from })
      // The old answers have been walked through once; the journal goes on until it is short
      // enough.
      if (next === null && entries === 0) return
      from = next ?? Number.MAX_SAFE_INTEGER
      await sleep(pauseMs)
    }
  }

  async function loop(): Promise<void> {
    while (!isStopped) {
      await note(round).catch((error: unknown) => log(error, 'database maintenance'))
      if (!isStopped) await sleep(everyMs)
    }
  }

  const running = loop()
  return {
    async stop() {
      isStopped = true
      wake?.()
      await running
    },
  }
}
