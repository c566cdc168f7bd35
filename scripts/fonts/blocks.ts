// A font's tables that are made of blocks which point at one another: put together, and written
// with no block twice.

export interface Block {
  readonly bytes: Buffer
  readonly links: readonly Link[]
}

/** Where in a block the distance to another one stands, 16 bits long. */
interface Link {
  readonly at: number
  readonly to: Block
}

/** Writes one block, number by number. */
export class BlockWriter {
  readonly #numbers: number[] = []
  readonly #links: Link[] = []

  u16(...values: readonly number[]): this {
    for (const value of values) this.#numbers.push(value & 0xffff)
    return this
  }

  /** Values after how many they are. */
  list(values: readonly number[]): this {
    return this.u16(values.length, ...values)
  }

  text(letters: string): this {
    for (let at = 0; at < letters.length; at += 2) this.u16((letters.charCodeAt(at) << 8) | letters.charCodeAt(at + 1))
    return this
  }

  /** `null`: a distance of zero, which means that there is none. */
  link(to: Block | null): this {
    if (to !== null) this.#links.push({ at: 2 * this.#numbers.length, to })
    return this.u16(0)
  }

  /** Blocks after how many they are. */
  links(blocks: readonly (Block | null)[]): this {
    this.u16(blocks.length)
    for (const block of blocks) this.link(block)
    return this
  }

  end(): Block {
    const bytes = Buffer.alloc(2 * this.#numbers.length)
    for (const [n, value] of this.#numbers.entries()) bytes.writeUInt16BE(value, 2 * n)
    return { bytes, links: this.#links }
  }
}

/**
 * The table that begins with `root`: each block before what it points at.
 * @throws Error when two are too far from one another
 */
export function writeBlocks(root: Block): Buffer {
  const same = new Map<string, { readonly id: number; readonly block: Block; readonly to: readonly number[] }>()
  const idOf = (block: Block): number => {
    const to = block.links.map((link) => idOf(link.to))
    const key = `${block.bytes.toString('latin1')} ${block.links.map(({ at }, n) => `${at}:${to[n]}`).join()}`
    const known = same.get(key)
    if (known !== undefined) return known.id
    same.set(key, { id: same.size, block, to })
    return same.size - 1
  }
  idOf(root)
  // What is pointed at was numbered first.
  const ordered = [...same.values()].reverse()
  const places = new Map<number, number>()
  let size = 0
  for (const { id, block } of ordered) {
    places.set(id, size)
    size += block.bytes.length
  }
  const table = Buffer.alloc(size)
  for (const { id, block, to } of ordered) {
    const from = places.get(id) ?? 0
    block.bytes.copy(table, from)
    for (const [n, { at }] of block.links.entries()) table.writeUInt16BE((places.get(to[n] ?? 0) ?? 0) - from, from + at)
  }
  return table
}
