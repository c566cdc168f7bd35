import { crc32 } from 'node:zlib'
import { figures } from '#shared/reports/figures.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const
/** Depths that a colour type may have (PNG, third edition, table 12). */
const depths: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] }
/** Beside them a picture may hold what is safe to pass over; nothing of it is kept apart. */
const chunkName = /^[A-Za-z]{4}$/u

/**
 * Sides of a picture that is a PNG from its first byte to its last: signature, a header within the
 * canvas, every chunk with the length and checksum it says, data, an end, and nothing behind it.
 * `null` for anything else. Pixels are not unpacked.
 */
export function readPng(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  if (bytes.length < 8 || signature.some((byte, at) => bytes[at] !== byte)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let size: { readonly width: number; readonly height: number } | null = null
  let hasData = false
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) return null
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (!chunkName.test(name) || view.getUint32(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return null
    if ((at === 8) !== (name === 'IHDR')) return null
    if (name === 'IHDR') size = headerSize(view, at + 8, length)
    if (size === null) return null
    if (name === 'IDAT') hasData = true
    if (name === 'IEND') return length === 0 && hasData && end === bytes.length ? size : null
    at = end
  }
  return null
}

function headerSize(view: DataView, at: number, length: number): { readonly width: number; readonly height: number } | null {
  if (length !== 13) return null
  const width = view.getUint32(at)
  const height = view.getUint32(at + 4)
  const isWithin = (side: number): boolean => side >= 1 && side <= figures.maxCanvasSide
  const isKnown = depths[view.getUint8(at + 9)]?.includes(view.getUint8(at + 8)) === true
  const isPlain = view.getUint8(at + 10) === 0 && view.getUint8(at + 11) === 0 && view.getUint8(at + 12) <= 1
  return isWithin(width) && isWithin(height) && isKnown && isPlain ? { width, height } : null
}
