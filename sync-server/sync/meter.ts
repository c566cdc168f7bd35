/** So many at once, and so many a second: what comes on top is too much. */
export class Meter {
  readonly #now: () => number
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #at: number

  /** @param now ms */
  constructor(now: () => number, burst: number, perSecond: number) {
    this.#now = now
    this.#burst = burst
    this.#perSecond = perSecond
    this.#left = burst
    this.#at = now()
  }

  /** `false`: too many. */
  take(count = 1): boolean {
    const now = this.#now()
    const back = (Math.max(0, now - this.#at) / 1_000) * this.#perSecond
    this.#left = Math.min(this.#burst, this.#left + back) - count
    this.#at = now
    return this.#left >= 0
  }
}
