import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderPairs } from './security-headers.ts'

/** Of whom nothing is read: in one write, and the line is closed. */
export function refuseEarly(request: IncomingMessage, response: ServerResponse, status: 400 | 403 | 421, headers: HeaderPairs): void {
  const code = status === 403 ? 'not-allowed' : 'invalid'
  const body = JSON.stringify({ error: { code, reason: null, field: null, retryAfterMs: null } })
  response.writeHead(status, [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    'cache-control',
    'no-store',
    'connection',
    'close',
    ...headers.flatMap(([name, value]) => [name, value]),
  ])
  response.end(request.method === 'HEAD' ? undefined : body)
}
