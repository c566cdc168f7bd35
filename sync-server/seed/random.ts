import { createHash } from 'node:crypto'

/** Repeatable randomness: every draw is named, so that adding one changes no other. */
export function drawer(seed: string) {
  const bytes = (name: string): Uint8Array => createHash('sha256').update(`${seed}/${name}`).digest()
  /** 0 (inclusive) to 1 (exclusive). */
  const fraction = (name: string): number => new DataView(bytes(name).buffer, bytes(name).byteOffset).getUint32(0) / 2 ** 32
  return {
    bytes,
    fraction,
    /** The items in an order of their own. */
    shuffled<Item>(name: string, items: readonly Item[]): readonly Item[] {
      return items
        .map((item, at) => ({ item, key: fraction(`${name}/${at}`) }))
        .sort((a, b) => a.key - b.key)
        .map((entry) => entry.item)
    },
  }
}
export type Drawer = ReturnType<typeof drawer>
