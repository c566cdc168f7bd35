/**
 * Passwords of public breaches, as a sorted file of the first 32 bits of their SHA-256: four bytes
 * for each of about 100,000, and nothing to build at the start. Of 40,000 other passwords one is
 * taken for one of them.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const bytesEach = 4
let read: Buffer | undefined
const shipped = (): Buffer => (read ??= readFileSync(new URL('breached-passwords.bin', import.meta.url)))

/** @param plain NFKC and lower case. @param digests what `breachedFile` made. */
export function isBreached(plain: string, digests: Buffer = shipped()): boolean {
  const wanted = digestOf(plain)
  let low = 0
  let high = digests.length / bytesEach
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = digests.readUInt32BE(middle * bytesEach)
    if (found === wanted) return true
    if (found < wanted) low = middle + 1
    else high = middle
  }
  return false
}

/** The file's content for these passwords, each in NFKC and lower case. */
export function breachedFile(passwords: Iterable<string>): Buffer {
  const sorted = [...new Set(Array.from(passwords, digestOf))].sort((a, b) => a - b)
  const bytes = Buffer.alloc(sorted.length * bytesEach)
  for (const [at, digest] of sorted.entries()) bytes.writeUInt32BE(digest, at * bytesEach)
  return bytes
}

function digestOf(plain: string): number {
  return createHash('sha256').update(plain).digest().readUInt32BE()
}
