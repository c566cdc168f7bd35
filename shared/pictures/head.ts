/**
 * What a picture's first bytes say: its kind by its content (never by a name or a declared type),
 * its size in points, and whether it moves. Nothing is decoded, so that a file that claims 400
 * million points costs nothing. Reads bounded parts; anything odd is "unknown".
 */
import type { PictureKind } from './schema.ts'

export interface PictureHead {
  readonly kind: PictureKind
  /** As stored: a turned photo has its sides exchanged when it is shown. */
  readonly width: number
  readonly height: number
  /** More than one frame, as far as the bytes given show it. */
  readonly isMoving: boolean
  /**
   * Whoever decodes it has to hold all its points at once, and cannot make it smaller row by row.
   */
  readonly isWhole: boolean
}

/**
 * As much of a file as is ever needed: photos carry previews and colour profiles before their size.
 */
export const headBytes = 1_000_000

/** `svg` and `heic` are recognised for the sake of a better sentence only. */
export function kindOf(bytes: Uint8Array): PictureKind | 'svg' | 'heic' | null {
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'jpeg'
  const start = ascii(bytes, 0, 12)
  if (/^GIF8[79]a/u.test(start)) return 'gif'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  if (start.slice(4, 8) === 'ftyp') return brandKind(bytes)
  return /<(?:!doctype\s+)?svg[\s>]/iu.test(ascii(bytes, 0, 4_000)) ? 'svg' : null
}

/** `null` when it is no picture of a kind we take, or does not say how large it is. */
export function pictureHead(bytes: Uint8Array): PictureHead | null {
  const kind = kindOf(bytes)
  const found =
    kind === 'png'
      ? pngHead(bytes)
      : kind === 'jpeg'
        ? jpegHead(bytes)
        : kind === 'gif'
          ? gifHead(bytes)
          : kind === 'webp'
            ? webpHead(bytes)
            : kind === 'avif'
              ? avifHead(bytes)
              : null
  return found === null || kind === null || kind === 'svg' || kind === 'heic' || found.width < 1 || found.height < 1
    ? null
    : { kind, ...found }
}

type Size = Omit<PictureHead, 'kind'>

function pngHead(bytes: Uint8Array): Size | null {
  if (bytes.length < 33 || ascii(bytes, 12, 4) !== 'IHDR') return null
  let isMoving = false
  // Frames are announced before the first one's data.
  for (let at = 8, chunks = 0; at + 8 <= bytes.length && chunks < 200; chunks += 1) {
    const name = ascii(bytes, at + 4, 4)
    if (name === 'acTL') isMoving = true
    if (name === 'IDAT' || isMoving) break
    at += 12 + u32(bytes, at)
  }
  return { width: u32(bytes, 16), height: u32(bytes, 20), isMoving, isWhole: bytes[28] !== 0 }
}

function jpegHead(bytes: Uint8Array): Size | null {
  for (let at = 2, segments = 0; at + 9 < bytes.length && segments < 1_000; segments += 1) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1 // filling
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const isWhole = marker > 0xc1 || !isOneScan(bytes, at)
      return { height: u16(bytes, at + 5), width: u16(bytes, at + 7), isMoving: false, isWhole }
    }
    if (marker === 0xd9 || marker === 0xda) return null
    at += 2 + Math.max(2, u16(bytes, at + 2))
  }
  return null
}

/**
 * Whether the first scan after the frame has all its colours: then rows come one after the other.
 */
function isOneScan(bytes: Uint8Array, frame: number): boolean {
  for (let at = frame, segments = 0; at + 9 < bytes.length && segments < 1_000; segments += 1) {
    if (bytes[at + 1] === 0xda) return bytes[at + 4] === bytes[frame + 9]
    at += 2 + Math.max(2, u16(bytes, at + 2))
  }
  return false
}

function gifHead(bytes: Uint8Array): Size | null {
  if (bytes.length < 14) return null
  const flags = bytes[10] ?? 0
  let at = 13 + colours(flags)
  let frames = 0
  const skipBlocks = (): void => {
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
    at += 1
  }
  while (at < bytes.length && frames < 2) {
    if (bytes[at] === 0x21) {
      at += 2
      skipBlocks()
    } else if (bytes[at] === 0x2c) {
      frames += 1
      at += 11 + colours(bytes[at + 9] ?? 0)
      skipBlocks()
    } else break
  }
  return { width: u16Little(bytes, 6), height: u16Little(bytes, 8), isMoving: frames > 1, isWhole: true }
}

const colours = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

function webpHead(bytes: Uint8Array): Size | null {
  if (bytes.length < 30) return null
  const form = ascii(bytes, 12, 4)
  if (form === 'VP8X') {
    const flags = bytes[20] ?? 0
    const size = { width: 1 + u24Little(bytes, 24), height: 1 + u24Little(bytes, 27) }
    return { ...size, isMoving: (flags & 2) !== 0, isWhole: (flags & 0x12) !== 0 || !isLossy(bytes) }
  }
  if (form === 'VP8 ')
    return { width: u16Little(bytes, 26) & 0x3fff, height: u16Little(bytes, 28) & 0x3fff, isMoving: false, isWhole: false }
  if (form !== 'VP8L' || bytes[20] !== 0x2f) return null
  const bits = u16Little(bytes, 21) + u16Little(bytes, 23) * 65_536
  return { width: 1 + (bits % 16_384), height: 1 + (Math.floor(bits / 16_384) % 16_384), isMoving: false, isWhole: true }
}

/** Of the long form: what its first picture is. */
function isLossy(bytes: Uint8Array): boolean {
  for (let at = 30, chunks = 0; at + 8 <= bytes.length && chunks < 200; chunks += 1) {
    const name = ascii(bytes, at, 4)
    if (name.startsWith('VP8')) return name === 'VP8 '
    const length = u16Little(bytes, at + 4) + u16Little(bytes, at + 6) * 65_536
    at += 8 + length + (length % 2)
  }
  return false
}

/**
 * The largest of the sizes that it declares (ISO 23008-12 §6.5.3): a picture of tiles, its tiles
 * and its transparency have one each.
 */
function avifHead(bytes: Uint8Array): Size | null {
  let found: Size | null = null
  const end = Math.min(bytes.length, 65_536) - 16
  for (let at = 0; at < end; at += 1) {
    if (bytes[at] !== 0x69 || ascii(bytes, at, 4) !== 'ispe') continue
    const [width, height] = [u32(bytes, at + 8), u32(bytes, at + 12)]
    if (found === null || width * height > found.width * found.height)
      found = { width, height, isMoving: ascii(bytes, 8, 4) === 'avis', isWhole: true }
  }
  return found
}

function brandKind(bytes: Uint8Array): 'avif' | 'heic' | null {
  const brands = ascii(bytes, 8, Math.min(120, Math.max(0, u32(bytes, 0) - 8)))
  if (/avi[fs]/u.test(brands)) return 'avif'
  return /hei[cxms]|hev[cx]|mif1|msf1/u.test(brands) ? 'heic' : null
}

const startsWith = (bytes: Uint8Array, at: number, wanted: readonly number[]): boolean => wanted.every((byte, n) => bytes[at + n] === byte)

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

const u16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 65_536 + u16(bytes, at + 2)
const u16Little = (bytes: Uint8Array, at: number): number => (bytes[at + 1] ?? 0) * 256 + (bytes[at] ?? 0)
const u24Little = (bytes: Uint8Array, at: number): number => (bytes[at + 2] ?? 0) * 65_536 + u16Little(bytes, at)
