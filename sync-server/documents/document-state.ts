/**
 * One document as encoded updates (Y2): everything that was accepted, how far each client's changes
 * reach, what is deleted, whose each client id is. Judges a new update before anything else happens
 * with it: nothing malformed, nothing that builds on what is missing (a gap), nothing just written
 * under another account's client id, nothing beyond the limits is ever taken. Never holds a Y.Doc,
 * and never relays, stores or acknowledges: that is the room's part.
 */
import type { ClientRange } from '#shared/documents/inspect.ts'
import type { StateVector } from '#shared/documents/inspect-vector.ts'
import type { RefusalCode } from '#shared/documents/protocol.ts'
import type { Room } from '#shared/documents/rooms.ts'
import type { ComparedBytes } from './adopted-words.ts'
import { covers } from '#shared/documents/inspect-vector.ts'
import { documentLimits } from '#shared/documents/protocol.ts'
import { adoptedLimits, AdoptedWords } from './adopted-words.ts'
import { DeletedRanges } from './deleted-ranges.ts'
import { serverItself } from './tables.ts'
import { grown, isSurelyWithin, needsCommit, ofBytes, type TextSize } from './text-size.ts'

/** What an update brings and what it builds on; see `shared/documents/inspect.ts`. */
export interface Inspected {
  readonly clients: readonly ClientRange[]
  readonly needs: StateVector
  readonly deletes: readonly ClientRange[]
  readonly structs: number
  readonly types: number
  readonly characters: number
}

/** What Yjs does with encoded updates, and what is looked at before it may. */
export interface UpdateBytes extends ComparedBytes {
  merge(updates: readonly Uint8Array[]): Uint8Array
  /** Of an update, what somebody at `vector` lacks, and all that it deletes. */
  diff(update: Uint8Array, vector: StateVector): Uint8Array
  /** As much of the start of each client's changes as can be taken by somebody at `vector`, without deletions; `null`: nothing. */
  start(update: Uint8Array, vector: StateVector): Uint8Array | null
  /** What stands in it as deleted, or as nothing at all any more. */
  deletedIn(update: Uint8Array): readonly ClientRange[]
  /** @param most bytes: of a frame, or more for what we stored ourselves. */
  inspect(update: Uint8Array, kind: Room['kind'], most: number): Inspected | { readonly refused: RefusalCode }
}

export interface Change extends Inspected {
  readonly bytes: Uint8Array
  /** Client ids that were nobody's: the account's from the commit on. */
  readonly newClients: readonly number[]
  /**
   * Another's words that were lost here with a crash and that its bringer had been shown, by client
   * id: each an update of nothing else.
   */
  readonly adopted: ReadonlyMap<number, Uint8Array>
}

/** All that a copy holds. */
interface Offer {
  readonly isHere: (client: number, ownerId: string) => boolean
  /** What the whole of it deletes, where only the start of it is judged. */
  readonly told: Inspected['deletes'] | null
}

export type Judgement =
  | { readonly kind: 'refused'; readonly code: RefusalCode }
  /** There is nothing in it that is not held already. */
  | { readonly kind: 'known' }
  | { readonly kind: 'news'; readonly change: Change }
  /** The start of it can be taken; the rest is a gap until others have brought what it builds on. */
  | { readonly kind: 'start'; readonly change: Change }

/**
 * Why it is not taken, or not all of it. A whole copy tells deletions that nobody has written: of
 * what was put into something already deleted, each copy finds so by itself. From those who only
 * read they are passed over.
 */
export function refusalOf(judgement: Judgement, mayWrite: boolean, isOffer: boolean): RefusalCode | null {
  if (judgement.kind === 'refused') return judgement.code
  if (judgement.kind === 'known') return null
  if (!mayWrite) return isOffer && judgement.change.clients.length === 0 ? null : 'not-allowed'
  return judgement.kind === 'start' ? 'gap' : null
}

/** So many small updates are merged into one, so that the list stays short and a key press never costs as much as the document. */
const maxInTail = 200
/** Client ids that somebody came with and wrote nothing under. */
const maxUnused = 1_000
/** For what we stored ourselves: a snapshot and its log, before they are merged. */
export const maxStoredBytes = 8 * documentLimits.documentBytes

export class DocumentState {
  readonly kind: Room['kind']
  readonly #bytes: UpdateBytes
  readonly #vector = new Map<number, number>()
  /** A snapshot whose deletions nobody has asked for yet. */
  #unread: Uint8Array | null = null
  readonly #deleted = new DeletedRanges()
  readonly #owners = new Map<number, string>()
  /** Owners that are on disk: text under these ids may go to others before its own commit. */
  readonly #registered = new Set<number>()
  readonly #adopted: AdoptedWords
  #parts: Uint8Array[] = []
  #tail: Uint8Array[] = []
  #size = 0
  #structs = 0
  /** What the sizes have grown by since they were last exact. */
  #grown = 0
  /** At most. */
  #textSize: TextSize = ofBytes(0, 0)
  #version = 0

  constructor(kind: Room['kind'], bytes: UpdateBytes) {
    this.kind = kind
    this.#bytes = bytes
    this.#adopted = new AdoptedWords(bytes)
  }

  get vector(): StateVector {
    return this.#vector
  }

  /**
   * As that account is told of it: of its own words that others brought it is asked for its copy
   * too, which is held against theirs.
   */
  vectorFor(userId: string): StateVector {
    return this.#adopted.without(this.#vector, (client) => this.#owners.get(client) === userId)
  }

  /** At most: what overlaps is counted twice until it is merged. */
  get size(): number {
    return this.#size
  }

  /** Changes with everything that is taken. */
  get version(): number {
    return this.#version
  }

  /**
   * Whether the text can be kept as a revision with this in it, as far as can be told without a
   * Y.Doc. What only takes out always may.
   */
  surelyHolds(change: Change): boolean {
    return this.kind !== 'post' || change.structs === 0 || isSurelyWithin(grown(this.#textSize, change), change.types > 0)
  }

  /** At most; `null` where nothing limits it. */
  get textSize(): TextSize | null {
    return this.kind === 'post' ? this.#textSize : null
  }

  /**
   * Taken already: whether nobody else may have it before its commit. Whose a client id is must be
   * on disk, and what brings much is judged there.
   */
  needsCommit(change: Change): boolean {
    if (change.clients.some(({ client }) => !this.isRegistered(client))) return true
    return this.kind === 'post' && change.structs > 0 && needsCommit(this.#textSize, change)
  }

  /** A worker has looked at all that is held. */
  measured(size: TextSize): void {
    this.#textSize = size
  }

  isRegistered(client: number): boolean {
    return this.#registered.has(client)
  }

  /** Nobody's, and few have been claimed that nothing was written under. */
  mayClaim(client: number): boolean {
    return !this.#owners.has(client) && this.#owners.size - this.#vector.size < maxUnused
  }

  register(client: number, userId: string): void {
    this.#owners.set(client, userId)
    this.#registered.add(client)
  }

  /** As kept with the client id. @throws Error when it cannot be read. */
  adopt(client: number, words: Uint8Array): void {
    const range = this.#read(words).clients.find((one) => one.client === client)
    if (range !== undefined) this.#adopted.add(range, words)
  }

  /**
   * @param isOffer it is all that a copy holds, not what was just written: others' text in it is no claim to have written it.
   * @param isHere whether its owner is writing under that client id right now: then nobody else brings anything of it.
   */
  judge(bytes: Uint8Array, userId: string, isOffer = false, isHere: Offer['isHere'] = () => false): Judgement {
    return this.#judge(bytes, userId, isOffer ? { isHere, told: null } : null)
  }

  #judge(bytes: Uint8Array, userId: string, offer: Offer | null): Judgement {
    const inspected = this.#bytes.inspect(bytes, this.kind, documentLimits.frameBytes)
    if ('refused' in inspected) return { kind: 'refused', code: inspected.refused }
    if (!this.#adopted.agree(inspected.clients, bytes)) return { kind: 'refused', code: 'identity' }
    if (this.#holds(inspected)) return { kind: 'known' }
    const foreign = inspected.clients.filter((range) => this.#isNews(range) && this.#isForeign(range.client, userId))
    const whole = offer === null ? null : { isHere: offer.isHere, told: offer.told ?? inspected.deletes }
    const adopted = whole === null ? new Map<number, Uint8Array>() : this.#adoptable(foreign, inspected, bytes, whole)
    const barred = foreign.filter(({ client }) => !adopted.has(client))
    if (barred.length > 0) return this.#judgeWithout(barred, bytes, userId, whole)
    if (!covers(this.#vector, inspected.needs)) return { kind: 'refused', code: 'gap' }
    const clients = inspected.clients.filter((range) => this.#isNews(range))
    const newClients = clients.map(({ client }) => client).filter((client) => !this.#owners.has(client))
    const isTooMuch = this.#vector.size + newClients.length > documentLimits.stateVectorEntries
    if (isTooMuch || !this.#hasRoomFor(bytes.length, inspected.structs)) return { kind: 'refused', code: 'too-large' }
    return { kind: 'news', change: { ...inspected, clients, bytes, newClients, adopted } }
  }

  /** Accepted: from now on part of every answer. Its new client ids are the account's, though not on disk yet. */
  take(change: Change, userId: string): void {
    for (const client of change.newClients) this.#owners.set(client, userId)
    for (const range of change.clients) this.#keepAdopted(range, change.adopted)
    this.#add(change.bytes, change)
  }

  /** How much of what is here it takes out, about in characters. Whole copies tell again what has long been deleted. */
  takesOut({ deletes }: Pick<Inspected, 'deletes'>): number {
    let sum = 0
    for (const range of deletes) sum += this.#deletions().lacking({ ...range, to: Math.min(range.to, this.#vector.get(range.client) ?? 0) })
    return sum
  }

  /**
   * What it begins with: a snapshot that was checked when it was made, and how far it and the rows
   * after it reach. To go through all of a long text takes longer than everything else that opening
   * it needs, and whoever only adds to it never has to.
   */
  begin(snapshot: Uint8Array, structs: number, vector: StateVector): void {
    for (const [client, clock] of vector) this.#vector.set(client, clock)
    this.#parts.push(snapshot)
    this.#size += snapshot.length
    this.#structs += structs
    this.#textSize = ofBytes(structs, snapshot.length)
    this.#unread = snapshot
  }

  /** From our own store: judged once, and never again. @throws Error when it is no update. */
  takeStored(bytes: Uint8Array): Inspected {
    const inspected = this.#read(bytes)
    this.#add(bytes, inspected)
    return inspected
  }

  /** What another process has stored for that account: whoever came first under a client id is its owner. @throws Error as above. */
  takeStoredBy(userId: string, bytes: Uint8Array): Inspected {
    const inspected = this.#read(bytes)
    for (const { client } of inspected.clients) if (!this.#registered.has(client)) this.register(client, this.#owners.get(client) ?? userId)
    const foreign = inspected.clients.filter((range) => this.#isNews(range) && this.#isForeign(range.client, userId))
    const adopted = this.#wordsOf(foreign, inspected, bytes)
    for (const range of foreign) this.#keepAdopted(range, adopted)
    this.#add(bytes, inspected)
    return inspected
  }

  /** What somebody at `vector` lacks. */
  missing(vector: StateVector): Uint8Array {
    return vector.size === 0 ? this.whole() : this.#bytes.diff(this.whole(), vector)
  }

  /** The same document with what was deleted collected: a snapshot of all that is held. */
  shrink(whole: Uint8Array, structs: number): void {
    this.#hold(whole)
    this.#structs = structs
  }

  /** All of it as one update. */
  whole(): Uint8Array {
    const parts = [...this.#parts, ...this.#tail]
    const [only] = parts
    const merged = parts.length === 1 && only !== undefined ? only : this.#bytes.merge(parts)
    this.#hold(merged)
    return merged
  }

  #hold(whole: Uint8Array): void {
    this.#parts = [whole]
    this.#tail = []
    this.#size = whole.length
    this.#grown = 0
    // It tells of the same deletions, and more.
    if (this.#unread !== null) this.#unread = whole
  }

  /**
   * Without what this account may not bring: in an offer the server's own words, and where it says
   * what was just written, everybody else's. What is left may be news, or build on it: then the
   * start of it, as far as it stands by itself.
   */
  #judgeWithout(foreign: readonly ClientRange[], bytes: Uint8Array, userId: string, offer: Offer | null): Judgement {
    const rest = this.#bytes.diff(bytes, new Map(foreign.map(({ client }) => [client, Number.MAX_SAFE_INTEGER])))
    const judgement = this.#judge(rest, userId, offer)
    if (judgement.kind === 'known' && offer === null) return { kind: 'refused', code: 'identity' }
    if (judgement.kind !== 'refused' || judgement.code !== 'gap') return judgement
    const start = this.#bytes.start(rest, this.#vector)
    const started = start === null ? judgement : this.#judge(start, userId, offer)
    return started.kind === 'news' ? { kind: 'start', change: started.change } : judgement
  }

  /**
   * Of these clients' words those that others may bring: not too much, nothing of who is here and
   * is asked for it themselves, and nothing that is deleted without a word of it. An honest copy
   * tells of its deletions; without that the writer's device would keep the words and call them
   * saved, and nobody else would ever see them.
   */
  #adoptable(
    foreign: readonly ClientRange[],
    inspected: Inspected,
    bytes: Uint8Array,
    { isHere, told: deletes }: { readonly isHere: Offer['isHere']; readonly told: Inspected['deletes'] },
  ): ReadonlyMap<number, Uint8Array> {
    if (foreign.length === 0) return new Map()
    const told = new DeletedRanges()
    for (const range of deletes) told.add(range)
    const away = foreign.filter(({ client }) => !isHere(client, this.#owners.get(client) ?? ''))
    const words = this.#wordsOf(away.slice(0, adoptedLimits.clientsAtOnce), inspected, bytes)
    const ranges = new Map(foreign.map((range) => [range.client, { ...range, from: this.#vector.get(range.client) ?? 0 }]))
    const found = new Map<number, Uint8Array>()
    let brought = 0
    for (const [client, update] of words) {
      const range = ranges.get(client)
      if (range === undefined || !this.#adopted.mayAdd(range, update.length, brought)) continue
      if (!this.#bytes.deletedIn(update).every((each) => told.has(each))) continue
      found.set(client, update)
      brought += update.length
    }
    return found
  }

  /** What is news here of each of these clients, as an update of nothing else, where it may be brought by others. */
  #wordsOf(foreign: readonly ClientRange[], { clients, needs }: Inspected, bytes: Uint8Array): ReadonlyMap<number, Uint8Array> {
    const found = new Map<number, Uint8Array>()
    for (const { client } of foreign) {
      if (this.#owners.get(client) === serverItself) continue
      const others = [...clients.map((range) => range.client), ...needs.keys()]
      const vector = new Map(others.map((other) => [other, Number.MAX_SAFE_INTEGER])).set(client, this.#vector.get(client) ?? 0)
      const words = this.#bytes.start(this.#bytes.diff(bytes, vector), vector)
      if (words !== null) found.set(client, words)
    }
    return found
  }

  #keepAdopted({ client, to }: ClientRange, adopted: ReadonlyMap<number, Uint8Array>): void {
    const words = adopted.get(client)
    if (words !== undefined) this.#adopted.add({ client, from: this.#vector.get(client) ?? 0, to }, words)
  }

  #add(bytes: Uint8Array, inspected: Inspected): void {
    const { clients, deletes, structs } = inspected
    this.#version += 1
    this.#textSize = grown(this.#textSize, inspected)
    for (const { client, to } of clients) if (to > (this.#vector.get(client) ?? 0)) this.#vector.set(client, to)
    for (const range of deletes) this.#deleted.add(range)
    this.#tail.push(bytes)
    this.#size += bytes.length
    this.#grown += bytes.length
    this.#structs += structs
    if (this.#tail.length < maxInTail) return
    this.#parts.push(this.#bytes.merge(this.#tail))
    this.#tail = []
  }

  #holds({ clients, deletes }: Inspected): boolean {
    return !clients.some((range) => this.#isNews(range)) && deletes.every((range) => this.#deletions().has(range))
  }

  /** @throws Error when what it began with cannot be read. */
  #deletions(): DeletedRanges {
    if (this.#unread !== null) for (const range of this.#read(this.#unread).deletes) this.#deleted.add(range)
    this.#unread = null
    return this.#deleted
  }

  #read(stored: Uint8Array): Inspected {
    const inspected = this.#bytes.inspect(stored, this.kind, maxStoredBytes)
    if ('refused' in inspected) throw new Error(`what is stored is ${inspected.refused}`)
    return inspected
  }

  #isNews({ client, to }: ClientRange): boolean {
    return to > (this.#vector.get(client) ?? 0)
  }

  #isForeign(client: number, userId: string): boolean {
    const owner = this.#owners.get(client)
    return owner !== undefined && owner !== userId
  }

  #hasRoomFor(bytes: number, structs: number): boolean {
    const fits = () => this.#size + bytes <= documentLimits.documentBytes && this.#structs + structs <= documentLimits.structs
    // Merging is worth its price where much has come since; a document that is full stays so at no
    // cost.
    if (fits() || this.#grown < documentLimits.documentBytes / 16) return fits()
    const inspected = this.#bytes.inspect(this.whole(), this.kind, maxStoredBytes)
    if (!('refused' in inspected)) this.#structs = inspected.structs
    return fits()
  }
}
