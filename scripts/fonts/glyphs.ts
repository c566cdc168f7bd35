// The outlines of a variable font, thinned: glyphs that are not wanted become empty, and keep their
// numbers, so that no other table changes.
type Reader = ReturnType<typeof reader>

function reader(data: Buffer, from = 0, to = data.length) {
  let at = from
  return {
    u8: () => data.readUInt8(at++),
    u16: () => data.readUInt16BE((at += 2) - 2),
    /** 255UInt16 of WOFF2. */
    short: (): number => {
      const code = data.readUInt8(at++)
      if (code === 253) return data.readUInt16BE((at += 2) - 2)
      if (code === 254) return 506 + data.readUInt8(at++)
      return code === 255 ? 253 + data.readUInt8(at++) : code
    },
    skip: (bytes: number) => void (at += bytes),
    at: () => at,
    since: (start: number) => data.subarray(start, at),
    isAtEnd: () => at === to,
  }
}

const streams = ['contours', 'points', 'flags', 'glyphs', 'composites', 'boxes', 'instructions'] as const
type Streams<T> = Record<(typeof streams)[number], T>
const glyfHeaderBytes = 36

/**
 * WOFF2's transformed `glyf` table with the outlines of `wanted` alone, and of what they are
 * composed of; and whose those are.
 * @throws Error when it is not read to its end
 */
export function thinGlyf(data: Buffer, wanted: ReadonlySet<number>): { readonly glyf: Buffer; readonly kept: ReadonlySet<number> } {
  const count = data.readUInt16BE(4)
  const bitmapBytes = 4 * ((count + 31) >> 5)
  let from = glyfHeaderBytes
  const parts = Object.fromEntries(
    streams.map((name, n) => [name, reader(data, from, (from += data.readUInt32BE(8 + 4 * n)))]),
  ) as Streams<Reader>
  const bitmapAt = parts.boxes.at()
  parts.boxes.skip(bitmapBytes)
  const glyphs = Array.from({ length: count }, (_none, id) =>
    readGlyph(parts, ((data[bitmapAt + (id >> 3)] ?? 0) & (0x80 >> (id & 7))) !== 0),
  )
  for (const name of streams) if (!parts[name].isAtEnd()) throw new Error(`glyf: not all of its ${name} was read`)

  const kept = new Set(wanted)
  for (const id of kept) for (const component of glyphs[id]?.components ?? []) kept.add(component)
  const bitmap = Buffer.alloc(bitmapBytes)
  const bodies = Object.fromEntries(streams.map((name) => [name, [] as Buffer[]])) as Streams<Buffer[]>
  for (const [id, glyph] of glyphs.entries()) {
    if (!kept.has(id)) {
      bodies.contours.push(Buffer.alloc(2))
      continue
    }
    for (const name of streams) bodies[name].push(glyph.bytes[name])
    if (glyph.bytes.boxes.length > 0) bitmap[id >> 3] = (bitmap[id >> 3] ?? 0) | (0x80 >> (id & 7))
  }
  bodies.boxes.unshift(bitmap)
  const joined = streams.map((name) => Buffer.concat(bodies[name]))
  const header = Buffer.from(data.subarray(0, glyfHeaderBytes))
  for (const [n, body] of joined.entries()) header.writeUInt32BE(body.length, 8 + 4 * n)
  // What may follow marks outlines that overlap, a bit each.
  return { glyf: Buffer.concat([header, ...joined, data.subarray(from)]), kept }
}

function readGlyph(parts: Streams<Reader>, hasBox: boolean) {
  const starts = Object.fromEntries(streams.map((name) => [name, parts[name].at()])) as Streams<number>
  const components: number[] = []
  const contours = parts.contours.u16()
  if (contours === 0xffff) readComponents(parts, components)
  else if (contours > 0) {
    let points = 0
    for (let n = 0; n < contours; n++) points += parts.points.short()
    for (let n = 0; n < points; n++) {
      const flag = parts.flags.u8() & 0x7f
      parts.glyphs.skip(flag < 84 ? 1 : flag < 120 ? 2 : flag < 124 ? 3 : 4)
    }
    parts.instructions.skip(parts.glyphs.short())
  }
  if (hasBox) parts.boxes.skip(8)
  return { components, bytes: Object.fromEntries(streams.map((name) => [name, parts[name].since(starts[name])])) as Streams<Buffer> }
}

function readComponents({ composites, glyphs, instructions }: Streams<Reader>, components: number[]): void {
  for (let flags = 0x20, hasInstructions = false; ;) {
    flags = composites.u16()
    components.push(composites.u16())
    composites.skip((flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0))
    hasInstructions ||= (flags & 0x100) !== 0
    if (flags & 0x20) continue
    if (hasInstructions) instructions.skip(glyphs.short())
    return
  }
}

/**
 * `gvar` with what changes the outlines of `wanted` alone, and nothing for weights lighter than the
 * font's own: the product has none. One axis.
 */
export function thinGvar(data: Buffer, wanted: ReadonlySet<number>): Buffer {
  const axes = data.readUInt16BE(4)
  const [sharedCount, sharedAt, count, flags, arrayAt] = [
    data.readUInt16BE(6),
    data.readUInt32BE(8),
    data.readUInt16BE(12),
    data.readUInt16BE(14),
    data.readUInt32BE(16),
  ]
  if (axes !== 1) throw new Error('gvar: more axes than the weight')
  const offset = (n: number) => ((flags & 1) === 1 ? data.readUInt32BE(20 + 4 * n) : 2 * data.readUInt16BE(20 + 2 * n))
  const peak = (index: number) => data.readInt16BE(sharedAt + 2 * index)
  const glyphs = Array.from({ length: count }, (_none, id) => {
    const bytes = data.subarray(arrayAt + offset(id), arrayAt + offset(id + 1))
    return wanted.has(id) && bytes.length > 0 ? heavier(bytes, peak) : Buffer.alloc(0)
  })
  const header = Buffer.from(data.subarray(0, 20))
  const offsets = Buffer.alloc(4 * (count + 1))
  const shared = data.subarray(sharedAt, sharedAt + 2 * sharedCount)
  let at = 0
  for (const [id, glyph] of glyphs.entries()) offsets.writeUInt32BE((at += glyph.length), 4 * (id + 1))
  header.writeUInt16BE(1, 14)
  header.writeUInt32BE(20 + offsets.length, 8)
  header.writeUInt32BE(20 + offsets.length + shared.length, 16)
  return Buffer.concat([header, offsets, shared, ...glyphs])
}

const privatePoints = 0x2000

/** A glyph's variations without those of the lighter side. */
function heavier(bytes: Buffer, peakOf: (index: number) => number): Buffer {
  const [first, dataAt] = [bytes.readUInt16BE(0), bytes.readUInt16BE(2)]
  const body = reader(bytes, dataAt)
  if (first & 0x8000) skipPoints(body)
  const sharedPoints = body.since(dataAt)
  const heads: Buffer[] = []
  const bodies: Buffer[] = []
  const head = reader(bytes, 4)
  for (let n = first & 0xfff; n > 0; n--) {
    const [headAt, bodyAt] = [head.at(), body.at()]
    const size = head.u16()
    const index = head.u16()
    const own = index & 0x8000 ? bytes.readInt16BE(head.at()) : null
    head.skip((index & 0x8000 ? 2 : 0) + (index & 0x4000 ? 4 : 0))
    body.skip(size)
    if ((own ?? peakOf(index & 0xfff)) < 0) continue
    heads.push(head.since(headAt))
    bodies.push(body.since(bodyAt))
  }
  if (heads.length === 0) return Buffer.alloc(0)
  const usesShared = heads.some((one) => (one.readUInt16BE(2) & privatePoints) === 0)
  const headers = Buffer.concat(heads)
  const start = Buffer.alloc(4)
  start.writeUInt16BE(heads.length | (usesShared ? first & 0x8000 : 0), 0)
  start.writeUInt16BE(4 + headers.length, 2)
  return Buffer.concat([start, headers, ...(usesShared ? [sharedPoints] : []), ...bodies])
}

function skipPoints(body: Reader): void {
  const first = body.u8()
  const count = first & 0x80 ? ((first & 0x7f) << 8) | body.u8() : first
  for (let read = 0; read < count;) {
    const control = body.u8()
    const run = (control & 0x7f) + 1
    body.skip(control & 0x80 ? 2 * run : run)
    read += run
  }
}
