/** How a snapshot is kept: an update, brotli, and the SHA-256 of that. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress, brotliDecompressSync } from 'node:zlib'

export interface PackedSnapshot {
  readonly packed: Uint8Array
  /** Of the packed bytes, hexadecimal. */
  readonly sha256: string
}

/** Of a snapshot unpacked; far beyond what a document may have, near enough to stop a bomb. */
const limits = { maxOutputLength: 64 * 1_048_576 }

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** @throws Error for one that is damaged. */
export function requireSum(packed: Uint8Array, expected: string): void {
  if (sha256(packed) !== expected) throw new Error('the snapshot is damaged')
}

export function unpacked(packed: Uint8Array): Uint8Array {
  return new Uint8Array(brotliDecompressSync(packed, limits))
}

/** Checked, and unpacked in a thread of Node's own. @throws Error for one that is damaged. */
export async function unpackedIn(packed: Uint8Array, expected: string): Promise<Uint8Array> {
  requireSum(packed, expected)
  const bytes = await promisify(brotliDecompress)(packed, limits)
  // Short ones may stand in a buffer that holds more.
  return bytes.length === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
}

/**
 * V2 begins with a zero (yjs 13.6, `UpdateEncoderV2.toUint8Array`), and V1 of anything at all with
 * how many have written in it.
 */
export const isV2 = (update: Uint8Array): boolean => update[0] === 0
