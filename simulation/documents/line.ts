import type { Clockwork } from '../world/clockwork.ts'
import type { Random } from '../world/random.ts'

/**
 * One way of a line: what is sent arrives in its order, after a while, unless the line is cut
 * before.
 */
export class OneWay {
  readonly #clockwork: Clockwork
  readonly #random: Random
  #lastAt = 0
  isCut = false
  /** Bytes that have not arrived yet. */
  onTheWay = 0

  constructor(clockwork: Clockwork, random: Random) {
    this.#clockwork = clockwork
    this.#random = random
  }

  send(bytes: Uint8Array, hear: (bytes: Uint8Array) => void): void {
    if (this.isCut) return
    this.onTheWay += bytes.length
    this.#arrives(() => {
      this.onTheWay -= bytes.length
      hear(bytes)
    })
  }

  /** After all that was sent. */
  end(hear: () => void): void {
    if (!this.isCut) this.#arrives(hear)
  }

  #arrives(hear: () => void): void {
    const { now } = this.#clockwork
    const wait = this.#random.chance(0.05) ? this.#random.whole(100, 1_500) : this.#random.whole(0, 30)
    this.#lastAt = Math.max(this.#lastAt, now + wait)
    this.#clockwork.after(this.#lastAt - now, () => {
      if (!this.isCut) hear()
    })
  }
}
