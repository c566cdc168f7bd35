/**
 * The websocket of a document at `/collab/ROOM`: from the handshake to frames for
 * `documents/peer.ts`, and back. Who comes from another site or brings too many lines is turned
 * away before a word; whoever has no good ticket is told why by a close code, since a browser shows
 * a page no other answer. Nothing is read from a line before its document is loaded.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket, WebSocketServer } from 'ws'
import type { Doors } from '#server/documents/doors.ts'
import type { CloseReason, PeerLink } from '#server/documents/room-peer.ts'
import type { Rooms, Signed } from '#server/documents/rooms.ts'
import type { Admission } from './admission.ts'
import type { HeaderPairs } from './security-headers.ts'
import { closeCodes, documentFormat, documentLimits, subprotocol } from '#shared/documents/protocol.ts'
import { collabPath } from '#shared/documents/rooms.ts'
import { countOne } from '#server/sync/sync-metrics.ts'
import { awaitFarewells, hangUp, refusalLines, refuseUpgrade } from './socket-ends.ts'

const restartCode = 1012
/**
 * All who come back after a restart: whoever is turned away comes much later than one who waits in
 * line.
 */
const maxHandshakes = 1_000
/** Of one account, open at once. */
const maxOfAccount = 100
const pingEveryMs = 30_000

export interface CollabSocketOptions {
  readonly rooms: Rooms
  readonly doors: Doors
  readonly admission: () => Admission
  readonly sessionOf: (request: IncomingMessage) => Promise<Signed | null>
  /** Of every answer that is no page. */
  readonly headers: HeaderPairs
  readonly onError: (error: unknown) => void
}

export interface CollabSockets {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Everyone has been told: waits a moment for their farewells, then cuts what is still open. */
  close(): Promise<void>
}

/** Whether a request asks for a document's socket. */
export function wantsCollabSocket(request: IncomingMessage): boolean {
  return request.url?.startsWith(`${collabPath}/`) === true && request.headers.upgrade?.toLowerCase() === 'websocket'
}

export function collabSockets(options: CollabSocketOptions): CollabSockets {
  const { rooms, doors } = options
  const open = new Set<WebSocket>()
  const byAccount = new Map<string, number>()
  const silent = new WeakSet<WebSocket>()
  let handshakes = 0
  let library: Promise<WebSocketServer> | null = null
  let isClosed = false
  const wrap = wrapping()
  const pinging = setInterval(pingAll, pingEveryMs).unref()

  async function load(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws')
    return new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      // What is a little too large is told so; what is larger still, the library cuts.
      maxPayload: 2 * documentLimits.frameBytes,
      // The first is the format, whichever; a browser hangs up when none is chosen. The ticket is
      // never repeated.
      handleProtocols: (offered) => [...offered].find((name) => formatOf(name) !== null) ?? false,
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
      converse(webSocket, request, account, socket).catch((error: unknown) => {
        options.onError(error)
        end(webSocket, 'load')
      })
    })
  }

  async function converse(webSocket: WebSocket, request: IncomingMessage, account: Signed | null, socket: Duplex): Promise<void> {
    // What goes wrong on the line ends in `close`.
    webSocket.on('error', () => undefined)
    // Nothing is lost meanwhile: the line is not read.
    webSocket.pause()
    const offered = offeredProtocols(request)
    if (formatOf(offered[0] ?? '') !== documentFormat) return end(webSocket, 'version')
    const name = roomIn(request.url ?? '')
    const checked = await doors.check(offered[1], account, name)
    if (typeof checked === 'string') return end(webSocket, checked)
    if (!countIn(webSocket, checked.userId)) return end(webSocket, 'flood')
    const link = linkOver(webSocket, socket, wrap, (reason) => end(webSocket, reason))
    const peer = await together(socket, () =>
      rooms.enter(name, { userId: checked.userId, sessionId: checked.sessionId }, checked.epoch, link),
    )
    if (typeof peer === 'string') return end(webSocket, peer)
    webSocket.on('message', (data: RawData, isBinary: boolean) => {
      silent.delete(webSocket)
      if (isBinary) peer.receive(bytesOf(data))
      else peer.close('malformed')
    })
    webSocket.once('close', () => peer.closed())
    if (webSocket.readyState === webSocket.OPEN) webSocket.resume()
    else peer.closed()
  }

  function countIn(webSocket: WebSocket, userId: string): boolean {
    const before = byAccount.get(userId) ?? 0
    if (before >= maxOfAccount) return false
    byAccount.set(userId, before + 1)
    webSocket.once('close', () => {
      const left = (byAccount.get(userId) ?? 1) - 1
      if (left > 0) byAccount.set(userId, left)
      else byAccount.delete(userId)
    })
    return true
  }

  function end(webSocket: WebSocket, reason: CloseReason): void {
    const code = reason === 'restart' ? restartCode : closeCodes[reason]
    countOne(rooms.metrics.closes, code)
    // A line that is paused would never hear the farewell of the other side.
    webSocket.resume()
    hangUp(webSocket, code, reason)
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
      clearInterval(pinging)
      await awaitFarewells(open)
    },
  }
}

/** `lyceum-document.1`: 1. */
function formatOf(protocol: string): number | null {
  const format = Number(/\.(\d{1,9})$/u.exec(protocol)?.[1] ?? Number.NaN)
  return protocol === subprotocol(format) ? format : null
}

function offeredProtocols(request: IncomingMessage): readonly string[] {
  return (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
}

/** Names of rooms hold nothing that an address would write otherwise but the colon. */
function roomIn(url: string): string {
  const [path = ''] = url.split('?')
  return path.slice(collabPath.length + 1).replace(/%3A/iu, ':')
}

/** Copying costs more than a second write from there on. */
const maxWrapped = 16_384

/**
 * The message around a frame, whole and unmasked (RFC 6455 §5.2). What goes to everyone in a room
 * is asked for by each in turn, and made once.
 */
function wrapping(): (frame: Uint8Array) => Buffer {
  let last: { readonly frame: Uint8Array; readonly message: Buffer } | null = null
  return (frame) => {
    if (last?.frame === frame) return last.message
    const head = frame.length < 126 ? 2 : 4
    const message = Buffer.allocUnsafe(head + frame.length)
    // A last fragment, of binary data.
    message[0] = 0x82
    message[1] = Math.min(frame.length, 126)
    if (head === 4) message.writeUInt16BE(frame.length, 2)
    message.set(frame, head)
    last = { frame, message }
    return message
  }
}

/**
 * Without compression the library writes each message at once and whole, so that messages written
 * past it stand between its own.
 */
function linkOver(webSocket: WebSocket, socket: Duplex, wrap: ReturnType<typeof wrapping>, close: (reason: CloseReason) => void): PeerLink {
  return {
    // All of it waits there: nothing is compressed.
    buffered: () => socket.writableLength,
    send(frame) {
      if (webSocket.readyState !== webSocket.OPEN) return
      if (frame.length > maxWrapped) webSocket.send(frame)
      else socket.write(wrap(frame))
    },
    pause: () => webSocket.pause(),
    resume() {
      if (webSocket.isPaused) webSocket.resume()
    },
    close,
  }
}

/** What is said meanwhile, and in the same turn of the loop, leaves as one. */
async function together<T>(socket: Duplex, work: () => Promise<T>): Promise<T> {
  socket.cork()
  try {
    return await work()
  } finally {
    setImmediate(() => socket.uncork())
  }
}

/** Bytes of their own: the library's may be part of what it reads next. */
function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return new Uint8Array(Buffer.concat(data))
  return new Uint8Array(data)
}
