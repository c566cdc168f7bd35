/** `after` runs the work once, later, and answers how to prevent it. */
export interface Timers {
  after(ms: number, work: () => void): () => void
}

/** Timers by name: setting one again moves it. */
export class Alarms<Name extends string> {
  readonly #timers: Timers
  readonly #cancels = new Map<Name, () => void>()

  constructor(timers: Timers) {
    this.#timers = timers
  }

  set(name: Name, ms: number, work: () => void): void {
    this.cancel(name)
    const cancel = this.#timers.after(ms, () => {
      this.#cancels.delete(name)
      work()
    })
    this.#cancels.set(name, cancel)
  }

  has(name: Name): boolean {
    return this.#cancels.has(name)
  }

  cancel(...names: readonly Name[]): void {
    for (const name of names) {
      this.#cancels.get(name)?.()
      this.#cancels.delete(name)
    }
  }

  clear(): void {
    this.cancel(...this.#cancels.keys())
  }
}
