/**
 * The way from a simulated world to something real. One thing at a time is asked over it, in the
 * order in which it was wanted, and its answer is heard only after all that could go on meanwhile
 * has gone on: how long it takes changes nothing, so a seed fixes a run as it does without.
 */
import { settled } from './clockwork.ts'
import type { Life } from './life.ts'

/** What stood open when its process ended is given up: at once, without a turn of its own. */
class GivenUp extends Error {}

export class RealLine {
  #isTaken = false
  readonly #wanted: (() => void)[] = []
  /** Things given up that are not yet over. */
  #loose = 0
  #hear: (() => void)[] = []
  readonly #ends = new WeakMap<Life, Promise<never>>()

  get isBusy(): boolean {
    return this.#isTaken || this.#loose > 0
  }

  /** Resolves once nothing real is under way. */
  async quiet(): Promise<void> {
    while (this.isBusy) await new Promise<void>((resolve) => this.#hear.push(resolve))
  }

  /** @param ask runs alone. Never answers when the process has ended before. */
  async inTurn<T>(life: Life | null, ask: () => Promise<T>): Promise<T> {
    await this.#take()
    try {
      const isOver = (): boolean => life?.isOver ?? false
      if (!isOver()) {
        const value = await ask()
        await settled()
        if (!isOver()) return value
      }
    } finally {
      this.#give()
    }
    return forever()
  }

  /**
   * A transaction: its beginning and its end take their turn each, what runs `inside` has its own.
   * One whose process ends is undone.
   * @param start begins, calls back with what it has opened (more than once if it has to try
   *   again), and ends
   */
  async transaction<In, T>(
    life: Life,
    start: (go: (opened: In) => Promise<T>) => Promise<T>,
    inside: (opened: In) => Promise<T>,
  ): Promise<T> {
    let isLoose = false
    try {
      return await this.#around(
        life,
        (go) =>
          start((opened) =>
            Promise.race([go(opened), this.#endOf(life)]).catch((error: unknown) => {
              if (error instanceof GivenUp) {
                isLoose = true
                this.#loose += 1
              }
              throw error
            }),
          ),
        inside,
      )
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error
    } finally {
      if (isLoose) this.#loose -= 1
      this.#tell()
    }
    return forever()
  }

  /** Part of a transaction that can be undone by itself; else as `transaction`. */
  savepoint<T>(life: Life, start: (go: () => Promise<T>) => Promise<T>, inside: () => Promise<T>): Promise<T> {
    return this.#around(life, (go: (opened: undefined) => Promise<T>) => start(() => go(undefined)), inside)
  }

  async #around<In, T>(life: Life, start: (go: (opened: In) => Promise<T>) => Promise<T>, inside: (opened: In) => Promise<T>): Promise<T> {
    let isOurs = true
    await this.#take()
    try {
      if (!life.isOver) {
        const value = await start(async (opened) => {
          await settled()
          isOurs = false
          this.#give()
          if (life.isOver) return forever()
          try {
            return await inside(opened)
          } finally {
            await this.#take()
            isOurs = true
            // Nothing more is to be asked of a transaction that has been given up.
            if (life.isOver) {
              isOurs = false
              this.#give()
              await forever()
            }
          }
        })
        await settled()
        if (!life.isOver) return value
      }
    } finally {
      if (isOurs) this.#give()
    }
    return forever()
  }

  #endOf(life: Life): Promise<never> {
    let end = this.#ends.get(life)
    if (end === undefined) {
      end = new Promise((_, reject) => life.onEnd(() => reject(new GivenUp())))
      end.catch(() => undefined)
      this.#ends.set(life, end)
    }
    return end
  }

  async #take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#wanted.push(resolve))
    this.#isTaken = true
  }

  #give(): void {
    const next = this.#wanted.shift()
    if (next === undefined) this.#isTaken = false
    else next()
    this.#tell()
  }

  #tell(): void {
    if (this.isBusy) return
    for (const hear of this.#hear.splice(0)) hear()
  }
}

/** What whoever waits for something in a process that is over hears. */
export function forever(): Promise<never> {
  return new Promise(() => undefined)
}
