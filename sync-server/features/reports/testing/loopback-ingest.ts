import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

export interface Arrived {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** Header line, then each item's header and payload. */
  readonly envelope: readonly string[]
}

/**
 * A place that takes envelopes, on this machine, for tests. `answer` may say something else than
 * yes.
 */
export async function loopbackIngest(answer: (response: ServerResponse) => void = (response) => response.end('{"id":"upstream says"}')) {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const part of request) chunks.push(part)
    const text = Buffer.concat(chunks).toString('utf8')
    arrived.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, envelope: text.split('\n') })
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    arrived,
    dsn: `http://key@127.0.0.1:${port}/77`,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
