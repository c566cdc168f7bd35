/**
 * Parts of answers that are worth keeping by themselves, in memory: what all front pages show
 * alike, what one member wants of theirs. As with the page cache, what a part was made from is
 * noted, and a change of any of it drops the part. Bounded by bytes and by age.
 */
import type { Making } from './flights.ts'
import { ByteLru } from './byte-lru.ts'
import { Dependents } from './dependents.ts'
import { Flights } from './flights.ts'

export interface CachedPart<Value = unknown> {
  readonly key: string
  readonly value: Value
  readonly dependsOn: ReadonlySet<string>
  readonly madeAt: number
  readonly bytes: number
}

export interface CachedPartsOptions {
  /** ms since 1970. */
  now(): number
  readonly maxBytes: number
  /** Parts depend on the hour too, of which no change tells. */
  readonly maxAgeMs: number
  /** As of the page cache. */
  isStale?(): boolean
}

export interface AskedPart<Value> {
  /** There is one way to make what stands under it. */
  readonly key: string
  make(dependsOn: Set<string>): Promise<Value>
  bytesOf(value: Value): number
}

/** A key in the sets and maps that hold it, and the part's own record. */
const bytesEach = { key: 160, part: 300 } as const

export class CachedParts {
  readonly #options: CachedPartsOptions
  readonly #parts: ByteLru<CachedPart>
  readonly #dependents = new Dependents<CachedPart>()
  readonly #flights = new Flights<CachedPart>()
  /** Of snapshots that are being read: what has changed since. */
  readonly #readings = new Set<Set<string>>()

  constructor(options: CachedPartsOptions) {
    this.#options = options
    this.#parts = new ByteLru({ bytes: options.maxBytes, items: 20_000 }, (part) => this.#dependents.remove(part))
  }

  /**
   * The part, made when it is not held. @param dropped as by `during` or a page's flight, where
   * `make` reads from a snapshot taken earlier.
   */
  async answer<Value>({ key, make, bytesOf }: AskedPart<Value>, dropped?: Set<string>): Promise<CachedPart<Value>> {
    const work = {
      held: () => this.#held(key),
      make: async ({ dependsOn }: Making): Promise<CachedPart> => {
        const madeAt = this.#options.now()
        const value = await make(dependsOn)
        return { key, value, dependsOn, madeAt, bytes: bytesOf(value) + dependsOn.size * bytesEach.key + bytesEach.part }
      },
      keep: (made: CachedPart) => {
        this.#remove(key)
        this.#dependents.add(made)
        this.#parts.put(made)
      },
    }
    // What stands under a key was made by the one `make` there is for it.
    return (await this.#flights.answer(key, work, dropped)) as CachedPart<Value>
  }

  /** Takes a snapshot and reads parts from it: `dropped` is for `answer`. */
  async during<T>(work: (dropped: Set<string>) => Promise<T>): Promise<T> {
    const dropped = new Set<string>()
    this.#readings.add(dropped)
    try {
      return await work(dropped)
    } finally {
      this.#readings.delete(dropped)
    }
  }

  /** Drops what was made from these rows (`table/id`) or lists. */
  drop(keys: Iterable<string>): void {
    for (const key of keys) {
      this.#flights.drop(key)
      for (const reading of this.#readings) reading.add(key)
      for (const part of this.#dependents.of(key)) this.#remove(part.key)
    }
  }

  get stats(): { readonly parts: number; readonly bytes: number; readonly keys: number } {
    return { parts: this.#parts.size, bytes: this.#parts.bytes, keys: this.#dependents.size }
  }

  #held(key: string): CachedPart | undefined {
    const part = this.#parts.peek(key)
    if (part === undefined || this.#options.isStale?.() === true) return undefined
    if (this.#options.now() - part.madeAt > this.#options.maxAgeMs) {
      this.#remove(key)
      return undefined
    }
    this.#parts.touch(part)
    return part
  }

  #remove(key: string): void {
    const part = this.#parts.remove(key)
    if (part !== undefined) this.#dependents.remove(part)
  }
}
