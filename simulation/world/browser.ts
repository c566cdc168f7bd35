/**
 * What a browser gives the tabs of one profile, as far as the sync asks for it: exclusive locks
 * with steal, and a channel between tabs.
 */
import type { Clockwork } from './clockwork.ts'
import type { Life } from './life.ts'
import type { Random } from './random.ts'

interface Waiting {
  readonly life: Life
  readonly grant: () => void
}

interface Holder {
  readonly life: Life
  /** It has lost the lock to somebody who stole it. */
  readonly lose: () => void
}

/** Web Locks, exclusive ones alone. A tab that ends gives back what it holds. */
export class Locks {
  readonly #held = new Map<string, Holder>()
  readonly #waiting = new Map<string, Waiting[]>()

  /**
   * Runs `work` while the lock is held; the lock is free again once it settles. Rejects with an
   * AbortError for who had it when somebody steals it, or when `signal` aborts the waiting.
   */
  request<T>(
    life: Life,
    name: string,
    work: () => Promise<T>,
    options: { readonly steal?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const grant = (): void => {
        const holder: Holder = { life, lose: () => life.does(() => reject(aborted())) }
        this.#held.set(name, holder)
        const free = (): void => {
          if (this.#held.get(name) !== holder) return
          this.#held.delete(name)
          this.#next(name)
        }
        life.onEnd(free)
        void Promise.resolve().then(work).then(resolve, reject).finally(free)
      }
      const current = this.#held.get(name)
      if (options.steal === true && current !== undefined) {
        this.#held.delete(name)
        current.lose()
        return grant()
      }
      if (current === undefined) return grant()
      const waiting: Waiting = { life, grant }
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), waiting])
      options.signal?.addEventListener('abort', () => {
        this.#waiting.set(
          name,
          (this.#waiting.get(name) ?? []).filter((other) => other !== waiting),
        )
        reject(aborted())
      })
    })
  }

  #next(name: string): void {
    const [first, ...others] = (this.#waiting.get(name) ?? []).filter(({ life }) => !life.isOver)
    this.#waiting.set(name, others)
    first?.grant()
  }
}

function aborted(): Error {
  const error = new Error('the lock was lost')
  error.name = 'AbortError'
  return error
}

/**
 * BroadcastChannels by name: every other tab hears a copy, soon, and those of one tab in the order
 * in which they were posted.
 */
export class Channels {
  readonly #listeners = new Map<string, Map<Life, (message: unknown) => void>>()
  readonly #busyUntil = new Map<string, number>()
  readonly #clockwork: Clockwork
  readonly #random: Random

  constructor(clockwork: Clockwork, random: Random) {
    this.#clockwork = clockwork
    this.#random = random
  }

  post(name: string, from: Life, message: unknown): void {
    const copy = JSON.stringify(message)
    for (const life of this.#listeners.get(name)?.keys() ?? []) {
      if (life === from || life.isOver) continue
      const pair = `${from.name} ${life.name}`
      const at = Math.max(this.#busyUntil.get(pair) ?? 0, this.#clockwork.now + this.#random.whole(0, 4))
      this.#busyUntil.set(pair, at)
      life.after(at - this.#clockwork.now, () => this.#listeners.get(name)?.get(life)?.(JSON.parse(copy)))
    }
  }

  listen(name: string, life: Life, listener: (message: unknown) => void): void {
    const own = this.#listeners.get(name) ?? new Map<Life, (message: unknown) => void>()
    this.#listeners.set(name, own)
    own.set(life, listener)
    life.onEnd(() => own.delete(life))
  }
}
