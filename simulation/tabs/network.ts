/**
 * The shipped client's two ways to the server: websockets and requests, over a network that is
 * slow, cut, half open or blocked, to nodes that die.
 */
import type { DiffRequest } from '#shared/documents/protocol.ts'
import { closeCodes, TicketRequest } from '#shared/documents/protocol.ts'
import { diffPath, ticketPath } from '#shared/documents/rooms.ts'
import type { CloseReason, PeerLink } from '#server/documents/room-peer.ts'
import type { Peer } from '#server/documents/peer.ts'
import type { Fetch } from '#web/data/documents/requests.ts'
import type * as z from 'zod/mini'
import { OneWay } from '../documents/line.ts'
import type { DocumentNode } from '../documents/node.ts'
import type { Browser } from './browser.ts'
import type { PageLife } from './page-life.ts'

interface Network {
  readonly browser: Browser
  readonly host: PageLife
  readonly userId: string
  /** One of those that are up, as a load balancer picks it. */
  pickNode(): DocumentNode | null
}

const restartCode = 1012
const lostCode = 1006

const sessionOf = (userId: string): string => `s-${userId}`

/** @throws TypeError as `fetch` does */
export function fetchOver({ browser, host, userId, pickNode }: Network): Fetch {
  const wait = (): number => host.random.whole(1, host.random.chance(0.1) ? 900 : 60)
  return (address, { body }) =>
    host.promise(wait(), async () => {
      await new Promise<void>((resolve) => host.clockwork.after(wait(), resolve))
      const node = browser.isOnline && !host.isOver ? pickNode() : null
      if (node === null) throw new TypeError('nobody answers')
      const { life, doors } = node.running
      const gone = Promise.withResolvers<never>()
      gone.promise.catch(() => undefined)
      life.onEnd(() => gone.reject(new TypeError('the node is gone')))
      const account = { userId, sessionId: sessionOf(userId) }
      const asked: unknown = JSON.parse(String(body))
      const answering =
        address === ticketPath
          ? doors.tickets(account, TicketRequest.parse(asked).rooms)
          : // The device's own request.
            doors.diff(account, asked as z.infer<typeof DiffRequest>)
      if (address !== ticketPath && address !== diffPath) throw new TypeError(`nothing is at ${address}`)
      const answer = await Promise.race([answering, gone.promise])
      await Promise.race([new Promise<void>((resolve) => host.clockwork.after(wait(), resolve)), gone.promise])
      if (!browser.isOnline) throw new TypeError('nobody answers')
      return Response.json(answer)
    })
}

/** A class of websockets, as y-websocket uses them. */
export function socketsOver(network: Network): typeof WebSocket {
  const { browser, host } = network
  class Socket {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSING = 2
    static readonly CLOSED = 3
    readonly OPEN = 1
    readyState = 0
    binaryType = 'arraybuffer'
    onopen: (() => void) | null = null
    onmessage: ((event: { readonly data: ArrayBuffer }) => void) | null = null
    onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null
    onerror: ((event: unknown) => void) | null = null
    readonly #up = new OneWay(host.clockwork, host.random)
    readonly #down = new OneWay(host.clockwork, host.random)
    #peer: Peer | null = null
    #early: Uint8Array[] | null = []
    #whenCut: () => void = () => undefined

    constructor(url: string | URL, protocols: string | string[] = []) {
      const room = decodeURIComponent(String(url).slice(String(url).lastIndexOf('/') + 1))
      browser.lines.add(this)
      host.life.onEnd(() => this.cut())
      // The world's work, not the page's.
      host.clockwork.after(host.random.whole(1, 40), () => void this.#connect(room, [protocols].flat()[1]))
    }

    async #connect(room: string, ticket: string | undefined): Promise<void> {
      if (this.#up.isCut) return
      const { userId } = network
      const node = browser.isOnline && browser.hasSockets ? network.pickNode() : null
      if (node === null) return this.#end(lostCode)
      const { life, doors } = node.running
      const { run } = node
      life.onEnd(() => this.breaks())
      this.#down.send(new Uint8Array(), () => this.#hears(() => this.#opened()))
      const claims = await doors.check(ticket, { userId, sessionId: sessionOf(userId) }, room)
      if (typeof claims === 'string') return this.#end(closeCodes[claims as keyof typeof closeCodes])
      const link: PeerLink = {
        send: (frame) => this.#down.send(frame, (heard) => this.#hears(() => this.onmessage?.({ data: heard.slice().buffer }))),
        close: (reason: CloseReason) => this.#end(reason === 'restart' ? restartCode : closeCodes[reason]),
        buffered: () => this.#down.onTheWay,
        pause: () => undefined,
        resume: () => undefined,
      }
      const peer = await node.enter(room, userId, claims.epoch, link)
      if (peer === null) return
      if (this.#up.isCut) return peer.closed()
      this.#whenCut = () => life.after(host.random.chance(0.3) ? 4_000 : 1, () => peer.closed())
      this.#peer = peer
      for (const frame of this.#early?.splice(0) ?? []) if (node.run === run) peer.receive(frame)
      this.#early = null
      life.onEnd(() => (this.#peer = null))
    }

    #opened(): void {
      this.readyState = 1
      this.onopen?.()
    }

    #hears(work: () => void): void {
      if (this.readyState < 2) host.answer(0, () => this.readyState < 2 && work())
    }

    send(data: Uint8Array): void {
      if (this.readyState !== 1) return
      this.#up.send(data.slice(), (heard) => {
        if (this.#early !== null) this.#early.push(heard)
        else this.#peer?.receive(heard)
      })
    }

    /** After all that was said. */
    #end(code: number): void {
      this.#down.end(() => this.#closes(code))
    }

    #closes(code: number): void {
      this.cut()
      host.answer(0, () => {
        if (this.readyState === 3) return
        this.readyState = 3
        this.onclose?.({ code, reason: '' })
      })
    }

    /**
     * Nothing passes any more; its page hears of it soon, or by itself when nothing comes for long.
     */
    breaks(): void {
      if (this.#up.isCut) return
      this.cut()
      if (!host.random.chance(0.2)) host.after(host.random.whole(0, 400), () => this.#closes(lostCode))
    }

    cut(): void {
      if (this.#up.isCut) return
      this.#up.isCut = this.#down.isCut = true
      browser.lines.delete(this)
      this.#whenCut()
    }

    close(): void {
      this.readyState = 3
      this.cut()
    }
  }
  // What the provider uses of a WebSocket, and no more.
  return Socket as unknown as typeof WebSocket
}
