interface Dependent {
  readonly dependsOn: ReadonlySet<string>
}

/**
 * From each row or list key to what was made from it. Most have one, so a set is made for the
 * second.
 */
export class Dependents<Item extends Dependent> {
  readonly #byKey = new Map<string, Item | Set<Item>>()

  /** Keys that something depends on. */
  get size(): number {
    return this.#byKey.size
  }

  /** A copy: whoever takes them out may do so while looking at them. */
  of(key: string): readonly Item[] {
    const found = this.#byKey.get(key)
    return found === undefined ? [] : found instanceof Set ? [...found] : [found]
  }

  add(item: Item): void {
    for (const key of item.dependsOn) {
      const found = this.#byKey.get(key)
      if (found === undefined) this.#byKey.set(key, item)
      else if (found instanceof Set) found.add(item)
      else if (found !== item) this.#byKey.set(key, new Set([found, item]))
    }
  }

  remove(item: Item): void {
    for (const key of item.dependsOn) {
      const found = this.#byKey.get(key)
      if (found === item) this.#byKey.delete(key)
      else if (found instanceof Set && found.delete(item) && found.size === 0) this.#byKey.delete(key)
    }
  }
}
