/** As much is held as bytes; what is more the browser may put on its disk. */
const heldBytes = 4_000_000

/** A file that grows piece by piece, and is never in memory as a whole. */
export class FileParts {
  readonly #parts: Blob[] = []
  #held: Uint8Array<ArrayBuffer>[] = []
  #bytes = 0

  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.#held.push(bytes)
    this.#bytes += bytes.length
    if (this.#bytes >= heldBytes) this.#putAway()
  }

  file(type: string): Blob {
    this.#putAway()
    return new Blob(this.#parts, { type })
  }

  #putAway(): void {
    this.#parts.push(new Blob(this.#held))
    this.#held = []
    this.#bytes = 0
  }
}
