/** How every websocket of ours is turned away, hung up and, when the server stops, waited for. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { HeaderPairs } from './security-headers.ts'

/** By what `Admission.socketRefusal` answers. */
export const refusalLines = { 400: '400 Bad Request', 403: '403 Forbidden', 421: '421 Misdirected Request' } as const

/** For the other side's farewell. */
const lingerMs = 2_000
const lastMomentMs = 1_000

/** Before there is a websocket: a plain answer, and the end of the line. */
export function refuseUpgrade(socket: Duplex, status: string, headers: HeaderPairs): void {
  const lines = [...headers, ['cache-control', 'no-store'], ['connection', 'close'], ['content-length', '0']]
  socket.end(`HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  socket.once('finish', () => socket.destroy())
}

/** Says goodbye, and cuts the line when the other side does not. */
export function hangUp(webSocket: WebSocket, code: number, reason: string): void {
  webSocket.close(code, reason)
  const cut = setTimeout(() => webSocket.terminate(), lingerMs)
  webSocket.once('close', () => clearTimeout(cut))
}

/** Everyone has been told: waits a moment for their farewells, then cuts what is still open. */
export async function awaitFarewells(open: ReadonlySet<WebSocket>): Promise<void> {
  const gone = [...open].map((webSocket) => new Promise((resolve) => webSocket.once('close', resolve)))
  const cut = setTimeout(() => {
    for (const webSocket of open) webSocket.terminate()
  }, lastMomentMs)
  await Promise.all(gone)
  clearTimeout(cut)
}
