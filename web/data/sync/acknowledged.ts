import type { ClientMessage } from '#shared/sync/protocol.ts'

/** Up to which number the server needs to keep no answer, and up to which it knows. */
export class Acknowledged {
  #upTo = 0
  #told = 0
  #device: string | null = null

  /** Under another id the numbers begin anew. */
  of(device: string): void {
    if (device !== this.#device) this.#upTo = this.#told = 0
    this.#device = device
  }

  set(upTo: number): void {
    this.#upTo = upTo
  }

  /** What to tell, if anything; it counts as told. */
  message(): readonly ClientMessage[] {
    if (this.#upTo <= this.#told) return []
    this.#told = this.#upTo
    return [{ t: 'done', upTo: this.#upTo }]
  }
}
