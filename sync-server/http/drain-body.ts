import type { IncomingMessage } from 'node:http'

/** More than nginx lets through (deploy/nginx/lyceum.conf), so a person always gets the answer. */
const maxBytes = 24 * 1_048_576
const maxMs = 30_000

/**
 * Reads and drops the rest of a body that was answered before it had arrived: a socket closed on a
 * sender who still sends is reset, and browsers and proxies then throw our answer away. After 24 MB
 * or 30 s the socket is closed.
 */
export function drainBody(request: IncomingMessage): void {
  const { socket } = request
  const readBefore = socket.bytesRead
  const timer = setTimeout(() => socket.destroy(), maxMs)
  timer.unref()
  request.on('data', () => {
    if (socket.bytesRead - readBefore > maxBytes) socket.destroy()
  })
  for (const end of ['end', 'close']) request.once(end, () => clearTimeout(timer))
  request.resume()
}
