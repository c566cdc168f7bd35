/**
 * Count and sum of 64-bit hashes over (kind, id, version): the order does not matter, so either
 * side may add and take away one by one (R11).
 */
export class Digest {
  #count = 0
  #high = 0
  #low = 0

  add(kind: string, id: string, version: number): void {
    this.#move(kind, id, version, 1)
  }

  take(kind: string, id: string, version: number): void {
    this.#move(kind, id, version, -1)
  }

  get count(): number {
    return this.#count
  }

  /** 16 hexadecimal digits. */
  get hash(): string {
    return hex(this.#high) + hex(this.#low)
  }

  #move(kind: string, id: string, version: number, sign: 1 | -1): void {
    const text = `${kind}/${id}/${version}`
    this.#count += sign
    this.#high = (this.#high + sign * hash32(text, 0x9747b28c)) >>> 0
    this.#low = (this.#low + sign * hash32(text, 0x1b873593)) >>> 0
  }
}

/**
 * FNV-1a with a final mix (murmur3's fmix32), 32 bits. Not against enemies: it finds lost and stale
 * rows, and spreads keys evenly.
 */
export function hash32(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const hex = (part: number): string => part.toString(16).padStart(8, '0')
