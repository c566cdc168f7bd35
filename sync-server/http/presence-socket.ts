/**
 * The websocket at `/collab/here/CONVERSATION`: who has it open and who types, while a page shows
 * it. Who comes from another site, brings too many lines or says too much is turned away; who
 * takes no part gets the same answer as for a conversation that is not there.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket, WebSocketServer } from 'ws'
import { isId } from '#shared/kernel/ids.ts'
import { parseTyping, presenceCodes, presenceLimits, presencePath } from '#shared/messages/presence.ts'
import type { PresenceEnd } from '#shared/messages/presence.ts'
import { createConversationPresence } from '#server/documents/conversation-presence.ts'
import type { PresencePorts } from '#server/documents/conversation-presence.ts'
import type { Signed } from '#server/documents/rooms.ts'
import { Meter } from '#server/sync/meter.ts'
import type { Admission } from './admission.ts'
import type { HeaderPairs } from './security-headers.ts'
import { awaitFarewells, hangUp, refusalLines, refuseUpgrade } from './socket-ends.ts'

const maxHandshakes = 200
const pingEveryMs = 30_000
/** More waits for who does not read: it is news of the moment. */
const maxBufferedBytes = 65_536

export interface PresenceSocketOptions {
  readonly ports: PresencePorts
  readonly admission: () => Admission
  readonly sessionOf: (request: IncomingMessage) => Promise<Signed | null>
  readonly headers: HeaderPairs
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

export interface PresenceSockets {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

export function wantsPresenceSocket(request: IncomingMessage): boolean {
  return request.url?.startsWith(`${presencePath}/`) === true && request.headers.upgrade?.toLowerCase() === 'websocket'
}

export function presenceSockets(options: PresenceSocketOptions): PresenceSockets {
  const presence = createConversationPresence(options.ports)
  const open = new Set<WebSocket>()
  const silent = new WeakSet<WebSocket>()
  const byAccount = new Map<string, number>()
  let handshakes = 0
  let library: Promise<WebSocketServer> | null = null
  let isClosed = false
  const pinging = setInterval(pingAll, pingEveryMs).unref()

  async function load(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws')
    return new WebSocketServer({
      ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: presenceLimits.frameBytes },
    })
  }

  /** Lines that are dead are found by their silence. */
  function pingAll(): void {
    for (const webSocket of open) {
      if (silent.has(webSocket)) webSocket.terminate()
      else {
        silent.add(webSocket)
        webSocket.ping()
      }
    }
  }

  const refuse = (socket: Duplex, status: string, more: HeaderPairs = []): void =>
    refuseUpgrade(socket, status, [...options.headers, ...more])

  async function shakeHands(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const account = await options.sessionOf(request)
    library ??= load()
    const server = await library
    if (socket.destroyed || isClosed) return void socket.destroy()
    server.handleUpgrade(request, socket, head, (webSocket) => {
      open.add(webSocket)
      webSocket.once('close', () => open.delete(webSocket))
      webSocket.on('pong', () => silent.delete(webSocket))
      // What goes wrong on the line ends in `close`.
      webSocket.on('error', () => undefined)
      converse(webSocket, request, account).catch((error: unknown) => {
        options.onError(error)
        end(webSocket, 'restart')
      })
    })
  }

  async function converse(webSocket: WebSocket, request: IncomingMessage, account: Signed | null): Promise<void> {
    if (account === null) return end(webSocket, 'ended')
    if (!countIn(webSocket, account.userId)) return end(webSocket, 'flood')
    const meter = new Meter(options.now, presenceLimits.framesBurst, presenceLimits.framesPerSecond)
    // Nothing is lost meanwhile: the line is not read.
    webSocket.pause()
    const id = conversationIn(request.url ?? '')
    const peer = isId(id)
      ? await presence.enter(id, account, {
          send: (text) => {
            if (webSocket.readyState === webSocket.OPEN && webSocket.bufferedAmount < maxBufferedBytes) webSocket.send(text)
          },
          close: (why) => end(webSocket, why),
        })
      : 'forbidden'
    if (typeof peer === 'string') return end(webSocket, peer)
    webSocket.on('message', (data: RawData, isBinary: boolean) => {
      silent.delete(webSocket)
      if (webSocket.readyState !== webSocket.OPEN) return
      if (!meter.take()) return end(webSocket, 'flood')
      const said = isBinary ? null : parseTyping(data.toString())
      if (said === null) return end(webSocket, 'malformed')
      peer.setTyping(said.isTyping)
    })
    webSocket.on('ping', () => {
      if (!meter.take()) end(webSocket, 'flood')
    })
    webSocket.once('close', () => peer.closed())
    if (webSocket.readyState === webSocket.OPEN) webSocket.resume()
    else peer.closed()
  }

  function countIn(webSocket: WebSocket, userId: string): boolean {
    const before = byAccount.get(userId) ?? 0
    if (before >= presenceLimits.sockets) return false
    byAccount.set(userId, before + 1)
    webSocket.once('close', () => {
      const left = (byAccount.get(userId) ?? 1) - 1
      if (left > 0) byAccount.set(userId, left)
      else byAccount.delete(userId)
    })
    return true
  }

  function end(webSocket: WebSocket, why: PresenceEnd): void {
    // A line that is paused would never hear the farewell of the other side.
    webSocket.resume()
    hangUp(webSocket, presenceCodes[why], why)
  }

  return {
    accept(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const refusal = options.admission().socketRefusal(request)
      if (refusal !== null) return refuse(socket, refusalLines[refusal])
      if (isClosed || handshakes >= maxHandshakes) return refuse(socket, '503 Service Unavailable', [['retry-after', '2']])
      handshakes += 1
      shakeHands(request, socket, head)
        .catch((error: unknown) => {
          options.onError(error)
          if (!socket.destroyed) refuse(socket, '503 Service Unavailable', [['retry-after', '2']])
        })
        .finally(() => (handshakes -= 1))
    },
    async close() {
      isClosed = true
      presence.stop()
      clearInterval(pinging)
      await awaitFarewells(open)
    },
  }
}

function conversationIn(url: string): string {
  const [path = ''] = url.split('?')
  return path.slice(presencePath.length + 1)
}
