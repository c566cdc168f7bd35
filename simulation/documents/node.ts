/**
 * One process of the server: the product's rooms over a store that others share, with a clock and
 * timers of the run. It dies at any await.
 */
import { keepSettled } from '#server/document-rooms.ts'
import { createCompaction } from '#server/documents/compaction.ts'
import { createDoors } from '#server/documents/doors.ts'
import type { Doors } from '#server/documents/doors.ts'
import { createDocumentMetrics } from '#server/documents/document-metrics.ts'
import { Peer } from '#server/documents/peer.ts'
import type { PeerLink } from '#server/documents/room-peer.ts'
import type { DocumentPorts } from '#server/documents/ports.ts'
import { createRooms } from '#server/documents/rooms.ts'
import type { Rooms } from '#server/documents/rooms.ts'
import { updateBytes } from '#server/documents/update-bytes.ts'
import { jobs } from '#server/documents/workers/jobs.ts'
import type { Writer } from '#server/sync/writer.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { checkDoc } from '#shared/text/check.ts'
import * as Y from 'yjs'
import type { Random } from '../world/random.ts'
import { idMaker } from '../world/ids.ts'
import { Life } from '../world/life.ts'
import type { Database } from '../world/database.ts'
import { plantedLink, plantedStore, plantedWork } from './planting.ts'
import type { Witness } from './witness.ts'

interface Running {
  readonly life: Life
  readonly ports: DocumentPorts
  readonly rooms: Rooms
  readonly store: ReturnType<Database['open']>
  /** Mutations of devices, as a session gives them to it. */
  readonly take: Writer['take']
  readonly doors: Doors
  readonly startedAt: number
}

export class DocumentNode {
  readonly name: string
  /** Rises with each start: what was said by an earlier run of it is of another node. */
  run = 0
  readonly #world: Witness
  readonly #random: Random
  #running: Running | null = null

  constructor(name: string, world: Witness) {
    this.name = name
    this.#world = world
    this.#random = world.random.fork(name)
  }

  get isUp(): boolean {
    return this.#running !== null && !this.#running.life.isOver
  }

  get running(): Running {
    if (this.#running === null) throw new Error(`${this.name} was never started`)
    return this.#running
  }

  start(): void {
    if (this.isUp) return
    const { clockwork, database, bug, diskMs } = this.#world
    this.run += 1
    const life = new Life(this.name, clockwork)
    const store = database.open(life)
    const clock = (): number => clockwork.now
    const log = (error: unknown, about: string): void => this.#world.logged(error, about)
    const writer = inProcessWriter(store, serverRegistry, { clock, newId: idMaker(this.#random), log, maxInGroup: 8 })
    const slowly = async <T>(work: () => T): Promise<T> => {
      await life.sleep(this.#random.whole(0, 60))
      return work()
    }
    const onDisk = async (name: string, args: unknown): Promise<unknown> => {
      await life.sleep(this.#random.whole(0, diskMs))
      return writer.work(name, args)
    }
    const ports: DocumentPorts = {
      store: plantedStore(bug, store),
      writer: { onCommit: (listen) => writer.onCommit(listen), work: plantedWork(bug, onDisk, database) },
      viewerOf: serverRegistry.viewerOf,
      openSessions: async (_read, ids) => new Set(ids),
      bytes: async () => updateBytes,
      workers: {
        compact: (snapshot, rows) => slowly(() => jobs.compact({ snapshot, rows })),
        unpack: (snapshot) => slowly(() => jobs.unpack(snapshot)),
        seedOf: (body) => slowly(() => this.#seedOf(body)),
        changeTo: (updates, body) => slowly(() => jobs.changeTo({ updates, body })),
        judge: (updates) => slowly(() => jobs.judge({ updates })),
      },
      settled: keepSettled(writer, {
        textOf: (updates) => slowly(() => jobs.textOf({ updates })),
        judge: (updates) => slowly(() => jobs.judge({ updates })),
      }),
      sign: (secret, text) => `${secret.length}${text.length}`,
      clock,
      timers: {
        every: (ms, work) => every(life, ms, work),
        after: (ms, work) => {
          const timer = life.after(ms, work)
          return () => timer.cancel()
        },
        soon: (work) => void life.after(0, work),
        turn: () => life.sleep(0),
        gather: () => life.sleep(15),
      },
      log,
    }
    const rooms = createRooms(ports)
    const take: Writer['take'] = (request) => writer.take(request)
    this.#running = { life, store, ports, rooms, take, doors: createDoors(rooms), startedAt: clockwork.now }
    this.#world.tell(`${this.name} is up`)
  }

  /** @param fuse how many more things it may wait for; 0: it is over at once. */
  crash(fuse: number): void {
    if (!this.isUp) return
    const { life } = this.running
    life.onEnd(() => this.#world.died(this))
    if (fuse === 0) life.end()
    else life.burn(fuse)
  }

  async stop(): Promise<void> {
    if (!this.isUp) return
    const { rooms, life } = this.running
    life.onEnd(() => this.#world.died(this))
    await rooms.stop()
    life.end()
  }

  async enter(name: string, userId: string, epoch: number, link: PeerLink): Promise<Peer | null> {
    const { rooms } = this.running
    const peer = await rooms.enter(name, { userId, sessionId: `s-${userId}` }, epoch, plantedLink(this.#world.bug, link))
    if (peer instanceof Peer) return peer
    link.close(peer)
    return null
  }

  /** Makes the document's log short now, whatever is under way. */
  async compact(name: string): Promise<void> {
    const { rooms, ports } = this.running
    this.#world.tell(`${this.name} compacts`)
    const room = await rooms.room(name)
    if (room !== null) await createCompaction(ports, createDocumentMetrics()).start(room)
  }

  /** As the workers do it, under a client id of this run's luck. */
  #seedOf(body: unknown): Uint8Array | null {
    const checked = checkDoc(body, 'essay')
    if (!checked.ok) throw new Error('the post’s text is none')
    const ydoc = new Y.Doc()
    ydoc.clientID = this.#random.whole(1, 4_000_000_000)
    writeText(ydoc, checked.doc, 'seed')
    return Y.encodeStateAsUpdate(ydoc)
  }
}

function every(life: Life, ms: number, work: () => void): () => void {
  let timer = life.after(ms, tick)
  function tick(): void {
    timer = life.after(ms, tick)
    work()
  }
  return () => timer.cancel()
}
