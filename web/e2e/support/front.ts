/**
 * A server in front of the site that passes everything on, but for what the test says: another
 * worker's script, an error in a file's place.
 */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Front {
  readonly origin: string
  /** From now on `/sw.js` is this; `null`: the site's own. */
  worker: ((own: string) => string) | null
  /** What is asked for under such a path has no answer but an error. */
  broken: RegExp | null
  /** Everything that was asked for and answered, by pages and workers, in order. */
  readonly passed: readonly Passed[]
  close(): Promise<void>
}

interface Passed {
  readonly path: string
  readonly type: string
  /** Of the answer's body, as it was sent. */
  readonly bytes: number
}

export async function startFront(origin: string): Promise<Front> {
  const site = new URL(origin)
  const seen: Passed[] = []
  const server = createServer((asked, answer) => {
    if (front.broken?.test(asked.url ?? '') === true) {
      answer.writeHead(503).end()
      return
    }
    const passed = request(
      {
        host: site.hostname,
        port: site.port,
        path: asked.url ?? '/',
        method: asked.method ?? 'GET',
        // What comes from its own pages comes from the site's.
        headers: { ...asked.headers, host: site.host, ...(asked.headers.origin === front.origin ? { origin } : {}) },
      },
      (given) => {
        let bytes = 0
        given.on('data', (part: Buffer) => (bytes += part.length))
        given.on('end', () => seen.push({ path: asked.url ?? '/', type: given.headers['content-type'] ?? '', bytes }))
        if (asked.url !== '/sw.js' || front.worker === null) {
          answer.writeHead(given.statusCode ?? 502, given.headers)
          given.pipe(answer)
          return
        }
        given.resume()
        void fetch(`${origin}/sw.js`)
          .then((own) => own.text())
          .then((own) => {
            answer.setHeader('content-type', 'text/javascript')
            answer.setHeader('cache-control', 'no-cache')
            answer.setHeader('content-security-policy', given.headers['content-security-policy'] ?? '')
            answer.end(front.worker?.(own) ?? own)
          })
      },
    )
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo
  const front: Front = {
    origin: `http://127.0.0.1:${port}`,
    worker: null,
    broken: null,
    passed: seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return front
}
