import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import type { RequestOptions } from 'node:https'
import { connect as connectTls } from 'node:tls'
import type { SecureVersion } from 'node:tls'
import { WebSocket } from 'ws'
import { findNginx } from '../../scripts/nginx.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import { sqlitePlace } from '#server/store/testing/each-store.ts'
import { posts } from '#shared/posts/schema.ts'
import type { RunningNginx } from './testing/nginx.ts'
import { heldPort, startNginx } from './testing/nginx.ts'
import type { TestSite } from './testing/test-site.ts'
import { ada, postId, postUrl, smallCommunity, testSite } from './testing/test-site.ts'

const program = findNginx()

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

describe.runIf(program !== null)('the nginx that deploy/ describes', () => {
  let place: TestPlace
  let nodes: readonly TestSite[] = []
  let nginx: RunningNginx
  let port = 0
  let plainPort = 0
  const agent = new Agent({ keepAlive: true })
  let releaseRest = (): void => undefined

  beforeAll(async () => {
    const held = await Promise.all([heldPort(), heldPort()])
    ;[port, plainPort] = held.map((one) => one.port) as [number, number] // two were asked for
    place = await sqlitePlace()
    const node = (name: string): Promise<TestSite> =>
      testSite({
        siteUrl: `https://localhost:${port}`,
        dataDir: place.address.dataDir,
        trustedProxies: 1,
        moreRoutes(app) {
          app.get('/api/which', async ({ ip, headers }) => ({ name, ip, forwarded: headers['x-forwarded-for'] }))
          app.get('/api/slowly', (_request, reply) => {
            reply.hijack()
            reply.raw.writeHead(200, { 'content-type': 'text/html', 'x-accel-buffering': 'no' })
            reply.raw.write('<p>the beginning')
            releaseRest = () => void reply.raw.end('<p>the rest')
          })
        },
      })
    const first = await node('first')
    nodes = [first, await node('second')]
    await smallCommunity(first)
    // Not before: the nodes would be given them.
    for (const one of held) await one.release()
    nginx = await startNginx({ program: program ?? '', nodes: nodes.map(({ app }) => app.port ?? 0), port, plainPort })
  })

  afterAll(async () => {
    agent.destroy()
    await nginx?.stop()
    await Promise.all(nodes.map((node) => node.close()))
    await place?.remove()
  })

  const options = (path: string, more: RequestOptions = {}): RequestOptions => ({
    ...{ host: '127.0.0.1', port, path, servername: 'localhost', ca: nginx.certificate, agent },
    ...more,
    headers: { host: `localhost:${port}`, accept: 'text/html', 'accept-encoding': 'identity', ...more.headers },
  })

  async function ask(path: string, more: RequestOptions = {}, body?: string | Buffer): Promise<Answer> {
    const asked = request(options(path, more))
    const answered = once(asked, 'response')
    // It may be answered before all of a body is taken.
    asked.on('error', () => undefined)
    asked.end(body)
    const [response] = (await answered) as [IncomingMessage]
    let text = ''
    for await (const part of response) text += String(part)
    return { status: response.statusCode ?? 0, headers: response.headers, text }
  }
  const which = async (more: RequestOptions = {}) => JSON.parse((await ask('/api/which', more)).text) as Record<string, unknown>
  const cacheStates = (path: string) => nginx.log().flatMap((line) => (line.path === path ? [line.cache] : []))
  const asAda = { cookie: `as=${ada}` }

  test('plain http is sent to https', async () => {
    const asked = plainRequest({ host: '127.0.0.1', port: plainPort, path: '/allPosts?limit=5', headers: { host: 'localhost' } })
    asked.end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.resume()
    expect([response.statusCode, response.headers.location]).toEqual([301, 'https://localhost/allPosts?limit=5'])
  })

  test('TLS 1.3 and 1.2 are spoken, and older versions refused by the server itself', async () => {
    const spoken = (version: SecureVersion) =>
      new Promise<string | null>((resolve) => {
        // Level 0: a client of today does not offer the old ones by itself.
        const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
        const socket = connectTls({ host: '127.0.0.1', port, servername: 'localhost', ca: nginx.certificate, ...old }, () => {
          resolve(socket.getProtocol())
          socket.destroy()
        })
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      })
    expect(await Promise.all((['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1'] as const).map(spoken))).toEqual([
      ...['TLSv1.3', 'TLSv1.2'],
      ...['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
    ])
  })

  test('each process has its turn, and knows where a reader is, whatever they say themselves', async () => {
    const names = new Set<unknown>()
    for (let n = 0; n < 6; n += 1) names.add((await which()).name)
    expect([...names].toSorted()).toEqual(['first', 'second'])
    const claimed = { headers: { 'x-forwarded-for': '203.0.113.9, 203.0.113.10' } }
    expect(await which(claimed)).toMatchObject({ ip: '127.0.0.1', forwarded: '127.0.0.1' })
    expect(await which({ localAddress: '127.0.0.9', agent: false })).toMatchObject({ ip: '127.0.0.9' })
  })

  test('a public page is compressed and validated by Lyceum, held for a second, and asked about by its tag', async () => {
    const asBrowser = { headers: { 'accept-encoding': 'br' } }
    const page = await ask(postUrl, asBrowser)
    const { etag } = page.headers
    expect([page.status, page.headers['content-encoding'], page.headers['cache-control']]).toEqual([
      200,
      'br',
      'public, max-age=0, must-revalidate',
    ])
    expect(page.headers['strict-transport-security']).toContain('max-age')
    expect((await ask(postUrl, { headers: { ...asBrowser.headers, 'if-none-match': etag ?? '' } })).status).toBe(304)
    await expect.poll(async () => (await ask(postUrl, asBrowser), cacheStates(postUrl).at(-1))).toBe('REVALIDATED')
    expect(cacheStates(postUrl)[0]).toBe('MISS')
    expect(cacheStates(postUrl)).toContain('HIT')
    // A tag that holds no more.
    await nodes[0]?.change(async (tx) => {
      const post = await tx.get(posts, postId)
      if (post !== undefined) await tx.put(posts, { ...post, title: 'On other tides' })
    })
    await nodes[1]?.app.context.freshness.wake()
    await expect.poll(async () => (await ask(postUrl, asBrowser)).headers.etag).not.toBe(etag)
  })

  test('who has a cookie is never answered from the cache, and nothing of theirs gets into it', async () => {
    expect((await ask('/account', { headers: asAda })).text).toContain('account')
    expect((await ask('/account')).status).toBe(401)
    await ask('/allPosts')
    await ask('/allPosts', { headers: asAda })
    await ask('/allPosts', { headers: { authorization: 'Bearer key' } })
    // A line is written a moment after its answer.
    await expect.poll(() => cacheStates('/allPosts').slice(-2)).toEqual(['BYPASS', 'BYPASS'])
    await expect.poll(() => cacheStates('/account')).toEqual(['BYPASS', 'MISS'])
  })

  test('sockets of devices and of texts get through, from this site alone', async () => {
    const socketOptions = (origin: string) => ({ ca: nginx.certificate, headers: { origin, host: `localhost:${port}`, ...asAda } })
    const url = (path: string) => `wss://localhost:${port}${path}`
    const device = new WebSocket(url('/sync'), socketOptions(`https://localhost:${port}`))
    await once(device, 'open')
    device.send('{"t":"ping"}')
    const [said] = await once(device, 'message')
    expect(JSON.parse(String(said))).toMatchObject({ t: 'pong' })
    device.terminate()
    const text = new WebSocket(url('/collab/post:1'), ['lyceum-document.1', 'no-ticket'], socketOptions(`https://localhost:${port}`))
    const [code] = await once(text, 'close')
    expect(code).toBeGreaterThan(4_400)
    const foreign = new WebSocket(url('/sync'), socketOptions('https://evil.test'))
    foreign.on('error', () => undefined)
    const [, refused] = (await once(foreign, 'unexpected-response')) as [unknown, IncomingMessage]
    expect(refused.statusCode).toBe(403)
  })

  test('an answer that comes in pieces is passed on in pieces', async () => {
    const asked = request(options('/api/slowly', { agent: false }))
    asked.end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const [beginning] = await once(response, 'data')
    expect(String(beginning)).toBe('<p>the beginning')
    releaseRest()
    const [rest] = await once(response, 'data')
    expect(String(rest)).toBe('<p>the rest')
    await once(response.resume(), 'end')
  })

  test('what is larger than any picture may be is not taken; what is smaller, Lyceum judges', async () => {
    const post = (bytes: number) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': bytes },
      agent: false as const,
    })
    const tooLarge = await ask('/api/mutations/votes.set', post(22 * 1_048_576))
    expect([tooLarge.status, tooLarge.headers['content-type']]).toEqual([413, 'text/html'])
    const large = await ask('/api/mutations/votes.set', post(1_048_576), Buffer.alloc(1_048_576, 'a'))
    expect([large.status, large.headers['content-type']]).toEqual([413, 'application/json; charset=utf-8'])
  })

  test('the numbers for this machine alone are not shown through it', async () => {
    expect((await ask('/metrics')).status).toBe(404)
    expect((await ask('/readyz')).status).toBe(200)
  })

  test('its log has neither addresses of readers nor what they asked for', async () => {
    await ask('/search?query=hiddenword', { localAddress: '127.0.0.77', agent: false })
    await ask('/resetPassword/hiddenword')
    await expect.poll(() => nginx.log().map(({ path }) => path)).toContain('/resetPassword/…')
    expect(JSON.stringify(nginx.log())).not.toMatch(/hiddenword|127\.0\.0\.77/u)
  })

  test('past a process that is gone requests go to the other', async () => {
    await nodes[1]?.close()
    nodes = nodes.slice(0, 1)
    for (let n = 0; n < 4; n += 1) expect((await which()).name).toBe('first')
  })
})
