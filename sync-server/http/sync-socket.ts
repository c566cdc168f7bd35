/**
 * The websocket at `/sync`: from the handshake to messages for `sync/session.ts`, and back.
 * Everything a stranger can do to a socket is met here: other sites' pages, too many sockets,
 * silence, floods, frames that are too large, binary, broken or nested too deep. Each ends with a
 * close code, none with more memory held. The library comes with the first handshake.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket, WebSocketServer } from 'ws'
import type { ByeCode } from '#shared/sync/protocol.ts'
import type { SubscriptionManager } from '#server/sync/subscription-manager.ts'
import type { Session } from '#server/sync/session.ts'
import type { Account, Link } from '#server/sync/sync-ports.ts'
import { isNestedDeeper, parseClientMessage, syncLimits } from '#shared/sync/protocol.ts'
import { Meter } from '#server/sync/meter.ts'
import type { Admission } from './admission.ts'
import type { HeaderPairs } from './security-headers.ts'
import { addressBlock, addressOf } from './client-address.ts'
import type { DeviceClass } from './device-class.ts'
import { deviceClassOf } from './device-class.ts'
import { awaitFarewells, hangUp, refusalLines, refuseUpgrade } from './socket-ends.ts'

export const syncPath = '/sync'

/** Codes of RFC 6455's private range, and its own for a restart. */
const closeCodes: Readonly<Record<ByeCode, number>> = {
  malformed: 4400,
  auth: 4401,
  account: 4403,
  slow: 4408,
  corrupt: 4409,
  version: 4426,
  flood: 4429,
  restart: 1012,
}

const helloWithinMs = 10_000
const maxUngreeted = 20
const maxHandshakes = 100
/** Of one account, open at once: as many as of documents. */
const maxSocketsOfAccount = 100
/** What one device may have waiting before its socket is not read any further. */
const maxWaitingBytes = 2 * 1_048_576
const congestedBytes = 1_048_576

export interface SyncSocketOptions {
  readonly subscriptionManager: SubscriptionManager
  readonly admission: () => Admission
  readonly sessionOf: (request: IncomingMessage) => Promise<Account | null>
  readonly trustedProxies: number
  /** Of every answer that is no page. */
  readonly headers: HeaderPairs
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

export interface SyncSockets {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Everyone has been told: waits a moment for their farewells, then cuts what is still open. */
  close(): Promise<void>
}

/**
 * Whether a request asks for this socket: everything else that wants an upgrade is answered as if
 * it did not.
 */
export function wantsSyncSocket(request: IncomingMessage): boolean {
  return request.url?.split('?')[0] === syncPath && request.headers.upgrade?.toLowerCase() === 'websocket'
}

export function syncSockets(options: SyncSocketOptions): SyncSockets {
  const { subscriptionManager, now } = options
  const open = new Set<WebSocket>()
  const ungreeted = new Map<string, number>()
  const byAccount = new Map<string, number>()
  let handshakes = 0
  let library: Promise<WebSocketServer> | null = null
  let isClosed = false

  async function load(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws')
    return new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: syncLimits.frameBytes })
  }

  const refuse = (socket: Duplex, status: string, more: HeaderPairs = []): void =>
    refuseUpgrade(socket, status, [...options.headers, ...more])

  async function shakeHands(request: IncomingMessage, socket: Duplex, head: Buffer, greeted: () => void): Promise<void> {
    const account = await options.sessionOf(request)
    library ??= load()
    const server = await library
    if (socket.destroyed || isClosed) return void socket.destroy()
    server.handleUpgrade(request, socket, head, (webSocket) =>
      converse(webSocket, account, deviceClassOf(request.headers['user-agent']), greeted),
    )
  }

  function converse(webSocket: WebSocket, account: Account | null, deviceClass: DeviceClass, greeted: () => void): void {
    open.add(webSocket)
    const meter = new Meter(now, syncLimits.framesBurst, syncLimits.framesPerSecond)
    let waiting = 0
    const session: Session = subscriptionManager.open(
      linkOver(webSocket, deviceClass, () => session.feed?.pump()),
      account,
    )
    if (account !== null) {
      webSocket.once('close', () => addTo(byAccount, account.userId, -1))
      addTo(byAccount, account.userId, 1)
      if ((byAccount.get(account.userId) ?? 0) > maxSocketsOfAccount) session.bye('flood')
    }
    const patience = setTimeout(() => session.bye('malformed'), helloWithinMs)
    webSocket.on('message', (data: RawData, isBinary: boolean) => {
      if (!session.isOpen) return
      if (!meter.take()) return session.bye('flood')
      const message = isBinary ? null : messageIn(data)
      if (message === null) return session.bye('malformed')
      const bytes = byteLengthOf(data)
      waiting += bytes
      if (waiting > maxWaitingBytes) webSocket.pause()
      void session.receive(message).then(() => {
        if (session.hasGreeted) {
          clearTimeout(patience)
          greeted()
        }
        waiting -= bytes
        if (webSocket.isPaused && waiting <= maxWaitingBytes) webSocket.resume()
      })
    })
    // Control frames are cheap for the sender too.
    webSocket.on('ping', () => {
      if (!meter.take()) session.bye('flood')
    })
    // The library has closed it, with the code that fits: 1009 for what is too large, 1007 for what
    // is no UTF-8.
    webSocket.on('error', () => session.closed())
    webSocket.once('close', () => {
      open.delete(webSocket)
      clearTimeout(patience)
      session.closed()
    })
  }

  return {
    accept(request, socket, head) {
      // What goes wrong on the line ends in `close`.
      socket.on('error', () => socket.destroy())
      const refusal = options.admission().socketRefusal(request)
      if (refusal !== null) return refuse(socket, refusalLines[refusal])
      // Who has one address of a network has many.
      const address = addressBlock(addressOf(request, options.trustedProxies))
      if (isClosed || handshakes >= maxHandshakes) return refuse(socket, '503 Service Unavailable', [['retry-after', '2']])
      if ((ungreeted.get(address) ?? 0) >= maxUngreeted) return refuse(socket, '429 Too Many Requests', [['retry-after', '10']])
      handshakes += 1
      addTo(ungreeted, address, 1)
      let isCounted = true
      const greeted = (): void => {
        if (isCounted) addTo(ungreeted, address, -1)
        isCounted = false
      }
      socket.once('close', greeted)
      shakeHands(request, socket, head, greeted)
        .catch((error: unknown) => {
          options.onError(error)
          if (!socket.destroyed) refuse(socket, '503 Service Unavailable', [['retry-after', '2']])
        })
        .finally(() => (handshakes -= 1))
    },
    async close() {
      isClosed = true
      await awaitFarewells(open)
    },
  }
}

function linkOver(webSocket: WebSocket, deviceClass: DeviceClass, drained: () => void): Link {
  return {
    maxPages: syncLimits.pagesOutstanding,
    isLasting: true,
    deviceClass,
    buffered: () => webSocket.bufferedAmount,
    send(text) {
      if (webSocket.readyState !== webSocket.OPEN) return
      if (webSocket.bufferedAmount > congestedBytes) webSocket.send(text, drained)
      else webSocket.send(text)
    },
    close(code) {
      if (code === 'silent') return webSocket.terminate()
      hangUp(webSocket, closeCodes[code], code)
    },
  }
}

function messageIn(data: RawData): ReturnType<typeof parseClientMessage> {
  try {
    // The library has seen to it that it is UTF-8.
    const value: unknown = JSON.parse(data.toString())
    return isNestedDeeper(value, syncLimits.nesting) ? null : parseClientMessage(value)
  } catch {
    return null
  }
}

function byteLengthOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, part) => sum + part.byteLength, 0) : data.byteLength
}

function addTo(counts: Map<string, number>, key: string, by: number): void {
  const next = (counts.get(key) ?? 0) + by
  if (next > 0) counts.set(key, next)
  else counts.delete(key)
}
