import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from 'node:net'
import type { TestSite } from './testing/test-site.ts'
import { ada, ben, postId, postUrl, smallCommunity, testSite } from './testing/test-site.ts'
import { isFromHere } from './admission.ts'

let site: TestSite
beforeAll(async () => {
  site = await testSite()
  await smallCommunity(site)
})
afterAll(() => site.close())

const json = { 'content-type': 'application/json' }
const vote = JSON.stringify({ args: { targetKind: 'post', targetId: postId, axis: 'approval', value: 1 } })

describe('the Host of a request', () => {
  test.each([
    ['evil.test'],
    ['localhost'],
    ['localhost:1'],
    ['127.0.0.1.evil.test'],
    [''],
    ['evil.test:80@localhost'],
    ['a,b'],
    ['<script>'],
  ])('one for %j is turned away, its name not repeated', async (host) => {
    for (const path of [postUrl, '/drafts', '/api/me', '/nowhere']) {
      await site.get(path)
      const answer = await site.get(path, { host })
      expect([400, 421]).toContain(answer.status)
      if (host !== '') expect(answer.text + JSON.stringify(answer.headers)).not.toContain(host)
    }
  })

  test('loopback names at our port are ours', async () => {
    const { port } = new URL(site.origin)
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])
      expect((await site.get(postUrl, { host: `${name}:${port}` })).status).toBe(200)
  })

  test('what proxies are said to have passed on changes nothing', async () => {
    const plain = await site.get(postUrl)
    const forged = {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.test',
      'x-original-url': '/drafts',
      'x-rewrite-url': '/drafts',
    }
    expect((await site.get(postUrl, forged)).body).toEqual(plain.body)
    expect((await site.get('/sitemap.xml', forged)).text).not.toContain('evil')
  })
})

describe('a mutation from another site', () => {
  test.each([
    ['another origin', { origin: 'http://evil.test' }],
    ['no origin that could be named', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a name that begins like ours', { origin: 'http://127.0.0.1.evil.test' }],
    ['a sub-domain', { 'sec-fetch-site': 'same-site' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a page elsewhere', { referer: 'http://evil.test/127.0.0.1' }],
    ['a referrer that is none', { referer: 'about:blank' }],
  ])('by %s is refused and changes nothing', async (_who, headers) => {
    for (const path of ['/api/mutations/votes.set', '/api/form/votes.set', '/', '/nowhere']) {
      const before = await site.store.journal.position()
      const answer = await site.send('POST', path, { cookie: `as=${ben}`, ...json, ...headers }, vote)
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
      expect(await site.store.journal.position()).toBe(before)
    }
  })

  test.each([['PUT'], ['PATCH'], ['DELETE']])('is refused with %s too', async (method) => {
    expect((await site.send(method, '/api/mutations/votes.set', { origin: 'http://evil.test' })).status).toBe(403)
  })

  test('one of our own pages may', async () => {
    const own = { cookie: `as=${ben}`, ...json, origin: site.origin, 'sec-fetch-site': 'same-origin' }
    expect((await site.send('POST', '/api/mutations/votes.set', own, vote)).status).toBe(200)
  })
})

test.each([
  [{}, true],
  [{ origin: 'https://essays.example' }, true],
  [{ origin: 'https://essays.example', 'sec-fetch-site': 'none' }, true],
  [{ referer: 'https://essays.example/posts/1' }, true],
  [{ origin: 'http://essays.example' }, false],
  [{ origin: 'https://essays.example:444' }, false],
  [{ origin: 'https://essays.example.evil.test' }, false],
  [{ origin: 'https://essays.example', 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: 'null', referer: 'https://essays.example/' }, false],
])('a request with %j comes from the site itself: %s', (headers, expected) => {
  expect(isFromHere(headers, 'https://essays.example', 'essays.example')).toBe(expected)
})

/** Bytes as they are, for requests that no client would make. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(site.origin).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    // Cut off in the middle of what it sends, a client may lose the answer to it.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

describe('requests that no client makes', () => {
  test.each([
    ['an absolute target', 'GET http://evil.test/ HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400/u],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400/u],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400/u],
    ['two Hosts', 'GET /drafts HTTP/1.1\r\nHost: HOST\r\nHost: evil.test\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400/u],
    [
      'a length and chunks',
      'POST /api/mutations/x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400/u,
    ],
    [
      'two lengths',
      'POST /api/mutations/x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      /^HTTP\/1\.1 400/u,
    ],
    ['a head of 100 kB', `GET / HTTP/1.1\r\nHost: HOST\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`, /^$|^HTTP\/1\.1 431/u],
    ['a target of 100 kB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: HOST\r\n\r\n`, /^$|^HTTP\/1\.1 4(14|31)/u],
    ['a method of its own', 'JUGGLE / HTTP/1.1\r\nHost: HOST\r\n\r\n', /^HTTP\/1\.1 4/u],
    ['a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n', /^$|^HTTP\/1\.1 4/u],
    ['a broken line', 'GET / HTTP/1.1\r\nHost HOST\r\n\r\n', /^HTTP\/1\.1 400/u],
  ])('%s is refused', async (_what, text, answer) => {
    expect(await raw(text.replaceAll('HOST', new URL(site.origin).host))).toMatch(answer)
  })

  test('ten thousand parameters cost one page', async () => {
    const query = Array.from({ length: 2_000 }, (_, n) => `a${n}=1`).join('&')
    expect((await site.get(`${postUrl}?${query}`)).status).toBe(200)
  })
})

test('a browser from one network that sends too much is told when to go on', async () => {
  const busy = await testSite({ unsafePerMinute: 3 })
  try {
    const answers = []
    for (let n = 0; n < 5; n += 1) answers.push(await busy.send('POST', '/api/mutations/votes.set', { ...json, cookie: `as=${ada}` }, vote))
    expect(answers.map((answer) => answer.status).slice(3)).toEqual([429, 429])
    expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(answers[4]?.text ?? '')).toMatchObject({ error: { code: 'rate-limited' } })
    // Reading goes on; the API has limits of its own, by the key.
    expect((await busy.get('/about')).status).toBe(200)
    for (let n = 0; n < 5; n += 1) expect((await busy.send('POST', '/api/v1/drafts', json, '{}')).status).toBe(404)
  } finally {
    await busy.close()
  }
})
