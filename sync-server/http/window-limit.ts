const mostKeys = 10_000

/** So many in any span of `windowMs`, for each key. In memory, for one process; the key that was quiet longest is forgotten first. */
export class WindowLimit {
  readonly #most: number
  readonly #windowMs: number
  readonly #timesByKey = new Map<string, readonly number[]>()

  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /** Ms until there is room; 0: there is. Counts nothing. */
  waitMs(key: string, now: number): number {
    const times = this.#recent(key, now)
    return times.length < this.#most ? 0 : Math.max(1, (times[0] ?? now) + this.#windowMs - now)
  }

  count(key: string, now: number): void {
    const times = [...this.#recent(key, now), now]
    this.#timesByKey.delete(key)
    this.#timesByKey.set(key, times)
    const [quietest] = this.#timesByKey.keys()
    if (this.#timesByKey.size > mostKeys && quietest !== undefined) this.#timesByKey.delete(quietest)
  }

  #recent(key: string, now: number): readonly number[] {
    return (this.#timesByKey.get(key) ?? []).filter((time) => time > now - this.#windowMs && time <= now)
  }
}
