/**
 * The server's side of documents, as small as it can be: bytes a room, sockets that are cut, held
 * back and refused when a test says so.
 */
import { createDecoder, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { createEncoder, toUint8Array, writeVarString, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import * as Y from 'yjs'
import type { Control, Level } from '#shared/documents/protocol.ts'
import { DiffRequest, documentFormat, frames, subprotocol, TicketRequest } from '#shared/documents/protocol.ts'
import { diffPath, notebookRoom, ticketPath } from '#shared/documents/rooms.ts'
import { fromBase64, toBase64 } from '../bytes.ts'
import type { Fetch } from '../requests.ts'

const nothing = new Uint8Array([0, 0])

/** It builds on what is not there. */
function hasGap(there: Uint8Array, update: Uint8Array): boolean {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, there)
  Y.applyUpdate(doc, update)
  return doc.store.pendingStructs !== null || doc.store.pendingDs !== null
}

export function tinyRooms(account: string) {
  const rooms = new Map<string, { update: Uint8Array; level: Level; epoch: number }>()
  const sockets = new Set<TinySocket>()
  const state = {
    isUp: true,
    areSocketsBlocked: false,
    isAcking: true,
    isSignedIn: true,
    refuseNext: null as Extract<Control, { t: 'refused' }>['code'] | null,
    refuseAll: null as Extract<Control, { t: 'refused' }>['code'] | null,
    refusals: 0,
    tickets: 0,
    requests: 0,
    /** Rooms of all requests for differences. */
    asked: [] as string[],
    opened: 0,
  }

  const roomOf = (name: string) => rooms.get(name)
  const mine = notebookRoom(account)
  const ticketFor = (room: string): string => `ticket-${room}-${roomOf(room)?.epoch ?? 1}`

  function make(room: string, level: Level = 'own', epoch = 1): void {
    rooms.set(room, { update: nothing, level, epoch })
  }

  class TinySocket {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSING = 2
    static readonly CLOSED = 3
    readonly OPEN = 1
    readyState = 0
    binaryType = 'arraybuffer'
    onopen: (() => void) | null = null
    onmessage: ((event: { data: ArrayBuffer }) => void) | null = null
    onclose: ((event: { code: number; reason: string }) => void) | null = null
    onerror: ((event: unknown) => void) | null = null
    readonly room: string
    count = 0
    acked = 0

    constructor(url: string | URL, protocols: string | string[] = []) {
      this.room = String(url).slice(String(url).lastIndexOf('/') + 1)
      const [format, ticket] = [protocols].flat()
      state.opened += 1
      queueMicrotask(() => {
        if (!state.isUp || state.areSocketsBlocked || format !== subprotocol(documentFormat) || ticket !== ticketFor(this.room))
          return this.end(1006)
        this.readyState = 1
        sockets.add(this)
        this.onopen?.()
      })
    }

    send(data: Uint8Array): void {
      if (this.readyState === 1) queueMicrotask(() => hear(this, data))
    }

    tell(write: (encoder: ReturnType<typeof createEncoder>) => void): void {
      const encoder = createEncoder()
      write(encoder)
      const bytes = toUint8Array(encoder)
      queueMicrotask(() => this.readyState === 1 && this.onmessage?.({ data: bytes.slice().buffer }))
    }

    ack(): void {
      if (this.acked === this.count) return
      this.acked = this.count
      this.tell((to) => {
        writeVarUint(to, frames.ack)
        writeVarUint(to, this.count)
        writeVarUint(to, this.count)
      })
    }

    control(control: Control): void {
      this.tell((to) => {
        writeVarUint(to, frames.control)
        writeVarString(to, JSON.stringify(control))
      })
    }

    end(code: number): void {
      if (this.readyState === 3) return
      this.readyState = 3
      sockets.delete(this)
      queueMicrotask(() => this.onclose?.({ code, reason: '' }))
    }

    close(): void {
      this.readyState = 3
      sockets.delete(this)
    }
  }

  function hear(socket: TinySocket, data: Uint8Array): void {
    const room = roomOf(socket.room)
    if (room === undefined || socket.readyState !== 1) return
    const decoder = createDecoder(data)
    if (readVarUint(decoder) !== frames.sync) return
    const kind = readVarUint(decoder)
    const payload = readVarUint8Array(decoder)
    if (kind === 0) {
      // As the real one: what it holds first.
      socket.tell((to) => step(to, 0, Y.encodeStateVectorFromUpdate(room.update)))
      return socket.tell((to) => step(to, 1, Y.diffUpdate(room.update, payload)))
    }
    socket.count += 1
    const refusal = state.refuseAll ?? state.refuseNext ?? (hasGap(room.update, payload) ? 'gap' : null)
    if (refusal !== null) {
      state.refusals += 1
      socket.control({ t: 'refused', frame: socket.count, code: refusal })
      if (refusal === 'gap') socket.tell((to) => step(to, 0, Y.encodeStateVectorFromUpdate(room.update)))
      state.refuseNext = null
    } else {
      room.update = Y.mergeUpdates([room.update, payload])
      for (const peer of sockets) if (peer !== socket && peer.room === socket.room) peer.tell((to) => step(to, 2, payload))
    }
    if (state.isAcking) socket.ack()
  }

  const step = (to: ReturnType<typeof createEncoder>, kind: number, payload: Uint8Array): void => {
    writeVarUint(to, frames.sync)
    writeVarUint(to, kind)
    writeVarUint8Array(to, payload)
  }

  const fetch: Fetch = async (address, { body }) => {
    if (!state.isUp) throw new TypeError('offline')
    if (address === ticketPath) return Response.json(tickets(TicketRequest.parse(JSON.parse(String(body))).rooms))
    if (address === diffPath) state.requests += 1
    if (address === diffPath) return Response.json({ rooms: DiffRequest.parse(JSON.parse(String(body))).rooms.map(difference) })
    return new Response('', { status: 404 })
  }

  function tickets(wanted: readonly string[]): unknown {
    state.tickets += 1
    return {
      expiresAt: 0,
      rooms: wanted.map((room) => {
        const found = room === mine ? (roomOf(mine) ?? { level: 'own', epoch: 1 }) : roomOf(room)
        const may = state.isSignedIn && found !== undefined && found.level !== 'none'
        return { room, ticket: may ? ticketFor(room) : null, level: may ? found.level : 'none', epoch: may ? found.epoch : 0 }
      }),
    }
  }

  function difference({ room, epoch, sv, update }: { room: string; epoch: number; sv: string; update?: string | undefined }): unknown {
    state.asked.push(room)
    if (room === mine && roomOf(room) === undefined) make(room)
    const found = roomOf(room)
    if (found === undefined || found.level === 'none' || !state.isSignedIn) return { room, gone: true }
    if (epoch !== 0 && epoch !== found.epoch) return { room, epoch: found.epoch, level: found.level, update: '', sv: 'AA==', refused: null }
    const news = Y.diffUpdate(found.update, fromBase64(sv))
    let refused = null
    if (update !== undefined) {
      if (state.refuseNext === null && state.refuseAll === null && found.level !== 'read' && !hasGap(found.update, fromBase64(update)))
        found.update = Y.mergeUpdates([found.update, fromBase64(update)])
      else refused = state.refuseNext ?? state.refuseAll ?? (found.level === 'read' ? 'not-allowed' : 'gap')
      state.refuseNext = null
    }
    const vector = toBase64(Y.encodeStateVectorFromUpdate(found.update))
    const isNothing = news.length === 2 && news[0] === 0 && news[1] === 0
    return { room, epoch: found.epoch, level: found.level, update: isNothing ? '' : toBase64(news), sv: vector, refused }
  }

  return {
    state,
    make,
    set: (room: string, changes: Partial<{ level: Level; epoch: number; update: Uint8Array }>) =>
      void rooms.set(room, { ...(roomOf(room) ?? { update: nothing, level: 'own', epoch: 1 }), ...changes }),
    sockets,
    fetch,
    /** As stored: built anew. */
    doc(room: string): Y.Doc {
      const doc = new Y.Doc()
      Y.applyUpdate(doc, roomOf(room)?.update ?? nothing)
      return doc
    },
    ackAll(): void {
      for (const socket of sockets) socket.ack()
    },
    cut(code = 1006): void {
      for (const socket of [...sockets]) socket.end(code)
    },
    goDown(): void {
      state.isUp = false
      this.cut()
    },
    // What the provider uses of a WebSocket, and no more.
    WebSocket: TinySocket as unknown as typeof WebSocket,
  }
}
