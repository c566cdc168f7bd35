import { Inflate } from 'fflate'
import { FileRefused } from './refused.ts'

/**
 * Reads a zip archive (APPNOTE 6.3: the directory at the end, stored and deflated entries) that may
 * be hostile. Its names are names, never paths. Nothing is unpacked before it is asked for, and
 * never more than the directory promised: a bomb stops within 16 KB of its input.
 */
export interface ZipEntry {
  readonly name: string
  readonly bytes: number
  /** @throws FileRefused `bomb`, `broken` */
  read(): Uint8Array<ArrayBuffer>
}

export const zipLimits = { entries: 2000, unpacked: 50_000_000, ratio: 100 } as const
/** Below this a file may be as empty of content as it likes. */
const freeBytes = 1_000_000
const chunkBytes = 16_384

export function looksZipped(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
}

/** @throws FileRefused */
export function openZip(bytes: Uint8Array<ArrayBuffer>): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfDirectory(view)
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  if (count > zipLimits.entries) throw new FileRefused('too-many-entries')
  const entries: ZipEntry[] = []
  let unpacked = 0
  let at = start
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new FileRefused('broken')
    const flags = view.getUint16(at + 8, true)
    const method = view.getUint16(at + 10, true)
    const [packed, whole] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    const nameLength = view.getUint16(at + 28, true)
    const header = view.getUint32(at + 42, true)
    const name = nameOf(bytes.subarray(at + 46, at + 46 + nameLength))
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    // A folder, or what macOS adds for itself.
    if (name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._)/u.test(name)) continue
    if ((flags & 1) !== 0) throw new FileRefused('encrypted')
    if (packed === 0xffffffff || whole === 0xffffffff) throw new FileRefused('too-large')
    unpacked += whole
    if (unpacked > zipLimits.unpacked || (whole > freeBytes && whole > packed * zipLimits.ratio)) throw new FileRefused('bomb')
    entries.push({ name, bytes: whole, read: () => readEntry(bytes, view, { header, packed, whole, method }) })
  }
  return entries
}

/**
 * The last record, which names the place of the directory; a comment of up to 64 KB may follow it.
 */
function endOfDirectory(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at
  }
  throw new FileRefused('broken')
}

interface Place {
  readonly header: number
  readonly packed: number
  readonly whole: number
  readonly method: number
}

function readEntry(bytes: Uint8Array<ArrayBuffer>, view: DataView, { header, packed, whole, method }: Place): Uint8Array<ArrayBuffer> {
  if (header + 30 > bytes.length || view.getUint32(header, true) !== 0x04034b50) throw new FileRefused('broken')
  const from = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  if (from + packed > bytes.length) throw new FileRefused('broken')
  const source = bytes.subarray(from, from + packed)
  if (method === 0) {
    if (packed !== whole) throw new FileRefused('broken')
    return source.slice()
  }
  if (method !== 8) throw new FileRefused('broken', `method ${method}`)
  const out = new Uint8Array(whole)
  let length = 0
  let isOver = false
  const inflate = new Inflate((part) => {
    if (length + part.length > whole) isOver = true
    else out.set(part, length)
    length += part.length
  })
  try {
    for (let start = 0; start < source.length && !isOver; start += chunkBytes) {
      inflate.push(source.subarray(start, start + chunkBytes), start + chunkBytes >= source.length)
    }
  } catch {
    throw new FileRefused('broken')
  }
  if (isOver) throw new FileRefused('bomb')
  if (length !== whole) throw new FileRefused('broken')
  return out
}

function nameOf(bytes: Uint8Array): string {
  let name = ''
  for (const byte of bytes.subarray(0, 1000)) name += String.fromCharCode(byte)
  try {
    // Written as UTF-8 by nearly everything, whatever the flag says.
    return decodeURIComponent(name.replace(/[^\w.~/ -]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)).replaceAll(
      '\\',
      '/',
    )
  } catch {
    return name.replaceAll('\\', '/')
  }
}
