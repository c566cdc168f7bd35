import { afterAll, afterEach, beforeAll } from 'vitest'
import { WebSocket } from 'ws'
import type { TestSite } from '#server/http/testing/test-site.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { DocumentPorts, DocumentWorkers } from '../ports.ts'
import { ada, ben, publish, smallCommunity, testSite } from '#server/http/testing/test-site.ts'
import { collabPath, postRoom } from '#shared/documents/rooms.ts'
import { documentFormat, subprotocol } from '#shared/documents/protocol.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { documentLog, documents } from '../tables.ts'
import { ticketFor, WriterTab } from './writer-tab.ts'

/** Every text begins empty, and no log is made short. */
export const idleWorkers: DocumentWorkers = {
  seedOf: async () => null,
  compact: () => Promise.reject(new Error('not in this test')),
  unpack: () => Promise.reject(new Error('not in this test')),
  changeTo: async () => null,
  judge: async () => ({ fault: null, depth: 1, nodes: 1, characters: 1 }),
}

export interface DocumentSite {
  readonly site: TestSite
  readonly ended: Set<string>
  readonly logged: string[]
  /** How far the server's clock is ahead, in ms. */
  readonly clock: { ahead: number }
  /** A draft of Ada's that Ben writes along with: the name of its room. */
  draft(changes?: Partial<Post>): Promise<string>
  changePost(room: string, changes: Partial<Post>): Promise<void>
  open(userId: string, room: string): Promise<WriterTab>
  stored(room: string): Promise<{ readonly nextSeq: number; readonly epoch: number; readonly writers: readonly string[] }>
}

/** A server for the tests of one file, with Ada and Ben; their tabs are closed after each test. */
export function documentSite(ports: Partial<DocumentPorts> = {}): () => DocumentSite {
  let made: DocumentSite | undefined
  const tabs: WriterTab[] = []
  let next = 5_000
  beforeAll(async () => {
    const ended = new Set<string>()
    const logged: string[] = []
    const clock = { ahead: 0 }
    const site = await testSite({
      rooms: {
        workers: idleWorkers,
        clock: () => Date.now() + clock.ahead,
        openSessions: async (_read, ids) => new Set(ids.filter((id) => !ended.has(id))),
        log: (error, about) => logged.push(`${about}: ${String(error)}`),
        ...ports,
      },
    })
    await smallCommunity(site)
    made = {
      site,
      ended,
      logged,
      clock,
      async draft(changes = {}) {
        next += 2
        const id = idOf(next)
        const facts = { authorId: ada, coauthorIds: [ben], slug: null, status: 'draft' as const, revisionId: null, publishedAt: null }
        await site.change((tx) => publish(tx, aPost({ id, latestRevisionId: idOf(next + 1), ...facts, ...changes })))
        return postRoom(id)
      },
      async changePost(room, changes) {
        await site.change(async (tx) => {
          const post = await tx.get(posts, room.slice('post:'.length))
          if (post !== undefined) await tx.put(posts, { ...post, ...changes })
        })
        await site.rooms.look()
      },
      async open(userId, room) {
        const tab = await WriterTab.open(site, userId, room)
        tabs.push(tab)
        return tab
      },
      stored: (room) =>
        site.store.read(async (read) => {
          const document = await read.get(documents, room)
          if (document === undefined) throw new Error('no such document')
          const ids = Array.from({ length: document.nextSeq - 1 }, (_, at) => `${room}:${at + 1}`)
          const rows = await read.getMany(documentLog, ids)
          return { nextSeq: document.nextSeq, epoch: document.epoch, writers: rows.map(({ userId }) => userId) }
        }),
    }
  })
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.close()
  })
  afterAll(() => made?.site.close())
  return () => {
    if (made === undefined) throw new Error('before the first test')
    return made
  }
}

/** A socket by hand: what a script or an attacker sends, and what comes back. */
export interface RawSocket {
  readonly socket: WebSocket
  readonly frames: Uint8Array[]
  readonly closed: Promise<number>
  until(fits: (frame: Uint8Array) => boolean): Promise<Uint8Array>
}

interface RawOptions {
  readonly protocols?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

export async function rawSocket(site: TestSite, userId: string, room: string, options: RawOptions = {}): Promise<RawSocket> {
  const protocols = options.protocols ?? [subprotocol(documentFormat), (await ticketFor(site, userId, room)).ticket ?? '']
  const headers = { origin: site.origin, cookie: `as=${userId}`, ...options.headers }
  const socket = new WebSocket(`${site.origin.replace('http', 'ws')}${collabPath}/${room}`, [...protocols], { headers })
  const frames: Uint8Array[] = []
  const listeners = new Set<() => void>()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data: Buffer) => {
    frames.push(new Uint8Array(data))
    for (const listen of listeners) listen()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))))
    socket.once('error', reject)
  })
  socket.on('error', () => undefined)
  return {
    socket,
    frames,
    closed,
    until: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = frames.find(fits)
          if (found === undefined) return
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        look()
      }),
  }
}
