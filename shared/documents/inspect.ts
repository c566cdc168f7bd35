/**
 * Reads a Yjs update (format V1) without Yjs, before anything else does: one pass over the bytes,
 * which allocates in proportion to the bytes and never to a count they claim. Tells whose clocks it
 * brings and what it builds on, and refuses what no text may hold. Relies on the formats of yjs
 * 13.6 (`UpdateDecoderV1`, `readClientsStructRefs`) and lib0; stricter than both: one spelling for
 * each number, clients once and in descending order, nothing empty, nothing behind the end. It
 * never tells how deep a document is, nor what stands inside what: that takes the whole document
 * (`judge` of the workers). Its counts bound what an update can add to either.
 */
import { documentLimits } from './protocol.ts'
import type { Room } from './rooms.ts'
import { contentRules, maxFormatBytes, maxNameBytes, maxValueBytes, typeRefs, type ContentRules, type IsEntry } from './inspect-rules.ts'
import { refuseRings, type Lane } from './inspect-order.ts'
import { BoundedReader, Fault, malformed, type FaultCode } from './inspect-reader.ts'

export interface ClientRange {
  readonly client: number
  readonly from: number
  /** The first clock after it. */
  readonly to: number
}

export interface InspectedUpdate {
  readonly ok: true
  /** What it brings, by descending client id. */
  readonly clients: readonly ClientRange[]
  /**
   * Client → clock that a state vector must have reached for the whole of it to be integrated at
   * once, deletions included.
   */
  readonly needs: ReadonlyMap<number, number>
  readonly structs: number
  /** Of the structs those that others can stand in: no element gets deeper by more. */
  readonly types: number
  /** Of text, and of what stands in attributes. */
  readonly characters: number
  /** What it deletes; one client may have many ranges. */
  readonly deletes: readonly ClientRange[]
}

export interface Refused {
  readonly ok: false
  readonly code: FaultCode
  /** For the log. */
  readonly why: string
}

export interface InspectLimits {
  /** What may stand in it. */
  readonly kind?: Room['kind']
  readonly bytes?: number
  /** Of structs, and of deleted ranges. */
  readonly structs?: number
}

const maxClient = 0xffff_ffff
/** Kinds of structs and of their contents, by Yjs' numbers. */
const holes = { garbage: 0, skip: 10 } as const
const contents = { deleted: 1, json: 2, binary: 3, string: 4, embed: 5, format: 6, type: 7, any: 8, document: 9 } as const

export function inspectUpdate(bytes: Uint8Array, limits: InspectLimits = {}): InspectedUpdate | Refused {
  const { kind = 'post', bytes: maxBytes = documentLimits.frameBytes, structs = documentLimits.structs } = limits
  return orRefused(() => {
    if (bytes.length > maxBytes) throw new Fault('too-large', `${bytes.length} bytes`)
    return new UpdateReading(new BoundedReader(bytes), contentRules[kind], structs).read()
  })
}

/** The answer of a reading, or why it was stopped. */
export function orRefused<T>(read: () => T): T | Refused {
  try {
    return read()
  } catch (error) {
    if (error instanceof Fault) return { ok: false, code: error.code, why: error.message }
    throw error
  }
}

export function readClient(reader: BoundedReader): number {
  const client = reader.varUint()
  if (client > maxClient) throw malformed('a client id beyond 32 bits')
  return client
}

class UpdateReading {
  readonly #reader: BoundedReader
  readonly #rules: ContentRules
  readonly #most: number
  readonly #lanes = new Map<number, Lane>()
  readonly #needs = new Map<number, number>()
  #structs = 0
  #types = 0
  #characters = 0
  readonly #deletes: ClientRange[] = []

  constructor(reader: BoundedReader, rules: ContentRules, most: number) {
    this.#reader = reader
    this.#rules = rules
    this.#most = most
  }

  read(): InspectedUpdate {
    this.#times(5, (last) => this.#clientStructs(last))
    this.#times(4, () => this.#clientDeletes())
    if (this.#reader.left > 0) throw malformed('something behind its end')
    refuseRings(this.#lanes)
    this.#forgetWhatItBrings()
    const clients = [...this.#lanes.values()].map(({ client, from, to }) => ({ client, from, to }))
    const counts = { structs: this.#structs, types: this.#types, characters: this.#characters }
    return { ok: true, clients, needs: this.#needs, ...counts, deletes: this.#deletes }
  }

  /**
   * Reads a count and does as often, after a look at whether the bytes can hold so many of at least
   * `least` bytes.
   */
  #times(least: number, once: (before: number) => number): void {
    const count = this.#reader.varUint()
    if (count * least > this.#reader.left) throw malformed('a count of more than there is')
    let before = Infinity
    for (let done = 0; done < count; done++) before = once(before)
  }

  #clientStructs(before: number): number {
    const reader = this.#reader
    const count = reader.varUint()
    if (count === 0 || count * 2 > reader.left) throw malformed('a count of nothing, or of more than there is')
    if (this.#structs + count > this.#most) throw new Fault('too-large', 'too many structs')
    this.#structs += count
    const client = readClient(reader)
    if (client >= before) throw malformed('clients not in descending order')
    let clock = reader.varUint()
    let lane: Lane | undefined
    for (let done = 0; done < count; done++) {
      const info = reader.byte()
      const isSkip = info === holes.skip
      if (!isSkip) {
        lane ??= { client, from: clock, base: clock, to: clock, steps: [] }
        if (clock > lane.to) lane.base = clock
      }
      const length = info === holes.garbage || isSkip ? reader.varUint() : this.#item(info, client, clock, lane)
      clock += length
      if (length === 0 || clock > Number.MAX_SAFE_INTEGER) throw malformed('a struct of no length, or beyond 2^53')
      if (!isSkip && lane !== undefined) lane.to = clock
    }
    if (lane === undefined) throw malformed('a client with holes only')
    this.#lanes.set(client, lane)
    return client
  }

  /** Returns its length. */
  #item(info: number, client: number, clock: number, lane: Lane | undefined): number {
    const reader = this.#reader
    const hasLeft = (info & 128) > 0
    const hasRight = (info & 64) > 0
    const isEntry = (info & 32) > 0
    let key: string | null = null
    let isTop = false
    if (hasLeft) this.#buildsOn(client, clock, lane)
    if (hasRight) this.#buildsOn(client, clock, lane)
    if (!hasLeft && !hasRight) {
      const isInRoot = reader.varUint()
      if (isInRoot > 1) throw malformed('a parent of no kind')
      const root = isInRoot === 1 ? reader.text(maxNameBytes) : null
      if (root === null) this.#buildsOn(client, clock, lane)
      else isTop = true
      if (isEntry) key = reader.text(maxNameBytes)
      if (root !== null && !this.#rules.root(root, key)) throw new Fault('schema', 'a shared type of unknown name')
      if (root === null && key !== null && !this.#rules.key(key)) throw new Fault('schema', 'an attribute of unknown name')
    }
    const kind = info & 31
    if (isTop && kind !== contents.type && kind !== contents.deleted) throw new Fault('schema', 'something outside of every block')
    // Merging updates drops the mark of an entry where there is something to build on: without it,
    // it may still be one.
    return this.#content(kind, key, isEntry ? 'yes' : hasLeft || hasRight ? 'perhaps' : 'no')
  }

  #buildsOn(client: number, clock: number, lane: Lane | undefined): void {
    const onClient = readClient(this.#reader)
    const onClock = this.#reader.varUint()
    if (onClock >= Number.MAX_SAFE_INTEGER || (onClient === client && onClock >= clock))
      throw malformed('a struct that builds on a later one')
    this.#need(onClient, onClock + 1)
    if (onClient !== client) lane?.steps.push({ clock, onClient, onClock })
  }

  #content(kind: number, key: string | null, isEntry: IsEntry): number {
    const reader = this.#reader
    switch (kind) {
      case contents.deleted:
        return reader.varUint()
      case contents.string: {
        const { length, hasNul } = reader.measure()
        if (hasNul || isEntry === 'yes') throw new Fault('schema', 'text that cannot be stored, or in no text')
        this.#characters += length
        return length
      }
      case contents.format: {
        const mark = reader.text(maxNameBytes)
        if (isEntry === 'yes' || !this.#rules.format(mark, json(reader.text(maxFormatBytes))))
          throw new Fault('schema', 'a mark that no text may have')
        return 1
      }
      case contents.type: {
        this.#types += 1
        const ref = reader.varUint()
        const name = ref === typeRefs.element || ref === typeRefs.hook ? reader.text(maxNameBytes) : null
        if (!this.#rules.type(ref, name, isEntry)) throw new Fault('schema', 'a node that no text may have')
        return 1
      }
      case contents.any: {
        const count = reader.varUint()
        if (count > reader.left) throw malformed('a count of more than there is')
        for (let done = 0; done < count; done++) {
          const value = this.#value()
          if (typeof value === 'string') this.#characters += value.length
          if (isEntry === 'no' || !this.#rules.entry(key, value)) throw new Fault('schema', 'a value that no attribute may have')
        }
        return count
      }
      case contents.json:
      case contents.binary:
      case contents.embed:
      case contents.document:
        throw new Fault('schema', 'JSON, bytes, embeds and documents in a text')
      default:
        throw malformed('content of no kind')
    }
  }

  /** A plain value; `undefined` for everything that no attribute holds. */
  #value(): unknown {
    const reader = this.#reader
    switch (reader.byte()) {
      case 126:
        return null
      case 125:
        return reader.varInt()
      case 124:
        return reader.float(32)
      case 123:
        return reader.float(64)
      case 121:
        return false
      case 120:
        return true
      case 119:
        return reader.text(maxValueBytes)
      default:
        return undefined
    }
  }

  #clientDeletes(): number {
    const reader = this.#reader
    const client = readClient(reader)
    const count = reader.varUint()
    if (count === 0 || count * 2 > reader.left) throw malformed('a count of nothing, or of more than there is')
    if (this.#deletes.length + count > this.#most) throw new Fault('too-large', 'too many deletions')
    let end = 0
    for (let done = 0; done < count; done++) {
      const from = reader.varUint()
      const length = reader.varUint()
      if (length === 0 || from + length > Number.MAX_SAFE_INTEGER) throw malformed('a deletion of nothing, or beyond 2^53')
      this.#deletes.push({ client, from, to: from + length })
      end = Math.max(end, from + length)
    }
    this.#need(client, end)
    return client
  }

  #need(client: number, clock: number): void {
    if ((this.#needs.get(client) ?? 0) < clock) this.#needs.set(client, clock)
  }

  /**
   * Of what it brings itself, it needs only what lies before it, and before the end of its last
   * hole.
   */
  #forgetWhatItBrings(): void {
    for (const [client, { base, to }] of this.#lanes) {
      if ((this.#needs.get(client) ?? 0) > to) continue
      if (base > 0) this.#needs.set(client, base)
      else this.#needs.delete(client)
    }
  }
}

function json(text: string): unknown {
  if (text === 'null') return null
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('a mark that is not JSON')
  }
}
