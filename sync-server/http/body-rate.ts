import type { IncomingMessage, ServerResponse } from 'node:http'

const lookEveryMs = 4_000
/** Slower than any line people write essays on. */
const leastBytes = 8_000

/**
 * Ends requests whose body comes by drops, so that a few thousand of them cannot hold the server's
 * memory. Large bodies on slow lines get through.
 */
export function keepRateLimit(request: IncomingMessage, response: ServerResponse): void {
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!hasBody) return
  let before = request.socket.bytesRead
  const timer = setInterval(() => {
    const now = request.socket.bytesRead
    if (request.complete) clearInterval(timer)
    else if (now - before < leastBytes) {
      if (!response.headersSent) response.writeHead(408, { connection: 'close', 'content-length': '0' }).end()
      request.destroy()
    }
    before = now
  }, lookEveryMs)
  timer.unref()
  response.once('close', () => clearInterval(timer))
}
