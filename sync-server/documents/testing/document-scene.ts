/**
 * Rooms over a whole core, with a clock that stands still, lines that a test can clog and a disk
 * that it can hold up.
 */
import { createDecoder, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { createEncoder, length, toUint8Array, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import { readSyncMessage, writeSyncStep1, writeUpdate } from 'y-protocols/sync'
import { onTestFinished } from 'vitest'
import * as Y from 'yjs'
import type { Control } from '#shared/documents/protocol.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Core } from '#server/testing/core.ts'
import type { CloseReason, PeerLink } from '../room-peer.ts'
import type { DocumentPorts } from '../ports.ts'
import type { Rooms } from '../rooms.ts'
import { Peer } from '../peer.ts'
import { documentRooms } from '#server/document-rooms.ts'
import { publish } from '#server/http/testing/test-site.ts'
import { aCore } from '#server/testing/core.ts'
import { frames } from '#shared/documents/protocol.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf, T0 } from '#shared/testing/factories.ts'
import { clientRowId, documentClients, documentLog, documents } from '../tables.ts'
import { idleWorkers } from './document-site.ts'
import { textOf, writeParagraph } from './writer-tab.ts'

export const ada = idOf(100)
export const ben = idOf(200)
export const eve = idOf(300)
export const postId = idOf(1)
export const room = postRoom(postId)

export class DocumentScene {
  readonly core: Core
  readonly rooms: Rooms
  readonly clock = { now: T0 }
  readonly ended = new Set<string>()
  readonly logged: string[] = []
  /** Holds up the disk while it is pending. */
  disk: Promise<void> = Promise.resolve()
  diskFails = 0
  /** While true, the journal cannot be read. */
  isDeaf = false
  readonly #every: { readonly ms: number; readonly work: () => void; at: number }[] = []
  #later: { readonly at: number; readonly work: () => void }[] = []

  constructor(core: Core, ports: Partial<DocumentPorts>) {
    this.core = core
    // Before the core that they write to is closed: what was asked for last is done first.
    onTestFinished(() => this.rooms.stop())
    const { writer, store } = core
    this.rooms = documentRooms({
      store: {
        read: (work) => store.read(work),
        journal: {
          ...store.journal,
          since: async (from, most) => {
            if (this.isDeaf) throw new Error('the journal cannot be read')
            return store.journal.since(from, most)
          },
        },
      },
      writer: {
        onCommit: (listen) => writer.onCommit(listen),
        work: async (name, args) => {
          await this.disk
          if (this.diskFails > 0) {
            this.diskFails -= 1
            throw new Error('the disk is full')
          }
          return writer.work(name, args)
        },
      },
      log: (error, about) => this.logged.push(`${about}: ${String(error)}`),
      clock: () => this.clock.now,
      openSessions: async (_read, ids) => new Set(ids.filter((id) => !this.ended.has(id))),
      workers: idleWorkers,
      settled: async () => undefined,
      timers: {
        every: (ms, work) => {
          this.#every.push({ ms, work, at: this.clock.now + ms })
          return () => undefined
        },
        after: (ms, work) => {
          const entry = { at: this.clock.now + ms, work }
          this.#later.push(entry)
          return () => void (this.#later = this.#later.filter((each) => each !== entry))
        },
        soon: (work) => void setImmediate(work),
        turn: () => new Promise((resolve) => setImmediate(resolve)),
        gather: () => new Promise((resolve) => setImmediate(resolve)),
      },
      ...ports,
    })
  }

  /** Time passes, and everything that time brings about happens. */
  async tick(ms: number): Promise<void> {
    const end = this.clock.now + ms
    for (;;) {
      const next = Math.min(...this.#later.map(({ at }) => at), ...this.#every.map(({ at }) => at))
      if (next > end) break
      this.clock.now = next
      const due = this.#later.filter(({ at }) => at <= next)
      this.#later = this.#later.filter(({ at }) => at > next)
      for (const { work } of due) work()
      for (const each of this.#every.filter(({ at }) => at <= next)) {
        each.at += each.ms
        each.work()
      }
      await this.quiet()
    }
    this.clock.now = end
    await this.quiet()
  }

  /**
   * What follows by itself has happened: work on the store has no promise here, so some turns of
   * the loop see it through.
   */
  async quiet(): Promise<void> {
    for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  async change(changes: Partial<Post>): Promise<void> {
    await this.core.store.write(async ({ tx }) => {
      const post = await tx.get(posts, postId)
      if (post !== undefined) await tx.put(posts, { ...post, ...changes })
    })
    await this.rooms.look()
    await this.quiet()
  }

  stored = (name = room) => this.core.store.read((read) => read.get(documents, name))
  /** Whose a client id is on disk. */
  ownerOf = (clientId: number) =>
    this.core.store.read(async (read) => {
      const row = await read.get(documentClients, clientRowId(room, clientId))
      return row === undefined ? null : { userId: row.userId, firstSeq: row.firstSeq }
    })
  row = (seq: number, name = room) => this.core.store.read((read) => read.get(documentLog, `${name}:${seq}`))

  /** The text that is on disk. */
  async text(name = room): Promise<string> {
    const document = await this.stored(name)
    const doc = new Y.Doc()
    for (let seq = 1; seq < (document?.nextSeq ?? 1); seq += 1) {
      const row = await this.row(seq, name)
      if (row !== undefined) Y.applyUpdate(doc, new Uint8Array(Buffer.from(row.bytes, 'base64')))
    }
    return textOf(doc)
  }

  async tab(userId: string, options: { readonly name?: string; readonly doc?: Y.Doc; readonly epoch?: number } = {}): Promise<SceneTab> {
    const tab = new SceneTab(options.doc ?? new Y.Doc())
    await tab.enter(this.rooms, options.name ?? room, userId, options.epoch ?? 1)
    await this.quiet()
    return tab
  }
}

/** Ada's draft, with Ben as coauthor; Eve is nobody there. */
export async function aDocumentScene(ports: Partial<DocumentPorts> = {}): Promise<DocumentScene> {
  const core = await aCore()
  for (const n of [100, 200, 300]) await core.join(n)
  const facts = { authorId: ada, coauthorIds: [ben], slug: null, status: 'draft' as const, revisionId: null, publishedAt: null }
  await core.store.write(({ tx }) => publish(tx, aPost({ id: postId, latestRevisionId: idOf(2), ...facts })))
  return new DocumentScene(core, ports)
}

/** A tab that speaks y-websocket's protocol over a line of plain calls. */
export class SceneTab {
  readonly doc: Y.Doc
  readonly awareness: Awareness
  readonly controls: Control[] = []
  /** Kinds of frames as they came. */
  readonly heard: number[] = []
  acked = 0
  buffered = 0
  isPaused = false
  closedWith: CloseReason | null = null
  peer: Peer | null = null

  constructor(doc: Y.Doc) {
    this.doc = doc
    this.awareness = new Awareness(doc)
    this.awareness.destroy()
    this.awareness.setLocalState({})
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this) this.#say(frames.sync, (encoder) => writeUpdate(encoder, update))
    })
  }

  async enter(rooms: Rooms, name: string, userId: string, epoch: number): Promise<void> {
    const link: PeerLink = {
      buffered: () => this.buffered,
      send: (frame) => this.#hear(frame),
      close: (reason) => (this.closedWith = reason),
      pause: () => (this.isPaused = true),
      resume: () => (this.isPaused = false),
    }
    const peer = await rooms.enter(name, { userId, sessionId: `s-${userId}` }, epoch, link)
    if (!(peer instanceof Peer)) {
      this.closedWith = peer
      return
    }
    this.peer = peer
    this.#say(frames.sync, (encoder) => writeSyncStep1(encoder, this.doc))
  }

  get text(): string {
    return textOf(this.doc)
  }

  write(text: string): void {
    writeParagraph(this.doc, text)
  }

  send(frame: Uint8Array): void {
    this.peer?.receive(frame)
  }

  sendUpdate(update: Uint8Array): void {
    this.#say(frames.sync, (encoder) => writeUpdate(encoder, update))
  }

  /** Says where its cursor is, or whatever else. */
  show(state: Record<string, unknown> | null): void {
    this.awareness.setLocalState(state)
    this.#say(frames.awareness, (encoder) => writeVarUint8Array(encoder, encodeAwarenessUpdate(this.awareness, [this.doc.clientID])))
  }

  /** Says of another what it has heard of them, as providers do. */
  repeat(heard: Awareness, client: number): void {
    this.#say(frames.awareness, (encoder) => writeVarUint8Array(encoder, encodeAwarenessUpdate(heard, [client])))
  }

  states(): readonly unknown[] {
    return [...this.awareness.getStates()].filter(([client]) => client !== this.doc.clientID).map(([, state]) => state)
  }

  refusals(): readonly string[] {
    return this.controls.flatMap((control) => (control.t === 'refused' ? [control.code] : []))
  }

  leave(): void {
    this.peer?.closed()
    this.peer = null
  }

  #say(type: number, write: (encoder: ReturnType<typeof createEncoder>) => void): void {
    if (this.peer === null || this.closedWith !== null) return
    const encoder = createEncoder()
    writeVarUint(encoder, type)
    write(encoder)
    const frame = toUint8Array(encoder)
    this.peer.receive(frame)
  }

  #hear(frame: Uint8Array): void {
    const decoder = createDecoder(frame)
    const type = readVarUint(decoder)
    this.heard.push(type)
    if (type === frames.sync) {
      const encoder = createEncoder()
      writeVarUint(encoder, frames.sync)
      readSyncMessage(decoder, encoder, this.doc, this)
      // A real line answers in a later turn.
      const answer = toUint8Array(encoder)
      if (length(encoder) > 1) setImmediate(() => this.closedWith === null && this.peer?.receive(answer))
    } else if (type === frames.awareness) applyAwarenessUpdate(this.awareness, readVarUint8Array(decoder), this)
    else if (type === frames.ack) this.acked = readVarUint(decoder)
    // What our own server says.
    else if (type === frames.control) this.controls.push(JSON.parse(readVarString(decoder)) as Control)
  }
}
