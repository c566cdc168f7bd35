/**
 * Finished answers for all who ask the same: public pages, their data, feeds, site maps, hover cards.
 * A render notes the rows and lists that it read; `drop` takes exactly the answers that read one of the named keys.
 * Concurrent misses for one key render once, and an answer that changed while it was made is given but not kept.
 * It relies on being told of every change (`freshness.ts`); it never holds anything that depends on who asks.
 */
import type { Read } from '#shared/kernel/transaction.ts'
import type { Encoding } from './encodings.ts'
import { createHash } from 'node:crypto'
import { ByteLru } from './byte-lru.ts'
import { compressBrotli, compressGzip, inflateBrotli } from './encodings.ts'
import { recordedRead } from './recorded-read.ts'

export interface Rendered {
  readonly status: number
  /** For redirects: a path on this site. */
  readonly location: string | null
  readonly contentType: string
  readonly body: string | Uint8Array
}

export interface CachedAnswer {
  readonly key: string
  readonly status: number
  readonly location: string | null
  readonly contentType: string
  /** Hash of status, type and text; what stands in the ETag before the encoding. */
  readonly tag: string
  readonly madeAt: number
  readonly bytes: number
  readonly dependsOn: ReadonlySet<string>
  /** One of `br` and `identity` is always there: a page worth compressing is held compressed only, a tenth of its size. */
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
  readonly mostBytes?: number
  /** Pages show dates and day blocks, which no journal row announces: nothing is older than this. */
  readonly mostAgeMs?: number
  /** Runs `work` once after `ms`. */
  after?(ms: number, work: () => void): void
}

interface Flight {
  readonly promise: Promise<CachedAnswer>
  readonly droppedMeanwhile: Set<string>
  isStale: boolean
}

const mebibyte = 1_048_576
/** Asked for so often, and unchanged for so long, that the second or two for the best compression pay. `bytes`: as first compressed. */
const hot = { hits: 200, ageMs: 30_000, mostBytes: mebibyte / 8 }
/** Nobody is kept waiting by a core that is busy: so few answers in so long. */
const quiet = { ms: 500, uses: 2 }

export class PageCache {
  readonly #options: PageCacheOptions
  readonly #mostAgeMs: number
  /** Asked for once so far: a walk through all addresses pushes out only this part. */
  readonly #fresh: ByteLru<CachedAnswer>
  readonly #kept: ByteLru<CachedAnswer>
  /** 404 and the like. */
  readonly #refusals: ByteLru<CachedAnswer>
  readonly #flights = new Map<string, Flight>()
  /** From each row or list key to the answers that read it. Most have one reader, so a set is made for the second. */
  readonly #readers = new Map<string, CachedAnswer | Set<CachedAnswer>>()
  #uses = 0
  #isRefining = false

  constructor(options: PageCacheOptions) {
    const most = options.mostBytes ?? 64 * mebibyte
    const leave = (answer: CachedAnswer): void => this.#forget(answer)
    this.#options = options
    this.#mostAgeMs = options.mostAgeMs ?? 600_000
    this.#fresh = new ByteLru({ bytes: most * 0.25, items: 5_000 }, leave)
    this.#kept = new ByteLru({ bytes: most * 0.7, items: 20_000 }, leave)
    this.#refusals = new ByteLru({ bytes: most * 0.05, items: 500 }, leave)
  }

  /** The answer if it is held; counts as a use. */
  peek(key: string): CachedAnswer | undefined {
    const kept = this.#kept.peek(key)
    const found = kept ?? this.#fresh.peek(key) ?? this.#refusals.peek(key)
    if (found === undefined) return undefined
    const age = this.#options.now() - found.madeAt
    if (age > this.#mostAgeMs) {
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

  /** The answer, made when it is not held. `make` gets a reader over one snapshot; its errors pass on to all who wait. */
  async answer(key: string, make: (read: Read) => Promise<Rendered>): Promise<CachedAnswer> {
    for (let attempt = 0; ; attempt += 1) {
      const found = this.peek(key)
      if (found !== undefined) return found
      const flight = this.#flights.get(key)
      if (flight === undefined) return this.#fly(key, make)
      const answer = await flight.promise
      // Whoever came after the change must not get the state before it.
      if (!flight.isStale || attempt === 2) return answer
    }
  }

  /** Drops every answer that read one of these rows (`table/id`) or lists. */
  drop(keys: Iterable<string>): void {
    for (const key of keys) {
      for (const flight of this.#flights.values()) flight.droppedMeanwhile.add(key)
      const readers = this.#readers.get(key)
      if (readers === undefined) continue
      for (const answer of readers instanceof Set ? [...readers] : [readers]) this.#remove(answer)
    }
  }

  /** The body in one encoding. Gzip is made at the first request for it and kept; few ask for none, so that is made each time. */
  async body(answer: CachedAnswer, encoding: Encoding): Promise<Buffer> {
    const found = answer.bodies[encoding]
    if (found !== undefined) return found
    const identity = await identityOf(answer)
    if (encoding === 'identity') return identity
    const made = encoding === 'gzip' ? await compressGzip(identity) : await compressBrotli(identity, 5)
    answer.bodies[encoding] = made
    return made
  }

  get stats(): { readonly answers: number; readonly bytes: number; readonly keys: number } {
    const parts = [this.#fresh, this.#kept, this.#refusals]
    return {
      answers: parts.reduce((sum, part) => sum + part.size, 0),
      bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
      keys: this.#readers.size,
    }
  }

  #fly(key: string, make: (read: Read) => Promise<Rendered>): Promise<CachedAnswer> {
    const dependsOn = new Set<string>()
    const droppedMeanwhile = new Set<string>()
    const work = async (): Promise<CachedAnswer> => {
      const rendered = await this.#options.read((read) => make(recordedRead(read, dependsOn)))
      const answer = await this.#finish(key, rendered, dependsOn)
      flight.isStale = [...droppedMeanwhile].some((dropped) => dependsOn.has(dropped))
      if (!flight.isStale) this.#keep(answer)
      return answer
    }
    const flight: Flight = {
      droppedMeanwhile,
      isStale: false,
      promise: Promise.resolve()
        .then(work)
        .finally(() => this.#flights.delete(key)),
    }
    this.#flights.set(key, flight)
    return flight.promise
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
    for (const key of answer.dependsOn) {
      const readers = this.#readers.get(key)
      if (readers === undefined) this.#readers.set(key, answer)
      else if (readers instanceof Set) readers.add(answer)
      else this.#readers.set(key, new Set([readers, answer]))
    }
    const part = answer.status >= 400 ? this.#refusals : this.#fresh
    part.put(answer)
  }

  #remove(answer: CachedAnswer): void {
    for (const part of [this.#fresh, this.#kept, this.#refusals]) part.remove(answer.key)
    this.#forget(answer)
  }

  #forget(answer: CachedAnswer): void {
    for (const key of answer.dependsOn) {
      const readers = this.#readers.get(key)
      if (readers === answer) this.#readers.delete(key)
      else if (readers instanceof Set && readers.delete(answer) && readers.size === 0) this.#readers.delete(key)
    }
  }

  /** Best compression, one page at a time, and only when few are asking: it takes a core for a second or two. */
  #refine(answer: CachedAnswer): void {
    const { br } = answer.bodies
    if (this.#isRefining || answer.isRefined || br === undefined || br.byteLength > hot.mostBytes) return
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
