/**
 * A device that has the post on its disk while nobody looks at it: the product's rounds bring the
 * copy to a server and back, by requests, from what its row says. What it was told is stored, and
 * still holds, is on the server in the end, whatever that server is restored from (Y12).
 */
import * as Y from 'yjs'
import type { DocumentPorts } from '#web/data/documents/document-ports.ts'
import type { Copy } from '#web/data/documents/exchange.ts'
import type { StoredDocument } from '#web/data/device/device-api.ts'
import { newDocument, unsettled } from '#web/data/device/documents.ts'
import { encodeClocks, readClocks } from '#web/data/documents/bytes.ts'
import { openTickets, RequestError } from '#web/data/documents/requests.ts'
import { runRound } from '#web/data/documents/rounds.ts'
import type { Random } from '../world/random.ts'
import { editAtRandom, eraseAtRandom } from './edits.ts'
import type { DocumentNode } from './node.ts'
import { plantedAnswer, plantedGreeting } from './planting.ts'
import type { Witness } from './witness.ts'

const tabId = 'tab'

export class Phone {
  readonly name: string
  readonly doc = new Y.Doc()
  readonly #userId: string
  readonly #world: Witness
  readonly #random: Random
  #row: StoredDocument
  #isBusy = false
  /** Its owner shortens the text and adds nothing. */
  readonly #onlyErases: boolean

  constructor(name: string, userId: string, world: Witness) {
    this.name = name
    this.#userId = userId
    this.#world = world
    this.#random = world.random.fork(name)
    this.doc.clientID = this.#random.whole(1, 4_000_000_000)
    world.writes(this.doc.clientID, userId)
    this.#onlyErases = this.#random.chance(0.5)
    this.#row = newDocument(world.room, world.clockwork.now)
  }

  /** The server has been sent all that is here, as far as this device knows. */
  get isSettled(): boolean {
    return this.#row.epoch !== 0 && this.#row.dirtyBy.length === 0
  }

  /** Somebody writes in it for a moment, without a network. */
  write(): void {
    if (this.#row.epoch === 0) return
    for (let edits = this.#random.whole(1, 3); edits > 0; edits -= 1) this.#edit()
    this.#row = { ...this.#row, dirtyBy: [...new Set([...this.#row.dirtyBy, tabId])] }
  }

  #edit(): void {
    if (this.#onlyErases) eraseAtRandom(this.doc, this.#random)
    else editAtRandom(this.doc, this.#random)
  }

  /**
   * The records of this device have met a store of another epoch: `takeWelcomeIn` does this to each
   * of its documents.
   */
  greeted(): void {
    this.#world.tell(`${this.name} is greeted by another store`)
    this.#row = plantedGreeting(this.#world.bug, this.#row, unsettled)
  }

  /**
   * One round with this node, if it is up; a node that dies meanwhile is an answer that does not
   * come.
   */
  async round(node: DocumentNode): Promise<void> {
    if (this.#isBusy || !node.isUp) return
    this.#isBusy = true
    const ports = this.#ports(node)
    const tickets = openTickets(this.#userId, ports.fetch, () => this.#world.clockwork.now)
    try {
      await runRound(ports, tickets, { isFresh: false, copyOf: (row) => this.#copyOf(row) })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
    } finally {
      this.#isBusy = false
    }
    this.#world.tell(`${this.name} has asked ${node.name}: ${this.#row.dirtyBy.join()}`)
  }

  /** As rounds read it from the disk. */
  #copyOf({ room, epoch, ackedSv, dirtyBy }: StoredDocument): Copy {
    const stored = readClocks(ackedSv)
    const take = (update: Uint8Array): void => Y.applyUpdate(this.doc, update, 'round')
    if (dirtyBy.length === 0) return { room, epoch, stored, take, vector: () => encodeClocks(stored), difference: () => null }
    const whole = Y.encodeStateAsUpdate(this.doc)
    const difference = (there: ReadonlyMap<number, number>): Uint8Array => Y.diffUpdate(whole, encodeClocks(there))
    return { room, epoch, stored, take, vector: () => Y.encodeStateVectorFromUpdate(whole), difference }
  }

  #ports(node: DocumentNode): DocumentPorts {
    const { clockwork } = this.#world
    const unexpected = (error: unknown): void => this.#world.fault(`${this.name}: ${String(error)}`)
    return {
      account: this.#userId,
      rows: {
        get: async () => this.#row,
        // Looked at anew each time, as once a day and at each waking.
        list: async () => [{ ...this.#row, refreshedAt: 0 }],
        change: async (_room, change) => {
          const after = change(this.#row)
          if (after === null) unexpected('it gave up its copy')
          else if (after !== undefined) this.#row = after
        },
        hold: async () => undefined,
        isComing: async () => false,
        makeRoom: async () => false,
      },
      socketOrigin: '',
      fetch: (_address, { body }) => this.#ask(node, String(body)),
      WebSocket: globalThis.WebSocket,
      timers: { now: () => clockwork.now, after: () => () => undefined },
      random: () => this.#random.next(),
      tabId,
      locks: null,
      canKeep: true,
      signs: { isVisible: () => false, isReachable: () => true, listen: () => () => undefined },
      makeFork: async () => {
        unexpected('its text became a draft of its own')
        return null
      },
      report: unexpected,
    }
  }

  async #ask(node: DocumentNode, body: string): Promise<Response> {
    const { life, doors } = node.running
    await new Promise<void>((resolve) => this.#world.clockwork.after(this.#random.whole(1, 60), resolve))
    const gone = Promise.withResolvers<never>()
    life.onEnd(() => gone.reject(new TypeError('the node is gone')))
    gone.promise.catch(() => undefined)
    if (life.isOver) throw new TypeError('the node is gone')
    // The device's own request.
    const asked = JSON.parse(body) as Parameters<typeof doors.diff>[1]
    const answer = await Promise.race([doors.diff({ userId: this.#userId, sessionId: 'phone' }, asked), gone.promise])
    return Response.json(plantedAnswer(this.#world.bug, answer, asked))
  }
}
