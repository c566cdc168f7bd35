/**
 * Both sides have it; the folder is compiled without DOM and Node types. Strict as the one Yjs
 * uses: what it refuses, Yjs refuses.
 */
declare const TextDecoder: new (
  label: 'utf-8',
  options: { readonly fatal: true; readonly ignoreBOM: true },
) => { decode(bytes: Uint8Array): string }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type FaultCode = 'malformed' | 'too-large' | 'schema'

/** Stops the reading; never leaves the inspect files. */
export class Fault extends Error {
  readonly code: FaultCode
  constructor(code: FaultCode, why: string) {
    super(why)
    this.code = code
  }
}

export function malformed(why: string): Fault {
  return new Fault('malformed', why)
}

/**
 * Reads lib0's encoding from bytes nobody vouches for. Every number has one spelling only and fits
 * 2^53; nothing is read past the end, and nothing is allocated but what stands in the bytes.
 */
export class BoundedReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw malformed('cut short')
    this.#at += 1
    return byte
  }

  /** An unsigned number, least significant 7 bits first. */
  varUint(): number {
    const first = this.byte()
    return first < 128 ? first : this.#more(first & 127, 128)
  }

  /** A signed one: the first byte holds the sign and six bits. */
  varInt(): number {
    const first = this.byte()
    const sign = (first & 64) > 0 ? -1 : 1
    return sign * (first < 128 ? first & 63 : this.#more(first & 63, 64))
  }

  float(bits: 32 | 64): number {
    const bytes = this.#take(bits / 8)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    return bits === 32 ? view.getFloat32(0) : view.getFloat64(0)
  }

  /** A string of at most `most` bytes. */
  text(most: number): string {
    const length = this.varUint()
    if (length > most) throw new Fault('schema', 'a name or value that is too long')
    return decode(this.#take(length))
  }

  /**
   * Length in UTF-16 units of a string that is not looked at further, and whether U+0000 is in it.
   */
  measure(): { readonly length: number; readonly hasNul: boolean } {
    const bytes = this.#take(this.varUint())
    let isPlain = true
    for (const byte of bytes) isPlain &&= byte > 0 && byte < 128
    if (isPlain) return { length: bytes.length, hasNul: false }
    const text = decode(bytes)
    return { length: text.length, hasNul: text.includes('\0') }
  }

  #more(start: number, unit: number): number {
    let value = start
    for (let scale = unit; ; scale *= 128) {
      const byte = this.byte()
      if (byte === 0) throw malformed('a number spelt too long')
      value += (byte & 127) * scale
      if (value > Number.MAX_SAFE_INTEGER) throw malformed('a number beyond 2^53')
      if (byte < 128) return value
    }
  }

  #take(length: number): Uint8Array {
    if (length > this.left) throw malformed('cut short')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed('not UTF-8')
  }
}
