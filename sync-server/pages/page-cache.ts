/**
 * Finished answers for all who ask the same: public pages, their data, feeds, site maps, hover
 * cards. A render notes the rows and lists that it read; `drop` takes exactly the answers that read
 * one of the named keys. Concurrent misses for one key render once, and an answer that changed
 * while it was made is given but not kept. It relies on being told of every change
 * (`freshness.ts`); it never holds anything that depends on who asks.
 */
import type { Read } from '#shared/kernel/transaction.ts'
import type { Encoding } from './encodings.ts'
import type { Making } from './flights.ts'
import { createHash } from 'node:crypto'
import { ByteLru } from './byte-lru.ts'
import { Dependents } from './dependents.ts'
import { compressBrotli, compressGzip, inflateBrotli } from './encodings.ts'
import { Flights } from './flights.ts'
import { recordedRead } from './recorded-read.ts'

export interface Rendered {
  readonly status: number
  /** For redirects: a path on this site. */
  readonly location: string | null
  readonly contentType: string
  readonly body: string | Uint8Array
  /** ms since 1970: when what it shows changed last; absent where that is not said. */
  readonly modifiedAt?: number
  /** Header lines of its own, names in small letters. */
  readonly more?: readonly (readonly [string, string])[]
}

export interface CachedAnswer {
  readonly key: string
  readonly status: number
  readonly location: string | null
  readonly contentType: string
  /** Hash of status, type and text; what stands in the ETag before the encoding. */
  readonly tag: string
  readonly modifiedAt: number | null
  readonly more: NonNullable<Rendered['more']>
  readonly madeAt: number
  readonly bytes: number
  readonly dependsOn: ReadonlySet<string>
  /**
   * One of `br` and `identity` is always there: a page worth compressing is held compressed only, a
   * tenth of its size.
   */
  readonly bodies: Partial<Record<Encoding, Buffer>>
  /** Header lines ready to send, filled in by whoever sends; one for each encoding. */
  readonly heads: Partial<Record<Encoding, string[]>>
  hits: number
  /** Its brotli form is the best there is; other bytes, so another ETag. */
  isRefined: boolean
}

export interface PageCacheOptions {
  read<T>(work: (read: Read) => Promise<T>): Promise<T>
  /** ms since 1970. */
  now(): number
  readonly maxBytes?: number
  /**
   * Pages show dates and day blocks, which no journal row announces: nothing is older than this.
   */
  readonly maxAgeMs?: number
  /**
   * What is held may have been taken back without its being known here: nothing of it is given
   * while that is so.
   */
  isStale?(): boolean
  /** Runs `work` once after `ms`. */
  after?(ms: number, work: () => void): void
}

const mebibyte = 1_048_576
/**
 * Asked for so often, and unchanged for so long, that the second or two for the best compression
 * pay. `bytes`: as first compressed.
 */
const hot = { hits: 20, ageMs: 30_000, maxBytes: mebibyte / 8 }
/** Nobody is kept waiting by a core that is busy: so few answers in so long. */
const quiet = { ms: 500, uses: 2 }

export class PageCache {
  readonly #options: PageCacheOptions
  readonly #maxAgeMs: number
  /** Asked for once so far: a walk through all addresses pushes out only this part. */
  readonly #fresh: ByteLru<CachedAnswer>
  readonly #kept: ByteLru<CachedAnswer>
  /** 404 and the like. */
  readonly #refusals: ByteLru<CachedAnswer>
  readonly #flights = new Flights<CachedAnswer>()
  /** The answers that read a row or a list. */
  readonly #readers = new Dependents<CachedAnswer>()
  #uses = 0
  #misses = 0
  #isRefining = false

  constructor(options: PageCacheOptions) {
    const most = options.maxBytes ?? 64 * mebibyte
    const leave = (answer: CachedAnswer): void => this.#readers.remove(answer)
    this.#options = options
    this.#maxAgeMs = options.maxAgeMs ?? 600_000
    this.#fresh = new ByteLru({ bytes: most * 0.25, items: 5_000 }, leave)
    this.#kept = new ByteLru({ bytes: most * 0.7, items: 20_000 }, leave)
    this.#refusals = new ByteLru({ bytes: most * 0.05, items: 500 }, leave)
  }

  /** The answer if it is held; counts as a use. */
  peek(key: string): CachedAnswer | undefined {
    const kept = this.#kept.peek(key)
    const found = kept ?? this.#fresh.peek(key) ?? this.#refusals.peek(key)
    if (found === undefined || this.#options.isStale?.() === true) return undefined
    const age = this.#options.now() - found.madeAt
    if (age > this.#maxAgeMs) {
      this.#remove(found)
      return undefined
    }
    found.hits += 1
    this.#uses += 1
    if (kept !== undefined) this.#kept.touch(kept)
    else if (this.#fresh.remove(key) !== undefined) this.#kept.put(found)
    else this.#refusals.touch(found)
    if (found.hits >= hot.hits && age >= hot.ageMs) this.#refine(found)
    return found
  }

  /**
   * The answer, made when it is not held. `make` gets a reader over one snapshot; its errors pass
   * on to all who wait.
   */
  answer(key: string, make: (read: Read, making: Making) => Promise<Rendered>): Promise<CachedAnswer> {
    return this.#flights.answer(key, {
      held: () => this.peek(key),
      make: async (making) => {
        this.#misses += 1
        const rendered = await this.#options.read((read) => make(recordedRead(read, making.dependsOn), making))
        return this.#finish(key, rendered, making.dependsOn)
      },
      keep: (answer) => this.#keep(answer),
    })
  }

  /** As if nobody had asked for it. */
  forget(key: string): void {
    for (const part of [this.#fresh, this.#kept, this.#refusals]) {
      const found = part.peek(key)
      if (found !== undefined) this.#remove(found)
    }
  }

  /** Drops every answer that read one of these rows (`table/id`) or lists. */
  drop(keys: Iterable<string>): void {
    for (const key of keys) {
      this.#flights.drop(key)
      for (const answer of this.#readers.of(key)) this.#remove(answer)
    }
  }

  /**
   * The body in one encoding. Gzip is made at the first request for it and kept; few ask for none,
   * so that is made each time.
   */
  async body(answer: CachedAnswer, encoding: Encoding): Promise<Buffer> {
    const found = answer.bodies[encoding]
    if (found !== undefined) return found
    const identity = await identityOf(answer)
    if (encoding === 'identity') return identity
    const made = encoding === 'gzip' ? await compressGzip(identity) : await compressBrotli(identity, 5)
    answer.bodies[encoding] = made
    return made
  }

  /** Answers since the start: given from here, and made. */
  get uses(): { readonly hits: number; readonly misses: number } {
    return { hits: this.#uses, misses: this.#misses }
  }

  get stats(): { readonly answers: number; readonly bytes: number; readonly keys: number } {
    const parts = [this.#fresh, this.#kept, this.#refusals]
    return {
      answers: parts.reduce((sum, part) => sum + part.size, 0),
      bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
      keys: this.#readers.size,
    }
  }

  async #finish(key: string, rendered: Rendered, dependsOn: ReadonlySet<string>): Promise<CachedAnswer> {
    const identity = Buffer.from(rendered.body)
    const isWorthIt = identity.byteLength > 512
    const br = isWorthIt ? await compressBrotli(identity, 5) : undefined
    return {
      key,
      status: rendered.status,
      location: rendered.location,
      contentType: rendered.contentType,
      tag: createHash('sha256').update(`${rendered.status} ${rendered.contentType} `).update(identity).digest('hex').slice(0, 20),
      modifiedAt: rendered.modifiedAt ?? null,
      more: rendered.more ?? [],
      madeAt: this.#options.now(),
      // Gzip may come later; a key costs its text and its place in the index of readers.
      bytes: (br === undefined ? identity.byteLength : br.byteLength * 2.2) + dependsOn.size * 160 + 500,
      dependsOn,
      bodies: br === undefined ? { identity } : { br },
      heads: {},
      hits: 0,
      isRefined: false,
    }
  }

  #keep(answer: CachedAnswer): void {
    this.#readers.add(answer)
    const part = answer.status >= 400 ? this.#refusals : this.#fresh
    part.put(answer)
  }

  #remove(answer: CachedAnswer): void {
    for (const part of [this.#fresh, this.#kept, this.#refusals]) part.remove(answer.key)
    this.#readers.remove(answer)
  }

  /**
   * Best compression, one page at a time, and only when few are asking: it takes a core for a
   * second or two.
   */
  #refine(answer: CachedAnswer): void {
    const { br } = answer.bodies
    if (this.#isRefining || answer.isRefined || br === undefined || br.byteLength > hot.maxBytes) return
    this.#isRefining = true
    const after = this.#options.after ?? ((ms, work) => void setTimeout(work, ms).unref())
    const look = (usesBefore: number): void => {
      if (this.#kept.peek(answer.key) !== answer) this.#isRefining = false
      else if (this.#uses - usesBefore > quiet.uses) waitAndLook()
      else void this.#makeBest(answer).finally(() => (this.#isRefining = false))
    }
    const waitAndLook = (): void => {
      const uses = this.#uses
      after(quiet.ms, () => look(uses))
    }
    waitAndLook()
  }

  async #makeBest(answer: CachedAnswer): Promise<void> {
    answer.bodies.br = await compressBrotli(await identityOf(answer), 11)
    answer.isRefined = true
    delete answer.heads.br
  }
}

async function identityOf({ bodies }: CachedAnswer): Promise<Buffer> {
  if (bodies.identity !== undefined) return bodies.identity
  return bodies.br === undefined ? Buffer.alloc(0) : inflateBrotli(bodies.br)
}
