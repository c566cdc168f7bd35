export interface Sized {
  readonly key: string
  /** Bytes held; counted once, when it is put in. */
  readonly bytes: number
}

/** Least recently used first out, bounded by bytes and by count. */
export class ByteLru<Item extends Sized> {
  readonly #items = new Map<string, Item>()
  readonly #maxBytes: number
  readonly #maxItems: number
  readonly #evicted: (item: Item) => void
  bytes = 0

  constructor(limits: { readonly bytes: number; readonly items: number }, evicted: (item: Item) => void) {
    this.#maxBytes = limits.bytes
    this.#maxItems = limits.items
    this.#evicted = evicted
  }

  get size(): number {
    return this.#items.size
  }

  peek(key: string): Item | undefined {
    return this.#items.get(key)
  }

  /** Makes it the most recently used. */
  touch(item: Item): void {
    if (this.#items.delete(item.key)) this.#items.set(item.key, item)
  }

  /**
   * Something larger than half the room is evicted at once: one giant must not push out everything
   * else.
   */
  put(item: Item): void {
    this.remove(item.key)
    if (item.bytes > this.#maxBytes / 2) {
      this.#evicted(item)
      return
    }
    this.#items.set(item.key, item)
    this.bytes += item.bytes
    for (const oldest of this.#items.values()) {
      if (this.bytes <= this.#maxBytes && this.#items.size <= this.#maxItems) break
      this.remove(oldest.key)
      this.#evicted(oldest)
    }
  }

  remove(key: string): Item | undefined {
    const item = this.#items.get(key)
    if (item === undefined) return undefined
    this.#items.delete(key)
    this.bytes -= item.bytes
    return item
  }

  keys(): IterableIterator<string> {
    return this.#items.keys()
  }

  values(): IterableIterator<Item> {
    return this.#items.values()
  }
}
