/** The other end of the socket at `/sync`, as a script or an attacker holds it. */
import { WebSocket } from 'ws'
import type { ClientMessage, ServerMessage } from '#shared/sync/protocol.ts'
import { parseServerMessage } from '#shared/sync/protocol.ts'

export interface SocketClient {
  readonly heard: ServerMessage[]
  readonly socket: WebSocket
  say(message: ClientMessage): void
  /** Any frame: text, or bytes as a binary one. */
  frame(data: string | Uint8Array): void
  /** Resolves with the first message that fits, now or later. Rejects when the line ends before. */
  until<T extends ServerMessage['t']>(
    t: T,
    fits?: (message: Extract<ServerMessage, { t: T }>) => boolean,
  ): Promise<Extract<ServerMessage, { t: T }>>
  readonly closed: Promise<number>
}

/** @throws Error with the status the handshake was refused with */
export async function openSocket(origin: string, headers: Readonly<Record<string, string>> = {}): Promise<SocketClient> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/sync`, { headers: { origin, ...headers }, perMessageDeflate: false })
  const heard: ServerMessage[] = []
  const listeners = new Set<() => void>()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  let isClosed = false
  void closed.then(() => {
    isClosed = true
    for (const listen of listeners) listen()
  })
  socket.on('message', (data) => {
    const message = parseServerMessage(data.toString())
    if (message === null) throw new Error('the server said what is no message')
    heard.push(message)
    for (const listen of listeners) listen()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))))
    socket.once('error', reject)
  })
  socket.on('error', () => undefined)
  return {
    heard,
    socket,
    closed,
    say: (message) => socket.send(JSON.stringify(message)),
    frame: (data) => socket.send(data),
    until(t, fits = () => true) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
          const found = heard.find((message) => message.t === t && fits(message as never))
          if (found === undefined && !isClosed) return
          listeners.delete(look)
          // Of the kind that was asked for.
          if (found === undefined) reject(new Error(`the line ended before ${t}: ${JSON.stringify(heard.at(-1))}`))
          else resolve(found as never)
        }
        listeners.add(look)
        look()
      })
    },
  }
}

/** The status that a handshake is refused with; 101 when it is not. */
export function handshake(origin: string, headers: Readonly<Record<string, string>>, path = '/sync'): Promise<number> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers: { ...headers } })
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.once('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.once('error', reject)
  })
}
