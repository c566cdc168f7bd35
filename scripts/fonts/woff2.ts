// As much of WOFF2 as a smaller face of the same font needs: its tables out of the file and back
// into one (W3C, WOFF File Format 2.0).
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

export interface Table {
  readonly tag: string
  /** As it stands in the file: `glyf` and `loca` transformed. */
  readonly data: Buffer
  readonly isTransformed: boolean
  readonly originalLength: number
}

const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .match(/.{4} ?/gu)
    ?.map((tag) => tag.slice(0, 4)) ?? []
const ownTag = 63
const headerBytes = 48

/** @throws Error when it is not one font in WOFF2 */
export function readWoff2(file: Buffer): readonly Table[] {
  if (file.toString('latin1', 0, 4) !== 'wOF2' || file.toString('latin1', 4, 8) === 'ttcf') throw new Error('not one font in WOFF2')
  let at = headerBytes
  const base128 = (): number => {
    let value = 0
    for (;;) {
      const byte = file.readUInt8(at++)
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
  }
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(at++)
    const known = flags & 0x3f
    const tag = known === ownTag ? file.toString('latin1', at, (at += 4)) : (knownTags[known] ?? '')
    const originalLength = base128()
    const isTransformed = tag === 'glyf' || tag === 'loca' ? flags >> 6 === 0 : flags >> 6 !== 0
    return { tag, originalLength, isTransformed, length: isTransformed ? base128() : originalLength }
  })
  const all = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  let from = 0
  return entries.map(({ tag, originalLength, isTransformed, length }) => ({
    tag,
    originalLength,
    isTransformed,
    data: all.subarray(from, (from += length)),
  }))
}

export function writeWoff2(tables: readonly Table[], like: Buffer): Buffer {
  const body = Buffer.concat(tables.map(({ data }) => data))
  const packed = brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
  const directory = Buffer.concat(tables.map(entryOf))
  const padding = Buffer.alloc(-(headerBytes + directory.length + packed.length) & 3)
  const header = Buffer.from(like.subarray(0, headerBytes))
  header.fill(0, 28)
  header.writeUInt32BE(headerBytes + directory.length + packed.length + padding.length, 8)
  header.writeUInt16BE(tables.length, 12)
  header.writeUInt32BE(12 + tables.reduce((sum, { originalLength }) => sum + 16 + ((originalLength + 3) & ~3), 0), 16)
  header.writeUInt32BE(packed.length, 20)
  return Buffer.concat([header, directory, packed, padding])
}

function entryOf({ tag, data, isTransformed, originalLength }: Table): Buffer {
  const known = knownTags.indexOf(tag)
  const version = tag === 'glyf' || tag === 'loca' ? (isTransformed ? 0 : 3) : isTransformed ? 1 : 0
  const first = [(version << 6) | (known === -1 ? ownTag : known), ...(known === -1 ? Buffer.from(tag, 'latin1') : [])]
  return Buffer.from([...first, ...base128Of(originalLength), ...(isTransformed ? base128Of(data.length) : [])])
}

function base128Of(value: number): readonly number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}
