/**
 * One open document and the sockets on it. What comes in is judged, taken into memory and passed on at once, one frame a turn (a peer's copy
 * can only add safety); the writer of it hears of it after the commit and not before (Y1). Text under a client id that nobody has on disk yet
 * is passed on after its commit only, so that a crash in between can never leave it to look like somebody else's; and so is text of whom it is
 * not surely known that they may still write: what others have seen is stored (decision 0019).
 * Free of Node, of Yjs and of the store: `rooms.ts` loads, commits and looks after it.
 */
import type { Control, RefusalCode } from '#shared/documents/protocol.ts'
import type { Room } from '#shared/documents/rooms.ts'
import type { ClientRange } from '#shared/documents/inspect.ts'
import type { StateVector } from '#shared/documents/inspect-vector.ts'
import type { DocumentMetrics } from './document-metrics.ts'
import type { Change, DocumentState, Judgement } from './document-state.ts'
import type { AwarenessEntry } from './frames.ts'
import type { DocumentTimers } from './ports.ts'
import type { RoomPeer } from './room-peer.ts'
import type { Measure } from './weighing.ts'
import { AwarenessTable } from './awareness-table.ts'
import { controlFrame, updateFrame } from './frames.ts'
import { Speech } from './speech.ts'
import { Weighing } from './weighing.ts'

/** An accepted change on its way to the disk. */
export interface Part {
  readonly index: number
  readonly userId: string
  readonly change: Change
  readonly from: RoomPeer | null
  readonly at: number
  /** Its writer had the right to, when it came: it may go out before its commit, and counts when the right ends in between. */
  readonly isVouched: boolean
  readonly isRewrite: boolean
  /** Others may have it already. */
  isOut: boolean
  /** On disk, or refused after all. */
  readonly done: (refused: RefusalCode | null) => void
}

interface Outgoing {
  readonly bytes: Uint8Array
  readonly clients: readonly ClientRange[]
  readonly from: RoomPeer | null
}

export interface RoomTools {
  readonly clock: () => number
  readonly timers: DocumentTimers
  readonly merge: (updates: readonly Uint8Array[]) => Uint8Array
  readonly metrics: DocumentMetrics
  /** Much of what stands here is about to be taken out, by that account. */
  readonly beforeMuchGoes: (room: DocumentRoom, userId: string) => void
  /** Whether what is known here of rights is of this moment, or nearly. */
  readonly knowsRights: () => boolean
  readonly measure: Measure
  /** There is something to store. */
  readonly wantsCommit: (room: DocumentRoom) => void
  readonly log: (error: unknown) => void
  /** Other nodes, where the same document may be open. */
  readonly notifyOthers: (room: DocumentRoom, entries: readonly AwarenessEntry[]) => void
}

/** About a page of text, taken out at once. */
export const muchToTakeOut = 2_000

export class DocumentRoom {
  readonly name: string
  readonly room: Room
  readonly tools: RoomTools
  readonly peers = new Set<RoomPeer>()
  readonly awareness = new AwarenessTable<RoomPeer>()
  readonly weighing: Weighing
  state: DocumentState
  epoch: number
  /** Everything up to this row of the log is in `state`. */
  knownSeq: number
  /** As the last commit or look into the store has said. */
  logRows = 0
  logBytes = 0
  /** When it was last used, for leaving memory. */
  usedAt: number
  readonly loadedAt: number
  /** When somebody last wrote, and whether that has been settled. */
  writtenAt: number | null = null
  writtenBy = ''
  /** The look at the whole of it fails, again and again: until it succeeds nothing more is taken in, and what is written stays on devices. */
  isUnchecked = false
  isGone = false
  #pending: Part[] = []
  #lastIndex = 0
  #committedIndex = 0
  #waiting: { readonly index: number; readonly resolve: () => void }[] = []
  readonly #outbox: Outgoing[] = []
  /** Who is still to hear what became of something. */
  readonly #unsettled = new Set<RoomPeer>()
  #isTurnPlanned = false
  /** Since a refusal: where the refused words began, by client id. */
  #refused: Map<number, number> | null = null
  readonly #speech: Speech
  #publishedId: string | null = null
  readonly #claims = new Map<number, string>()

  constructor(name: string, room: Room, tools: RoomTools, found: { state: DocumentState; epoch: number; knownSeq: number }) {
    this.name = name
    this.room = room
    this.tools = tools
    this.weighing = new Weighing(() => this.state, tools)
    this.#speech = new Speech({ ...tools, notifyOthers: (entries) => tools.notifyOthers(this, entries) }, this.peers)
    this.state = found.state
    this.epoch = found.epoch
    this.knownSeq = found.knownSeq
    this.usedAt = this.loadedAt = tools.clock()
  }

  /** Everything up to this part has been settled. */
  get committedIndex(): number {
    return this.#committedIndex
  }

  get lastIndex(): number {
    return this.#lastIndex
  }

  get hasPending(): boolean {
    return this.#pending.length > 0
  }

  get pendingBytes(): number {
    return this.#pending.reduce((sum, { change }) => sum + change.bytes.length, 0)
  }

  /** Memory holds what the store has refused: until it is built anew nothing of it is told, and nothing is judged by it. */
  get isShaken(): boolean {
    return this.#refused !== null
  }

  /** Text that must not leave: not before its commit, or not at all. */
  get holdsBack(): boolean {
    return this.isShaken || this.#pending.some((part) => !part.isOut && this.#mustWait(part))
  }

  /** Somebody waits for what is pending: others for what is held back, a request for its answer. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0 || this.#pending.some(({ from }) => from === null) || this.holdsBack
  }

  judge(bytes: Uint8Array, userId: string, isOffer: boolean): Judgement {
    return this.state.judge(bytes, userId, isOffer, (client, ownerId) => this.#isHere(client, ownerId))
  }

  /** Writing under that client id, on a line that said so itself. */
  #isHere(client: number, ownerId: string): boolean {
    const peer = this.awareness.ownerOf(client)
    return peer !== undefined && peer.mayWrite && peer.account.userId === ownerId
  }

  /**
   * @param from the socket that may write and brought it; `null`: a request, whose right is looked at once more with its commit.
   * @param isRewrite a text that was written without the document, whose right is another (`canRewriteDocument`).
   * @returns the index under which it will be settled.
   */
  take(change: Change, userId: string, from: RoomPeer | null, done: Part['done'], isRewrite = false): number {
    this.#lastIndex += 1
    const at = this.tools.clock()
    // Of another's words only the transaction knows surely whether they are lost.
    const isVouched = from !== null && change.adopted.size === 0 && this.tools.knowsRights()
    const part: Part = { index: this.#lastIndex, userId, change, from, at, isVouched, isRewrite, isOut: false, done }
    if (this.state.takesOut(change) >= muchToTakeOut) this.tools.beforeMuchGoes(this, userId)
    this.state.take(change, userId)
    this.#pending.push(part)
    this.usedAt = part.at
    if (!this.#mustWait(part)) this.#send(part)
    this.tools.wantsCommit(this)
    return part.index
  }

  /** Client ids that are to be on disk, and whose they are. */
  get claims(): ReadonlyMap<number, string> {
    return this.#claims
  }

  /**
   * Somebody who may write says under which client id they will. With the id on disk as theirs before their first word, this word goes to others
   * at once, too. Only a help: what is not claimed waits for its commit.
   */
  claim(client: number, userId: string): void {
    if (this.#claims.has(client) || !this.state.mayClaim(client)) return
    this.#claims.set(client, userId)
    this.tools.wantsCommit(this)
  }

  /** What became of claims: on disk, or of no use. */
  claimed(claims: ReadonlyMap<number, string>, isStored: boolean): void {
    for (const [client, userId] of claims) {
      this.#claims.delete(client)
      if (isStored) this.state.register(client, userId)
    }
  }

  /** Resolves once all that is accepted by now is on disk, or refused. */
  settled(): Promise<void> {
    const index = this.#lastIndex
    if (this.#committedIndex >= index) return this.sound()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ index, resolve })
    this.tools.wantsCommit(this)
    return promise
  }

  /** Resolves at once, but after a refusal: then when memory holds what the store holds again. */
  sound(): Promise<void> {
    if (!this.isShaken || this.isGone) return Promise.resolve()
    return new Promise((resolve) => void this.#waiting.push({ index: 0, resolve }))
  }

  /** For whoever asks what they lack: with what they are given, it is out. */
  answer(vector: StateVector): Uint8Array {
    for (const part of this.#pending) part.isOut = true
    return this.state.missing(vector)
  }

  #notifySettled(): void {
    if (this.isShaken) return
    for (const { resolve } of this.#waiting.filter(({ index }) => index <= this.#committedIndex)) resolve()
    this.#waiting = this.#waiting.filter(({ index }) => index > this.#committedIndex)
  }

  /** What is to be stored next. It stays pending until `committed`. */
  batch(): readonly Part[] {
    return [...this.#pending]
  }

  /** The first parts have been settled: `codes` says how. */
  committed(codes: readonly (RefusalCode | null)[]): void {
    const parts = this.#pending.splice(0, codes.length)
    for (const [at, part] of parts.entries()) {
      const code = codes[at] ?? null
      part.done(code)
      if (code !== null) {
        this.#note(part)
        continue
      }
      for (const client of part.change.newClients) this.state.register(client, part.userId)
      this.writtenAt = part.at
      this.writtenBy = part.userId
      if (!part.isOut) this.#send(part)
      this.tools.metrics.ackMs.add(this.tools.clock() - part.at)
    }
    this.#committedIndex = parts.at(-1)?.index ?? this.#committedIndex
    // What waited for an owner's name to be on disk may have been waiting for this one. After a refusal all that waits is judged again first.
    if (!this.isShaken) {
      for (const part of this.#pending) if (!part.isOut && !this.#mustWait(part)) this.#send(part)
    }
    this.#notifySettled()
    this.planTurn()
  }

  /**
   * Memory held what the store refused, so it begins anew from the store; what still waits is judged again.
   * Everyone hears what it holds beyond what was here.
   */
  rebuild(state: DocumentState, knownSeq: number): void {
    // Of what was refused nobody has heard anything: what the store holds in its place is news.
    const before = new Map([...this.state.vector, ...(this.#refused ?? [])])
    const clients = [...state.vector].map(([client, to]) => ({ client, from: before.get(client) ?? 0, to }))
    this.#outbox.push({ bytes: state.missing(before), clients, from: null })
    this.state = state
    this.knownSeq = knownSeq
    this.#refused = null
    const waiting = this.#pending
    this.#pending = []
    for (const part of waiting) {
      const judgement = state.judge(part.change.bytes, part.userId, part.change.adopted.size > 0)
      if (judgement.kind === 'news') state.take(judgement.change, part.userId)
      if (judgement.kind === 'refused') part.done(judgement.code)
      else if (judgement.kind === 'start') part.done('gap')
      else this.#pending.push(part)
    }
    if (this.#pending.length > 0) this.tools.wantsCommit(this)
    else this.#committedIndex = this.#lastIndex
    this.#notifySettled()
    this.planTurn()
  }

  /** Another process has stored these: to everyone. */
  takeStored(rows: readonly { readonly seq: number; readonly userId: string; readonly bytes: Uint8Array }[]): void {
    for (const { seq, userId, bytes } of rows) {
      if (seq <= this.knownSeq) continue
      const { clients } = this.state.takeStoredBy(userId, bytes)
      this.knownSeq = seq
      this.#outbox.push({ bytes, clients, from: null })
    }
    this.planTurn()
  }

  /** Readers see this revision now; told once. */
  published(revisionId: string): void {
    if (this.#publishedId !== revisionId) this.tell({ t: 'published', revisionId })
    this.#publishedId = revisionId
  }

  /** It leaves memory for good: nobody is to wait for it. @param code of what waits for its commit */
  abandon(code: RefusalCode): void {
    this.isGone = true
    for (const part of this.#pending.splice(0)) part.done(code)
    this.#committedIndex = this.#lastIndex
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }

  tell(control: Control): void {
    const frame = controlFrame(control)
    for (const peer of this.peers) peer.link.send(frame)
  }

  enter(peer: RoomPeer): void {
    this.peers.add(peer)
    this.usedAt = this.tools.clock()
  }

  leave(peer: RoomPeer): void {
    this.peers.delete(peer)
    this.#unsettled.delete(peer)
    this.usedAt = this.tools.clock()
  }

  speak(entry: AwarenessEntry, from: RoomPeer | null): void {
    this.#speech.speak(entry, from)
  }

  /** What another node says of whoever is in this room there. */
  hearElsewhere(entry: AwarenessEntry): void {
    const heard = this.awareness.hear(entry, this.tools.clock())
    if (heard !== null) this.speak(heard, null)
  }

  forgetSilent(since: number): void {
    for (const entry of this.awareness.forgetSilent(since)) this.speak(entry, null)
  }

  /** It has sent something, and hears of it once it is settled; of what was settled already with the end of this turn. */
  owe(peer: RoomPeer): void {
    this.#unsettled.add(peer)
    this.planTurn()
  }

  /** Ends the turn: what came in during it goes out as one frame, and everyone hears what of theirs is settled. */
  planTurn(): void {
    if (this.#isTurnPlanned) return
    this.#isTurnPlanned = true
    this.tools.timers.soon(() => this.#endTurn())
  }

  #endTurn(): void {
    this.#isTurnPlanned = false
    // Nobody is told how far it reaches while that is not sure: after a refusal it goes out with what is built anew.
    const out = this.isShaken ? [] : this.#outbox.splice(0)
    if (out.length > 0) this.#relay(out)
    for (const peer of this.#unsettled) if (peer.settle()) this.#unsettled.delete(peer)
  }

  #relay(out: readonly Outgoing[]): void {
    const [first] = out
    const only = out.every(({ from }) => from === first?.from) ? first?.from : null
    if (first === undefined || (this.peers.size === 1 && only !== null && only !== undefined && this.peers.has(only))) return
    // Of several writers each gets their own back too: it changes nothing for them.
    const frame = updateFrame(out.length === 1 ? first.bytes : this.tools.merge(out.map(({ bytes }) => bytes)))
    const before = (): StateVector => this.#before(out)
    for (const peer of this.peers) if (peer !== only) peer.relay(frame, before)
    this.tools.metrics.relayed += 1
  }

  #note({ change }: Part): void {
    this.#refused ??= new Map()
    for (const { client, from } of change.clients) this.#refused.set(client, Math.min(this.#refused.get(client) ?? from, from))
  }

  #send(part: Part): void {
    part.isOut = true
    this.#outbox.push({ bytes: part.change.bytes, clients: part.change.clients, from: part.from })
    this.planTurn()
  }

  /** What everyone was sent before this turn: all that is held, but for what goes out now or is held back. */
  #before(out: readonly Outgoing[]): StateVector {
    const vector = new Map(this.state.vector)
    const unsent = [...out, ...this.#pending.filter(({ isOut }) => !isOut).map(({ change }) => change)]
    for (const { client, from } of unsent.flatMap(({ clients }) => clients)) vector.set(client, Math.min(vector.get(client) ?? 0, from))
    return vector
  }

  #mustWait(part: Part): boolean {
    return !part.isVouched || this.state.needsCommit(part.change) || this.#buildsOnHeld(part)
  }

  /** On what may still be refused: it would be refused with it, and must not be out by then. */
  #buildsOnHeld({ index, change }: Part): boolean {
    const isOn = (client: number): boolean => change.needs.has(client) || change.clients.some((own) => own.client === client)
    return this.#pending.some((held) => held.index < index && !held.isOut && held.change.clients.some(({ client }) => isOn(client)))
  }
}
