import type { ClientMessage } from '#shared/sync/protocol.ts'
import type { Timers } from './alarms.ts'

/** Below what the server puts up with (30 frames a second, 120 at once). */
const framesAtOnce = 60
const refillMs = 200
const framesARefill = 5
/** That one message may give credit for. */
const maxPages = 100

/**
 * Sends frames no faster than the server takes them. What waits is put together: several credits
 * are one, only the last `done` counts.
 */
export class Pacer {
  readonly #timers: Timers
  readonly #deliver: (message: ClientMessage) => void
  #left = framesAtOnce
  #waiting: ClientMessage[] = []
  #cancel: (() => void) | null = null

  constructor(timers: Timers, deliver: (message: ClientMessage) => void) {
    this.#timers = timers
    this.#deliver = deliver
  }

  say(message: ClientMessage): void {
    if (this.#left > 0) this.#send(message)
    else this.#keep(message)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#waiting = []
  }

  #send(message: ClientMessage): void {
    this.#left -= 1
    this.#deliver(message)
    this.#cancel ??= this.#timers.after(refillMs, () => this.#refill())
  }

  #keep(message: ClientMessage): void {
    const at = this.#waiting.findLastIndex(({ t }) => t === message.t)
    const same = this.#waiting[at]
    if (message.t === 'took' && same?.t === 'took' && same.pages + message.pages <= maxPages) {
      this.#waiting[at] = { t: 'took', pages: same.pages + message.pages }
    } else if ((message.t === 'done' || message.t === 'ping') && same !== undefined) this.#waiting[at] = message
    else this.#waiting.push(message)
  }

  #refill(): void {
    this.#cancel = null
    this.#left = Math.min(framesAtOnce, this.#left + framesARefill)
    while (this.#left > 0) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      this.#send(next)
    }
    if (this.#left < framesAtOnce) this.#cancel ??= this.#timers.after(refillMs, () => this.#refill())
  }
}
