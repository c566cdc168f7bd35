import type { Clockwork, Timer } from './clockwork.ts'

/**
 * One run of a process or tab, from its start to its end. After the end nothing of it goes on: its
 * timers are gone and whatever it awaited never answers. A fuse ends it at the k-th thing that it
 * waits for from now on, wherever in its code that is.
 */
export class Life {
  readonly name: string
  readonly #clockwork: Clockwork
  readonly #timers = new Set<Timer>()
  readonly #mourners: (() => void)[] = []
  #isOver = false
  #isFrozen = false
  #frozenWork: (() => void)[] = []
  #fuse = Infinity

  constructor(name: string, clockwork: Clockwork) {
    this.name = name
    this.#clockwork = clockwork
  }

  /** ms since 1970, as the world counts them. */
  get now(): number {
    return this.#clockwork.now
  }

  get isOver(): boolean {
    return this.#isOver
  }

  after(ms: number, work: () => void): Timer {
    let isCancelled = false
    const timer = this.#clockwork.after(ms, () => {
      this.#timers.delete(timer)
      // What was due while it was frozen may still be called off by what comes before it.
      this.does(() => isCancelled || work())
    })
    this.#timers.add(timer)
    return {
      cancel: () => {
        isCancelled = true
        timer.cancel()
        this.#timers.delete(timer)
      },
    }
  }

  /** Runs `work` if it lives; once it is thawed if it is frozen. */
  does(work: () => void): void {
    if (this.#isOver) return
    if (this.#isFrozen) this.#frozenWork.push(work)
    else work()
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /**
   * To be awaited (or called) wherever its code waits for the world outside. Never answers once it
   * is over.
   */
  step(): Promise<void> | undefined {
    this.#fuse -= 1
    if (this.#fuse <= 0) this.end()
    return this.#isOver ? new Promise(() => undefined) : undefined
  }

  /** @param steps how many more things it may wait for. */
  burn(steps: number): void {
    this.#fuse = Math.min(this.#fuse, steps)
  }

  /** Whoever lives now goes on living. */
  defuse(): void {
    this.#fuse = Infinity
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const timer of this.#timers) timer.cancel()
    this.#timers.clear()
    this.#frozenWork = []
    for (const mourn of this.#mourners) mourn()
  }

  onEnd(mourn: () => void): void {
    if (this.#isOver) mourn()
    else this.#mourners.push(mourn)
  }

  /** As a browser does with a tab in the background: no timer, no message; all of it afterwards. */
  freeze(): void {
    this.#isFrozen = true
  }

  thaw(): void {
    this.#isFrozen = false
    for (const work of this.#frozenWork.splice(0)) this.does(work)
  }
}
