import type { Locks } from '../leader.ts'

interface Waiting {
  readonly work: () => Promise<void>
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/**
 * Web Locks of one browser, with one lock: first come, first served; who steals takes it at once,
 * and the robbed one hears of it.
 */
export function fakeLocks(): Locks {
  const line: Waiting[] = []
  let holder: Waiting | null = null

  function serve(): void {
    const next = holder === null ? line.shift() : undefined
    if (next === undefined) return
    holder = next
    void work(next)
  }

  async function work(mine: Waiting): Promise<void> {
    try {
      await mine.work()
      leave(mine, mine.resolve)
    } catch (error) {
      leave(mine, () => mine.reject(error instanceof Error ? error : new Error(String(error))))
    }
  }

  function leave(who: Waiting, tell: () => void): void {
    if (holder === who) holder = null
    tell()
    serve()
  }

  const aborted = () => new DOMException('aborted', 'AbortError')

  return {
    request: (_name, { steal = false, signal }, work) =>
      new Promise<void>((resolve, reject) => {
        const mine: Waiting = { work, resolve, reject }
        if (signal?.aborted === true) return reject(aborted())
        signal?.addEventListener('abort', () => {
          const at = line.indexOf(mine)
          if (at >= 0) line.splice(at, 1)
          if (at >= 0) reject(aborted())
        })
        if (steal) {
          holder?.reject(aborted())
          holder = null
          line.unshift(mine)
        } else line.push(mine)
        serve()
      }),
  }
}
