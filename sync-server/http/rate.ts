const mostCallers = 10_000

export interface Left {
  readonly limit: number
  readonly remaining: number
  readonly resetMs: number
  /** Whether this one is within. */
  readonly isWithin: boolean
}

/** So many in each minute, for each caller; in memory, for one process. Who was quiet longest is forgotten first. */
export class Rate {
  readonly #most: number
  readonly #windowMs: number
  readonly #byCaller = new Map<string, { count: number; readonly until: number }>()

  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  take(caller: string, now: number): Left {
    const known = this.#byCaller.get(caller)
    const window = known === undefined || known.until <= now ? { count: 0, until: now + this.#windowMs } : known
    window.count += 1
    this.#byCaller.delete(caller)
    this.#byCaller.set(caller, window)
    const [quietest] = this.#byCaller.keys()
    if (this.#byCaller.size > mostCallers && quietest !== undefined) this.#byCaller.delete(quietest)
    return {
      limit: this.#most,
      remaining: Math.max(0, this.#most - window.count),
      resetMs: Math.max(1, window.until - now),
      isWithin: window.count <= this.#most,
    }
  }
}
