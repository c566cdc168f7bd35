/**
 * Takes out of a picture's file what is not the picture: the camera's notes (the place among them),
 * names, comments, previews, and whatever stands behind its end. Its points are not touched, nor
 * its colours; how a photo is turned stays. Reads bounded parts in one pass.
 */
import { kindOf } from './head.ts'

/**
 * @returns the same picture bare; `null` where its file is not understood well enough, and has to
 *   be drawn anew.
 */
export function withoutNotes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  switch (kindOf(bytes)) {
    case 'jpeg':
      return bareJpeg(bytes)
    case 'png':
      return barePng(bytes)
    case 'webp':
      return bareWebp(bytes)
    case 'gif':
      return bareGif(bytes)
    // Its notes are items among others, found by an index: it is bare when that is at hand and none
    // is named in it.
    case 'avif':
      return isBareAvif(ascii(bytes, 0, 65_536)) ? bytes : null
    default:
      return null
  }
}

const isBareAvif = (head: string): boolean => head.includes('iinf') && !/Exif|mime|uri /u.test(head)

/**
 * Segments up to its end; of applications' own only the density, the colour profile and Adobe's
 * word on the colours.
 */
function bareJpeg(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) return joined([...kept, bytes.subarray(at, at + 2)])
    const end = at + 2 + u16(bytes, at + 2)
    if (end > bytes.length || u16(bytes, at + 2) < 2) return null
    if (marker === 0xda) {
      const after = endOfScan(bytes, end)
      if (after === null) return null
      kept.push(bytes.subarray(at, after))
      at = after
      continue
    }
    if (marker === 0xe1 && ascii(bytes, at + 4, 6) === 'Exif\0\0') {
      const turned = orientationIn(bytes.subarray(at + 10, end))
      if (turned > 1) kept.push(turnedBy(turned))
    } else if (!isNote(bytes, marker, at)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return null
}

function isNote(bytes: Uint8Array, marker: number, at: number): boolean {
  if (marker === 0xfe) return true
  if (marker < 0xe0 || marker > 0xef) return false
  return !(marker === 0xe0 || marker === 0xee || (marker === 0xe2 && ascii(bytes, at + 4, 11) === 'ICC_PROFILE'))
}

/**
 * Where the next segment begins: within the points, a marker's sign is followed by 0 or by a number
 * of a restart.
 */
function endOfScan(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return null
}

/** Exif 2.32, tag 274 of the first directory; 1 where nothing is said. */
function orientationIn(tiff: Uint8Array): number {
  const isLittle = ascii(tiff, 0, 2) === 'II'
  const two = (at: number): number => (isLittle ? (tiff[at + 1] ?? 0) * 256 + (tiff[at] ?? 0) : u16(tiff, at))
  const four = (at: number): number => (isLittle ? two(at + 2) * 65_536 + two(at) : u32(tiff, at))
  const start = four(4)
  const count = Math.min(200, two(start))
  for (let n = 0; n < count; n += 1) {
    const at = start + 2 + n * 12
    if (two(at) === 274) return two(at + 8) <= 8 ? two(at + 8) : 1
  }
  return 1
}

/** A segment of notes with nothing in it but how the photo is turned. */
function turnedBy(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0]
  return new Uint8Array([0xff, 0xe1, 0, 2 + exif.length + tiff.length, ...exif, ...tiff])
}

const pngParts: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB bKGD pHYs hIST sPLT cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
)

function barePng(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = ascii(bytes, at + 4, 4)
    const end = at + 12 + u32(bytes, at)
    if (end > bytes.length) return null
    // A photo that is turned by its notes alone.
    if (name === 'eXIf' && orientationIn(bytes.subarray(at + 8, end - 4)) > 1) return null
    if (pngParts.has(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') return joined(kept)
    at = end
  }
  return null
}

const webpParts: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

function bareWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const kept: Uint8Array[] = []
  const whole = Math.min(bytes.length, 8 + u32Little(bytes, 4))
  for (let at = 12; at + 8 <= whole;) {
    const name = ascii(bytes, at, 4)
    const size = u32Little(bytes, at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > bytes.length) return null
    if (name === 'EXIF' && orientationIn(bytes.subarray(at + 8, end)) > 1) return null
    if (webpParts.has(name)) {
      const part = bytes.slice(at, end)
      // It says beforehand that notes will follow: of the camera, and XMP.
      if (name === 'VP8X') part[8] = (part[8] ?? 0) & ~0x0c
      kept.push(part)
    }
    at = end
  }
  if (kept.length === 0) return null
  const body = joined(kept)
  const size = body.length + 4
  const head = bytes.slice(0, 12)
  head.set([size & 255, (size >> 8) & 255, (size >> 16) & 255, (size >>> 24) & 255], 4)
  return joined([head, body])
}

function bareGif(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const colours = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  const afterBlocks = (from: number): number => {
    let at = from
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
    return at + 1
  }
  let at = 13 + colours(bytes[10] ?? 0)
  const kept: Uint8Array[] = [bytes.subarray(0, at)]
  while (at < bytes.length) {
    const start = at
    if (bytes[at] === 0x3b) return joined([...kept, bytes.subarray(at, at + 1)])
    if (bytes[at] === 0x2c) at = afterBlocks(at + 11 + colours(bytes[at + 9] ?? 0))
    else if (bytes[at] === 0x21) at = afterBlocks(at + 2)
    else return null
    // Comments, plain words, and what applications add, but for how often it plays.
    const label = bytes[start] === 0x21 ? (bytes[start + 1] ?? 0) : 0
    const isKept = label === 0 || label === 0xf9 || (label === 0xff && ascii(bytes, start + 3, 11) === 'NETSCAPE2.0')
    if (isKept && at <= bytes.length) kept.push(bytes.subarray(start, at))
  }
  return null
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    made.set(part, at)
    at += part.length
  }
  return made
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  let text = ''
  for (const byte of bytes.subarray(at, at + length)) text += String.fromCharCode(byte)
  return text
}

const u16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 65_536 + u16(bytes, at + 2)
const u32Little = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256 + (bytes[at + 2] ?? 0) * 65_536 + (bytes[at + 3] ?? 0) * 16_777_216
