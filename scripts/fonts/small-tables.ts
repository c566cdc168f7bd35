// The small tables of a font, for fewer glyphs.

/** The weight begins at the font's own: `gvar` has nothing below it. */
export function withoutLighter(data: Buffer): Buffer {
  const copy = Buffer.from(data)
  const axis = copy.readUInt16BE(4)
  copy.copy(copy, axis + 4, axis + 8, axis + 12)
  return copy
}

/** Glyphs without names: version 3. */
export function withoutNames(data: Buffer): Buffer {
  const copy = Buffer.from(data.subarray(0, 32))
  copy.writeUInt32BE(0x00030000, 0)
  return copy
}

/** Widths of the glyphs that are kept. @param count how many glyphs have a width of their own */
export function withoutWidths(data: Buffer, kept: ReadonlySet<number>, count: number): Buffer {
  const copy = Buffer.from(data)
  for (let glyph = 0; 4 * glyph < data.length; glyph++) {
    if (kept.has(glyph)) continue
    if (glyph < count) copy.fill(0, 4 * glyph, 4 * glyph + 4)
    else copy.fill(0, 2 * (count + glyph), 2 * (count + glyph) + 2)
  }
  return copy
}

/** Whose the font is, how it is called, and its licence: no words for lists of its weights. */
export function thinNames(data: Buffer): Buffer {
  const texts = data.subarray(data.readUInt16BE(4))
  const firstOfList = 256
  const records = Array.from({ length: data.readUInt16BE(2) }, (_none, n) => data.subarray(6 + 12 * n, 18 + 12 * n))
  const kept = records.filter((record) => record.readUInt16BE(6) < firstOfList)
  const head = Buffer.alloc(6 + 12 * kept.length)
  head.writeUInt16BE(kept.length, 2)
  head.writeUInt16BE(head.length, 4)
  const parts: Buffer[] = []
  let at = 0
  for (const [n, record] of kept.entries()) {
    const text = texts.subarray(record.readUInt16BE(10)).subarray(0, record.readUInt16BE(8))
    record.copy(head, 6 + 12 * n)
    head.writeUInt16BE(at, 6 + 12 * n + 10)
    parts.push(text)
    at += text.length
  }
  return Buffer.concat([head, ...parts])
}

/**
 * Format 4 of `cmap`, for Unicode: runs of characters whose glyphs follow one another as they do.
 */
export function cmapOf(glyphs: ReadonlyMap<number, number>): Buffer {
  const runs: { first: number; last: number; delta: number }[] = []
  for (const [character, glyph] of [...glyphs].sort(([a], [b]) => a - b)) {
    const before = runs.at(-1)
    if (before?.last === character - 1 && before.delta === glyph - character) before.last = character
    else runs.push({ first: character, last: character, delta: glyph - character })
  }
  runs.push({ first: 0xffff, last: 0xffff, delta: 1 })
  const count = runs.length
  const bits = Math.floor(Math.log2(count))
  const search = [2 * 2 ** bits, bits, 2 * (count - 2 ** bits)]
  const numbers = [4, 16 + 8 * count, 0, 2 * count, ...search, ...runs.map(({ last }) => last), 0]
  numbers.push(...runs.map(({ first }) => first), ...runs.map(({ delta }) => delta), ...runs.map(() => 0))
  const [windows, unicode, bytesBefore] = [3, 1, 12]
  const all = [0, 1, windows, unicode, 0, bytesBefore, ...numbers]
  const table = Buffer.alloc(2 * all.length)
  for (const [n, value] of all.entries()) table.writeUInt16BE(value & 0xffff, 2 * n)
  return table
}
