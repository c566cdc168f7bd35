import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClientMessage, ServerMessage } from '#shared/sync/protocol.ts'
import type { SocketClient } from './testing/socket-client.ts'
import type { TestSite } from './testing/test-site.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import { handshake, openSocket } from './testing/socket-client.ts'
import { ada, ben, exchange, postId, smallCommunity, testSite } from './testing/test-site.ts'

const thread = `thread:${postId}`
let site: TestSite
beforeAll(async () => {
  site = await testSite()
  await smallCommunity(site)
})
afterAll(() => site.close())

const hello = (device: number, ...shapes: readonly string[]): ClientMessage => ({
  t: 'hello',
  proto: 1,
  schema: 1,
  device: idOf(device),
  shapes: shapes.map((id) => ({ id, epoch: '', cursor: 0 })),
})
const bookmark = (n: number, isSaved = true) => ({
  n,
  v: 1,
  at: 0,
  name: 'bookmarks.set',
  args: { targetKind: 'post', targetId: postId, isSaved },
})
const as = (userId: string) => ({ cookie: `as=${userId}` })
const post = (messages: unknown, headers: Record<string, string> = {}) =>
  site.send(
    'POST',
    '/sync',
    { 'content-type': 'application/json', origin: site.origin, ...as(ben), ...headers },
    JSON.stringify({ messages }),
  )
const answers = (text: string) => (JSON.parse(text) as { messages: ServerMessage[] }).messages

describe('the handshake', () => {
  const port = () => new URL(site.origin).port
  test.each([
    ['another site', () => ({ origin: 'http://evil.test' }), 403],
    ['no origin at all', () => ({}), 403],
    ['a page without an origin', () => ({ origin: 'null' }), 403],
    ['a sub-domain', () => ({ origin: `http://sub.127.0.0.1:${port()}` }), 403],
    ['another port', () => ({ origin: 'http://127.0.0.1:1' }), 403],
    ['another scheme', () => ({ origin: site.origin.replace('http', 'https') }), 403],
    ['this site, as the browser says from elsewhere', () => ({ origin: site.origin, 'sec-fetch-site': 'cross-site' }), 403],
    ['a page that only names us as where it came from', () => ({ referer: `${site.origin}/` }), 403],
    ['another host’s name', () => ({ host: 'evil.test', origin: 'http://evil.test' }), 421],
    ['this site', () => ({ origin: site.origin }), 101],
  ])('from %s', async (_from, headers, status) => {
    expect(await handshake(site.origin, { ...as(ben), ...headers() })).toBe(status)
  })

  test('is for this one address, and what asks for another protocol is answered as if it did not', async () => {
    expect(await handshake(site.origin, { origin: site.origin }, '/allPosts')).toBe(200)
    expect((await site.get('/', { connection: 'upgrade', upgrade: 'h2c' })).status).toBe(200)
    expect((await site.get('/sync')).status).toBe(405)
    expect((await site.get('/sync', { connection: 'upgrade', upgrade: 'websocket' })).status).toBe(403)
  })

  test('without a key is refused, and nothing is left of it', async () => {
    const answer = await site.get('/sync', { connection: 'upgrade', upgrade: 'websocket', origin: site.origin })
    expect([400, 426]).toContain(answer.status)
  })

  test('compresses nothing, whatever is offered', async () => {
    const client = await openSocket(site.origin, { ...as(ben), 'sec-websocket-extensions': 'permessage-deflate' })
    expect(client.socket.extensions).toBe('')
    client.socket.terminate()
  })

  test('is refused to whoever holds twenty lines and greets on none', async () => {
    const open = await Promise.all(Array.from({ length: 20 }, () => openSocket(site.origin, as(ben))))
    expect(await handshake(site.origin, { origin: site.origin })).toBe(429)
    const first = open[0]
    first?.say(hello(8_001))
    await first?.until('welcome')
    expect(await handshake(site.origin, { origin: site.origin })).toBe(101)
    for (const { socket } of open) socket.terminate()
    await Promise.all(open.map(({ closed }) => closed))
  })
})

test('one account holds at most a hundred sockets, and others are not affected', async () => {
  const clients: Awaited<ReturnType<typeof openSocket>>[] = []
  for (let n = 0; n < 100; n += 1) {
    const client = await openSocket(site.origin, as(ben))
    client.say(hello(7_000 + n))
    await client.until('welcome')
    clients.push(client)
  }
  expect(await (await openSocket(site.origin, as(ben))).closed).toBe(4429)
  const other = await openSocket(site.origin, as(ada))
  other.say(hello(7_200))
  await other.until('welcome')
  clients[0]?.socket.terminate()
  await clients[0]?.closed
  await expect
    .poll(async () => {
      const again = await openSocket(site.origin, as(ben))
      again.say(hello(7_300))
      const isWelcome = await Promise.race([again.until('welcome').then(() => true), again.closed.then(() => false)])
      again.socket.terminate()
      return isWelcome
    })
    .toBe(true)
  for (const { socket } of [...clients, other]) socket.terminate()
  await Promise.all([...clients, other].map(({ closed }) => closed))
})

describe('a conversation over the socket', () => {
  test('brings a thread, a mutation’s answer, and others’ mutations as they happen', async () => {
    const client = await openSocket(site.origin, as(ben))
    client.say(hello(8_002, thread, `me:${ben}`))
    await client.until('page', ({ shape }) => shape === thread)
    client.say({ t: 'push', mutations: [bookmark(1)] })
    expect(await client.until('result')).toMatchObject({ n: 1, outcome: 'applied' })
    client.say({ t: 'took', pages: 2 })
    await client.until('page', ({ shape, puts }) => shape === `me:${ben}` && puts.some(({ kind }) => kind === 'bookmarks'))
    client.say({ t: 'took', pages: 1 })
    const args = { id: idOf(50), postId, parentId: null, body: paragraph('Seen at once') }
    await site.writer.apply({ name: 'comments.post', args, userId: ada, source: 'member' })
    const page = await client.until('page', ({ puts }) => puts.some(({ row }) => row.id === idOf(50)))
    expect(page.cards.map(({ id }) => id)).not.toContain(postId)
    client.socket.close()
    await client.closed
  })

  test('without a session ends with the word for it', async () => {
    const client = await openSocket(site.origin)
    client.say(hello(8_003))
    expect([await client.closed, client.heard]).toEqual([4401, [{ t: 'bye', code: 'auth', afterMs: 0, spreadMs: 0 }]])
  })

  test.each<readonly [string, (client: SocketClient) => void, number]>([
    ['what is no JSON', (client) => client.frame('{"t":'), 4400],
    ['a list', (client) => client.frame('[]'), 4400],
    ['a message with a field too many', (client) => client.frame('{"t":"ping","admin":true}'), 4400],
    ['a prototype', (client) => client.frame('{"t":"ping","__proto__":{"isAdmin":true}}'), 4400],
    ['a binary frame', (client) => client.frame(Buffer.from('{"t":"ping"}')), 4400],
    ['100,000 brackets', (client) => client.frame(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 4400],
    ['a mutation nested 400 deep', (client) => client.frame(deepPush(400)), 4400],
    ['one byte above the limit', (client) => client.frame('x'.repeat(1_048_577)), 1009],
    ['a flood', (client) => Array.from({ length: 200 }, () => client.say({ t: 'ping' })), 4429],
    // The library itself cuts whoever has 60 pongs outstanding.
    ['a flood of pings that browsers cannot send', (client) => Array.from({ length: 200 }, () => client.socket.ping()), 1006],
    ['a second greeting', (client) => client.say(hello(8_004)), 4400],
  ])('%s ends it', async (_what, attack, code) => {
    const client = await openSocket(site.origin, as(ben))
    client.say(hello(8_004))
    await client.until('welcome')
    attack(client)
    expect(await client.closed).toBe(code)
    expect((await site.get('/healthz')).status).toBe(200)
  })

  test('a frame that is no UTF-8 ends it', async () => {
    const client = await openSocket(site.origin, as(ben))
    client.socket.send(Buffer.from([0xff, 0xfe, 0xfd]), { binary: false })
    expect(await client.closed).toBe(1007)
  })

  test('a frame of a megabyte is read', async () => {
    const client = await openSocket(site.origin, as(ben))
    client.say(hello(8_005))
    await client.until('welcome')
    const args = { id: idOf(70), postId, parentId: null, body: paragraph('x'.repeat(1_048_000 - 300)) }
    client.say({ t: 'push', mutations: [{ n: 1, v: 1, at: 0, name: 'comments.post', args }] })
    expect(await client.until('result')).toMatchObject({ outcome: 'rejected', error: { code: 'invalid' } })
    client.socket.terminate()
  })

  test('two thousand random and mutated frames crash nothing, and each ends with a code or is an honest message', async () => {
    const random = lcg(20_261)
    const honest = [hello(8_006, thread), { t: 'push', mutations: [bookmark(1)] }, { t: 'took', pages: 1 }, { t: 'follow', shapes: [] }]
    const codes = new Set<number>()
    for (let round = 0; round < 200; round += 1) {
      const clients = await Promise.all(Array.from({ length: 10 }, () => openSocket(site.origin, as(ada))))
      for (const [n, client] of clients.entries()) {
        const text = JSON.stringify(honest[n % honest.length])
        if (n % 2 === 0) {
          client.frame(mutated(text, random))
          client.socket.close(1000)
        } else rawFrame(client, random)
      }
      for (const code of await Promise.all(clients.map(({ closed }) => closed))) codes.add(code)
    }
    for (const code of codes) expect([1000, 1002, 1005, 1006, 1007, 1009, 4400, 4401]).toContain(code)
    expect((await site.get('/healthz')).status).toBe(200)
    const client = await openSocket(site.origin, as(ben))
    client.say(hello(8_007, thread))
    await client.until('page')
    client.socket.terminate()
  })

  test('ends for everyone with a word when the server goes', async () => {
    const other = await testSite()
    await smallCommunity(other)
    const clients = await Promise.all([1, 2, 3].map(() => openSocket(other.origin, as(ben))))
    for (const [n, client] of clients.entries()) {
      client.say(hello(8_010 + n))
      await client.until('welcome')
    }
    await other.close()
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([1012, 1012, 1012])
    expect(clients.map(({ heard }) => heard.at(-1))).toMatchObject([1, 2, 3].map(() => ({ t: 'bye', code: 'restart', spreadMs: 1_000 })))
  })
})

describe('POST /sync', () => {
  test('says the same as the socket', async () => {
    const messages = (device: number): readonly ClientMessage[] => [
      hello(device, thread, `me:${ada}`, `me:${ben}`),
      { t: 'push', mutations: [bookmark(2), bookmark(1, false), { ...bookmark(2, false), name: 'nothing.known' }] },
      { t: 'ping' },
    ]
    const client = await openSocket(site.origin, as(ben))
    for (const message of messages(8_020)) client.say(message)
    await client.until('drop')
    await client.until('result', ({ n }) => n === 2)
    await client.until('page', ({ shape, more }) => shape === `me:${ben}` && !more)
    client.socket.terminate()
    const posted = answers((await post(messages(8_021))).text)
    const gist = (heard: readonly ServerMessage[]) =>
      heard.map((each) => `${each.t} ${'shape' in each ? each.shape : ''} ${'n' in each ? `${each.n} ${JSON.stringify(each.error)}` : ''}`)
    expect(new Set(gist(posted))).toEqual(new Set(gist(client.heard)))
    expect(gist(posted).slice(0, 1)).toEqual(gist(client.heard).slice(0, 1))
  })

  test('carries its own mutation’s page in the answer', async () => {
    const messages = answers(
      (await post([hello(8_022, `me:${ben}`), { t: 'push', mutations: [bookmark(1, false), bookmark(2, true)] }])).text,
    )
    const seqs = messages.filter((each) => each.t === 'result').map(({ seq }) => seq)
    const reached = messages.filter((each) => each.t === 'page').map(({ to }) => to)
    expect(Math.max(...reached)).toBeGreaterThanOrEqual(Math.max(...seqs))
  })

  test('is for this site’s own pages, signed in, and JSON alone', async () => {
    expect((await post([hello(8_023)], { origin: 'http://evil.test' })).status).toBe(403)
    expect(answers((await post([hello(8_023)], { cookie: '' })).text)).toMatchObject([{ t: 'bye', code: 'auth' }])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect((await post([hello(8_023)], { 'content-type': type })).status).toBeGreaterThanOrEqual(400)
    }
    for (const messages of [null, [], {}, [1], [{ t: 'hello' }], Array.from({ length: 21 }, () => ({ t: 'ping' }))]) {
      expect((await post(messages)).status).toBe(400)
    }
    expect((await post([JSON.parse(deepPush(400))])).status).toBe(400)
  })
})

describe('GET /metrics', () => {
  test('is this machine’s own, and nobody learns of it who comes through a proxy', async () => {
    const own = await site.get('/metrics')
    expect([own.status, own.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(own.text).toMatch(/^lyceum_sync_mutations_total\{outcome="applied"\} [1-9]/mu)
    expect(own.text).toMatch(/^lyceum_sync_digest_mismatches_total 0/mu)
    expect((await site.get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
  })
})

function deepPush(levels: number): string {
  const args = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  return `{"t":"push","mutations":[{"n":1,"v":1,"at":0,"name":"bookmarks.set","args":${args}}]}`
}

/** The same numbers for the same seed. */
function lcg(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

function mutated(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  const insert = random() < 0.5 ? String.fromCharCode(Math.floor(random() * 0xd7ff)) : text.slice(Math.floor(random() * text.length))
  return text.slice(0, at) + insert + text.slice(at + Math.floor(random() * 4))
}

/**
 * Bytes past the library: broken lengths, reserved bits, unknown opcodes, frames without a mask.
 */
function rawFrame(client: SocketClient, random: () => number): void {
  const bytes = Buffer.from(Array.from({ length: 2 + Math.floor(random() * 40) }, () => Math.floor(random() * 256)))
  // The library keeps its socket to itself.
  const { _socket: socket } = client.socket as unknown as { readonly _socket: { end(data: Buffer): void } }
  socket.end(bytes)
}

test('a line that breaks off amid the handshake leaves the server as it was', async () => {
  const { port } = new URL(site.origin)
  for (let n = 0; n < 30; n += 1) {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET /sync HTTP/1.1\r\nHost: ${site.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: ${site.origin}\r\n\r\n`)
    socket.destroy()
  }
  const answer = await exchange(Number(port), 'GET', '/healthz', { host: site.host })
  expect(answer.status).toBe(200)
  expect(await handshake(site.origin, { origin: site.origin })).toBe(101)
})
