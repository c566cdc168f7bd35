/**
 * A tab with an editor: a Y.Doc, what of it is on its device's disk, and y-websocket's conversation
 * with a node. It counts what it has sent as the product's provider does, so that it knows what it
 * may call saved.
 */
import { createDecoder, readVarString, readVarUint } from 'lib0/decoding'
import { createEncoder, length, toUint8Array, writeVarUint } from 'lib0/encoding'
import { readSyncMessage, writeSyncStep1, writeUpdate } from 'y-protocols/sync'
import * as Y from 'yjs'
import type { Control } from '#shared/documents/protocol.ts'
import type { Peer } from '#server/documents/peer.ts'
import type { CloseReason, PeerLink } from '#server/documents/room-peer.ts'
import { readFrame } from '#server/documents/frames.ts'
import { fromBase64, toBase64 } from '#server/documents/encoded.ts'
import { documentFormat, frames } from '#shared/documents/protocol.ts'
import type { Random } from '../world/random.ts'
import { editAtRandom } from './edits.ts'
import { OneWay } from './line.ts'
import type { DocumentNode } from './node.ts'
import type { Entered, Witness } from './witness.ts'

interface Line extends Entered {
  readonly node: DocumentNode
  readonly up: OneWay
  readonly down: OneWay
  peer: Peer | null
  /** Update frames of this line, as they were sent. */
  readonly sent: Uint8Array[]
  readonly refused: Set<number>
  acked: number
  isSynced: boolean
}

export class Editor {
  readonly name: string
  readonly userId: string
  doc: Y.Doc
  readonly #world: Witness
  readonly #random: Random
  #line: Line | null = null
  #disk: Uint8Array | null = null
  #isPosting = false
  mayConnect = true

  constructor(name: string, userId: string, world: Witness) {
    this.name = name
    this.userId = userId
    this.#world = world
    this.#random = world.random.fork(name)
    this.doc = this.#fresh()
  }

  get isSaved(): boolean {
    return this.#line !== null && this.#line.isSynced && this.#line.acked === this.#line.sent.length
  }

  get node(): DocumentNode | null {
    return this.#line?.node ?? null
  }

  /** The process at the other end is no more. */
  get isLeftAlone(): boolean {
    return this.#line !== null && (this.#line.run !== this.#line.node.run || !this.#line.node.isUp)
  }

  /**
   * An editor shows no text to write in before the device's own copy, or the server's, is there.
   */
  get canWrite(): boolean {
    return this.doc.store.clients.size > 0
  }

  /** It has no right to the post any more. */
  get #isOut(): boolean {
    return this.#world.outcast === this.userId
  }

  edit(): void {
    if (this.canWrite) editAtRandom(this.doc, this.#random)
  }

  /** All that it holds is on the device's disk from now on. */
  keep(): void {
    this.#disk = Y.encodeStateAsUpdate(this.doc)
  }

  /** The page is gone, and opened again: a new client id over what was on the disk. */
  reload(): void {
    this.#world.tell(`${this.name} reloads, ${this.doc.clientID}`)
    this.cut()
    this.doc = this.#fresh()
    if (this.#disk !== null) Y.applyUpdate(this.doc, this.#disk, 'disk')
  }

  connect(node: DocumentNode): void {
    if (this.#line !== null || !node.isUp || !this.mayConnect) return
    const { clockwork, room } = this.#world
    const luck = this.#random
    const line: Line = {
      node,
      run: node.run,
      startedAt: node.running.startedAt,
      up: new OneWay(clockwork, luck),
      down: new OneWay(clockwork, luck),
      peer: null,
      pending: this.#world.acknowledged,
      sent: [],
      refused: new Set(),
      acked: 0,
      isSynced: false,
    }
    this.#line = line
    const link: PeerLink = {
      send: (frame) => line.down.send(frame, (heard) => this.#hear(line, heard)),
      close: (reason) => line.down.end(() => this.#closed(line, reason)),
      buffered: () => line.down.onTheWay,
      pause: () => undefined,
      resume: () => undefined,
    }
    node
      .enter(room, this.userId, this.#world.epoch, link)
      .then((peer) => {
        if (peer === null) return
        line.peer = peer
        if (line.up.isCut) return peer.closed()
        this.#say(line, (encoder) => writeSyncStep1(encoder, this.doc))
      })
      .catch((error: unknown) => this.#world.fault(`${this.name} could not enter: ${String(error)}`))
  }

  /** The line is gone, and what is on its way with it. */
  cut(): void {
    const line = this.#line
    if (line === null) return
    this.#world.tell(`${this.name} cut`)
    this.#line = null
    line.up.isCut = line.down.isCut = true
    const { peer, node, run } = line
    const isHalfOpen = this.#random.chance(0.3)
    if (peer !== null && node.run === run && node.isUp) node.running.life.after(isHalfOpen ? 4_000 : 1, () => peer.closed())
  }

  /** Where websockets are blocked: the same by a request. */
  async post(node: DocumentNode): Promise<void> {
    if (this.#isPosting || !node.isUp) return
    this.#isPosting = true
    node.running.life.onEnd(() => (this.#isPosting = false))
    const { doc } = this
    const { run } = node
    const sv = toBase64(Y.encodeStateVector(doc))
    const update = Y.encodeStateAsUpdate(doc)
    const asked = { room: this.#world.room, epoch: this.#world.epoch, sv, update: toBase64(update) }
    const { rooms } = await node.running.doors.diff({ userId: this.userId, sessionId: 's' }, { format: documentFormat, rooms: [asked] })
    this.#isPosting = false
    const [answer] = rooms
    // Perhaps it was under way when the right ended.
    if (this.#isOut) return
    if (answer === undefined || !('update' in answer)) return this.#world.fault(`${this.name} was answered ${JSON.stringify(answer)}`)
    if (answer.refused !== null) return this.#world.refused(this, answer.refused)
    this.#world.acked({ node, run, update, by: this.name, userId: this.userId })
    if (doc === this.doc && answer.update !== '') Y.applyUpdate(doc, fromBase64(answer.update), 'post')
  }

  #fresh(): Y.Doc {
    const doc = new Y.Doc()
    doc.clientID = this.#random.whole(1, 4_000_000_000)
    this.#world.writes(doc.clientID, this.userId)
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      const line = this.#line
      if (doc === this.doc && line !== null && origin !== line) this.#say(line, (encoder) => writeUpdate(encoder, update))
    })
    return doc
  }

  #say(line: Line, write: (encoder: ReturnType<typeof createEncoder>) => void): void {
    const encoder = createEncoder()
    writeVarUint(encoder, frames.sync)
    write(encoder)
    // Before it is entered, the socket of a provider is not open.
    if (length(encoder) <= 1 || line.peer === null) return
    const frame = toUint8Array(encoder)
    const read = readFrame(frame)
    if (read?.kind === 'update') line.sent.push(read.bytes)
    const { peer } = line
    line.up.send(frame, (heard) => line.node.run === line.run && line.node.running.life.does(() => peer.receive(heard)))
  }

  #hear(line: Line, frame: Uint8Array): void {
    if (line !== this.#line) return
    const decoder = createDecoder(frame)
    const type = readVarUint(decoder)
    if (type === frames.sync) {
      const isStep2 = frame[1] === 1
      this.#say(line, (encoder) => void readSyncMessage(decoder, encoder, this.doc, line))
      if (isStep2 && !line.isSynced) {
        line.isSynced = true
        this.#world.synced(this, line)
      }
    } else if (type === frames.ack) {
      const count = readVarUint(decoder)
      for (let at = line.acked; at < count; at += 1) {
        const update = line.sent[at]
        if (update === undefined) this.#world.fault(`${this.name} was acknowledged what it never sent`)
        else if (!line.refused.has(at + 1))
          this.#world.acked({ node: line.node, run: line.run, update, by: this.name, userId: this.userId })
      }
      line.acked = Math.max(line.acked, count)
    }
    // What our own server says.
    else if (type === frames.control) this.#control(line, JSON.parse(readVarString(decoder)) as Control)
  }

  #control(line: Line, control: Control): void {
    if (control.t === 'refused') {
      line.refused.add(control.frame)
      this.#world.refused(this, control.code)
    } else if (control.t === 'reset') this.#world.fault(`${this.name} was told to begin anew`)
  }

  #closed(line: Line, reason: CloseReason): void {
    if (line !== this.#line) return
    if (reason !== 'restart' && !this.#isOut) this.#world.closed(this, reason)
    this.cut()
  }
}
