import { afterAll, expect, test } from 'vitest'
import { Writable } from 'node:stream'
import { loggableError, loggableUrl, makeLogger } from './log.ts'
import { smallCommunity, testSite } from './testing/test-site.ts'

/** A logger, and all that it has written. */
function listened(level = 'trace') {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })
  return { log: makeLogger(level, stream), text: () => lines.join('') }
}

test.each([
  ['/posts/1/on-tides?limit=5', '/posts/1/on-tides?limit=…'],
  ['/search?query=my%20illness&userId=1', '/search?query=…&userId=…'],
  ['/resetPassword/abc123', '/resetPassword/…'],
  ['/resetpassword/abc123?x=1', '/resetpassword/…?x=…'],
  ['/emailToken/abc123/', '/emailToken/…/'],
  ['/newsletter/confirm/abc123', '/newsletter/confirm/…'],
  ['/newsletter/leave/abc123?x=1', '/newsletter/leave/…?x=…'],
  ['/unsubscribe/abc123', '/unsubscribe/…'],
  ['/api/page?url=%2FemailToken%2Fabc123', '/api/page?url=…'],
  ['/a?token=abc123&b=1&password=abc123#abc123', '/a?token=…&b=…&password=…'],
  ['/a?ann@example.org', '/a'],
])('%s is logged as %s', (url, logged) => {
  expect(loggableUrl(url)).toBe(logged)
})

test('secrets inside a logged object are left out', () => {
  const { log, text } = listened()
  const secret = 'abc123'
  log.info({
    password: secret,
    form: { newPassword: secret, token: secret },
    request: { headers: { cookie: secret, authorization: secret } },
    kept: 'yes',
  })
  expect([text().includes(secret), text().includes('yes')]).toEqual([false, true])
})

test.each([
  ['a mail address', 'Key (email)=(ann.b+c@mail.example.org) already exists', 'ann.b'],
  ['an address of a client', 'read ECONNRESET 203.0.113.7:443', '203.0.113.7'],
  ['an address of a client, the longer kind', 'connect to 2001:db8:1::7 failed', '2001:db8'],
  ['what was asked for', 'GET /search?query=illness failed', 'illness'],
  ['a one-time link', 'no page /resetPassword/abc123', 'abc123'],
])('%s in the words of an error is left out', (_what, message, secret) => {
  const { log, text } = listened()
  const outer = new Error(message, { cause: Object.assign(new Error(message), { code: 'ESOME', detail: message }) })
  log.error({ err: Object.assign(outer, { rejected: [message] }) }, 'unexpected')
  expect(text()).toContain('ESOME')
  expect(text()).not.toContain(secret)
})

test('an error keeps its kind, its place, and times and addresses of this machine', () => {
  const logged = loggableError(new TypeError('at 22:05:40.123, listen EADDRINUSE 127.0.0.1:4000'))
  expect(logged).toMatchObject({ type: 'TypeError', message: 'at 22:05:40.123, listen EADDRINUSE 127.0.0.1:4000' })
  expect(JSON.stringify(logged)).toContain('log.test.ts:')
})

const { log, text } = listened()
const site = await testSite({
  log,
  moreRoutes: (app) =>
    app.get('/api/fault', async () => {
      throw Object.assign(new Error('mail to ann@example.org bounced'), { envelope: { to: ['ann@example.org'] } })
    }),
})
await smallCommunity(site)
afterAll(() => site.close())

test('a server that answers all sorts of requests writes nothing of who sent them', async () => {
  const client = '203.0.113.77'
  const secret = 'hidden0word'
  const sent = {
    cookie: `as=${secret}`,
    authorization: `Bearer ${secret}`,
    'x-forwarded-for': client,
    'user-agent': `Mozilla/5.0 (${secret})`,
    referer: `${site.origin}/search?query=${secret}`,
  }
  for (const path of ['/', '/breaks', '/api/fault', `/allPosts?query=${secret}`, `/login?returnTo=/emailToken/${secret}`, '/nowhere'])
    await site.get(path, { ...sent, accept: 'text/html' })
  const json = { 'content-type': 'application/json' }
  await site.send('POST', '/api/mutations/votes.set', { ...sent, ...json }, JSON.stringify({ args: { email: `${secret}@example.org` } }))
  await site.send('POST', '/api/form/accounts.signIn', { ...sent, ...json }, JSON.stringify({ password: secret }))
  await expect.poll(() => text().match(/"url":/gu)?.length ?? 0).toBeGreaterThan(6)
  for (const hidden of [secret, client, 'ann@', 'Mozilla']) expect(text(), hidden).not.toContain(hidden)
  // Each line is JSON by itself.
  for (const line of text().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
  expect(text()).toContain('/api/fault')
})
