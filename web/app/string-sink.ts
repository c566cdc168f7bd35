/**
 * The least that React's server renderer needs to write into; `text()` once it has ended. Works
 * without Node's streams.
 */
export class StringSink {
  #text = ''
  readonly #decoder = new TextDecoder()
  readonly #onEnd: (text: string) => void

  constructor(onEnd: (text: string) => void) {
    this.#onEnd = onEnd
  }

  write(chunk: string | Uint8Array): boolean {
    this.#text += typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true })
    return true
  }

  end(): void {
    this.#onEnd(this.#text + this.#decoder.decode())
  }

  // Never full and never failing: nothing to listen to.
  on(): this {
    return this
  }

  destroy(): void {}
}
