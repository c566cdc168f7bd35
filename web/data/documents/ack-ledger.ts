/**
 * What of a document the server has surely stored, from one socket's frames (Y1). The server
 * acknowledges by count: the first so many update frames (sync step 2 and update) of this socket
 * are committed. A refused frame takes its number too. What was typed is saved exactly when the
 * server's state vector was answered on this socket and every frame since is acknowledged. Relies
 * on every update frame passing `sent`.
 */
import { parseUpdateMeta } from 'yjs'
import type { Clocks } from './bytes.ts'
import { covers } from './bytes.ts'

export class AckLedger {
  #stored = new Map<number, number>()
  #waiting: { readonly number: number; readonly to: Clocks; readonly answersStep: boolean }[] = []
  readonly #refused = new Set<number>()
  #sentCount = 0
  #isAnswered = false
  #isWanting = false

  /** @param stored what is known from before. */
  constructor(stored: Clocks = new Map()) {
    this.#stored = new Map(stored)
  }

  /** A new socket: frames count from one again, and nothing on it has been said yet. */
  opened(): void {
    this.#waiting = []
    this.#refused.clear()
    this.#sentCount = 0
    this.#isAnswered = false
    this.#isWanting = false
  }

  /** What an acknowledged frame, or an answer, says of it: stored, all of that. */
  serverHas(clocks: Clocks): void {
    for (const [client, clock] of clocks) this.#raise(client, clock)
  }

  /**
   * The server's own state vector: what it holds, and no more (Y12). @returns whether that is less
   * than it had said.
   */
  serverHolds(clocks: Clocks): boolean {
    const isLess = !covers(clocks, this.#stored)
    this.#stored = new Map(clocks)
    return isLess
  }

  /** @param answersStep whether it is the whole difference to the server's state vector. */
  sent(update: Uint8Array, answersStep: boolean): void {
    this.#sentCount += 1
    this.#waiting.push({ number: this.#sentCount, to: parseUpdateMeta(update).to, answersStep })
    if (!answersStep) return
    this.#isAnswered = true
    // It holds whatever an earlier frame left out.
    this.#isWanting = false
  }

  acked(count: number): void {
    while (this.#waiting[0] !== undefined && this.#waiting[0].number <= count) {
      const [frame] = this.#waiting.splice(0, 1)
      if (frame !== undefined && !this.#refused.delete(frame.number)) this.serverHas(frame.to)
    }
  }

  /**
   * The frame's content is not stored: not before the whole difference has been sent once more. 0
   * is no frame with text in it.
   * @returns whether it was the whole difference itself.
   */
  refused(frame: number): boolean {
    if (frame === 0) return false
    this.#isWanting = true
    this.#refused.add(frame)
    return this.#waiting.some(({ number, answersStep }) => number === frame && answersStep)
  }

  get isWhole(): boolean {
    return this.#isAnswered && !this.#isWanting && this.#waiting.length === 0
  }

  get stored(): Clocks {
    return this.#stored
  }

  #raise(client: number, clock: number): void {
    if (clock > (this.#stored.get(client) ?? 0)) this.#stored.set(client, clock)
  }
}
