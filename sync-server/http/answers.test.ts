import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from '#shared/testing/factories.ts'
import type { TestSite } from './testing/test-site.ts'
import { ada, ben, postId, postUrl, smallCommunity, testSite } from './testing/test-site.ts'
import { dayMs } from '#shared/kernel/durations.ts'

let site: TestSite
let secure: TestSite
beforeAll(async () => {
  site = await testSite()
  await smallCommunity(site)
  secure = await testSite({ siteUrl: 'https://essays.example' })
})
afterAll(() => Promise.all([site.close(), secure.close()]))

const json = { 'content-type': 'application/json' }
const asBen = { cookie: `as=${ben}` }

describe('addresses', () => {
  test.each([
    ['/', 200],
    [postUrl, 200],
    ['/about', 200],
    ['/users/ada', 200],
    ['/feed.xml', 200],
    ['/robots.txt', 200],
    ['/sitemap.xml', 200],
    ['/sitemap-posts-1.xml', 200],
    ['/manifest.webmanifest', 200],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/me', 200],
    ['/shell', 200],
    ['/nowhere', 404],
    ['/wiki', 404],
    ['/search', 404],
    ['/posts', 404],
    [`/posts/${idOf(99)}`, 404],
    ['/sitemap-posts-2.xml', 404],
    ['/sitemap-x.xml', 404],
    ['/feed.xml?view=drafts', 404],
    ['/feed.xml?view=userPosts', 404],
    ['/api/nothing', 404],
    ['/.env', 404],
    ['/.git/config', 404],
    ['/assets/../package.json', 404],
    ['//evil.test', 404],
    ['/%2e%2e/package.json', 404],
    ['/tag/x', 404],
    ['/constructor', 404],
    ['/__proto__', 404],
    ['/posts/%zz', 400],
    ['/%', 400],
    ['/posts/%C3%28', 400],
    ['/posts/%00', 400],
    ['/\\evil.test', 400],
  ])('%s answers %i', async (path, status) => {
    expect((await site.get(path)).status).toBe(status)
  })

  test.each([
    ['/ABOUT', '/about'],
    ['/about/', '/about'],
    ['/AllPosts?limit=5', '/allPosts?limit=5'],
    ['/allposts/', '/allPosts'],
    [`/Posts/${postId}/on-tides?a=b`, `${postUrl}?a=b`],
    [`${postUrl}/`, postUrl],
    ['/submit', '/newPost'],
    ['/Submit?category=question', '/newPost?category=question'],
    ['/daily', '/allPosts'],
    ['/promoted', '/allPosts?filter=curated&sortedBy=new&timeframe=allTime'],
    ['/saved', '/account'],
    ['/user?id=ada', '/users/ada'],
    ['/threads?id=ada&a=b', '/users/ada?a=b'],
    ['/u/ada', '/users/ada'],
    ['/user/ada', '/users/ada'],
    ['/user/ada/overview', '/users/ada'],
    [`${postUrl}/${idOf(3)}`, `${postUrl}?commentId=${idOf(3)}`],
    ['/.rss', '/feed.xml'],
    ['/rss', '/feed.xml'],
    ['/rss?karmaThreshold=30', '/feed.xml?karmaThreshold=30'],
    ['/promoted/.rss', '/feed.xml?view=curatedRss'],
    ['/comments/.rss', '/feed.xml?type=comments'],
    ['/u/%2F%2Fevil.test', '/users/%2F%2Fevil.test'],
  ])('%s moved for good to %s', async (path, location) => {
    const answer = await site.get(path)
    expect([answer.status, answer.headers['location']]).toEqual([308, location])
  })

  test('a page that moved says so from the cache', async () => {
    for (let n = 0; n < 2; n += 1) {
      const answer = await site.get(`/posts/${postId}/old-slug`)
      expect([answer.status, answer.headers['location']]).toEqual([308, postUrl])
    }
    expect((await site.get(`/posts/${postId}/old-slug?limit=5&utm=a`)).headers['location']).toBe(`${postUrl}?limit=5&utm=a`)
  })

  test.each([
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', postUrl, 'GET, HEAD'],
    ['PUT', '/about', 'GET, HEAD'],
    ['POST', '/feed.xml', 'GET, HEAD'],
    ['GET', '/api/mutations/votes.set', 'POST'],
    ['GET', '/api/form/comments.post', 'POST'],
    ['POST', '/api/me', 'GET, HEAD'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['DELETE', '/readyz', 'GET, HEAD'],
  ])('%s %s is the wrong method', async (method, path, allow) => {
    const answer = await site.send(method, path)
    expect([answer.status, answer.headers['allow']]).toEqual([405, allow])
  })

  test('a wrong method on nothing is nothing', async () => {
    expect((await site.send('POST', '/nowhere')).status).toBe(404)
  })
})

describe('headers', () => {
  const pagePolicy =
    /^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}='; style-src 'self'; style-src-attr 'none'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src(?: https:\/\/[a-z.-]+){5}; worker-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'; require-trusted-types-for 'script'; trusted-types lyceum lyceum-parse lyceum-start ProseMirrorClipboard; report-uri \/api\/policy-reports$/u

  test.each([['/'], [postUrl], ['/drafts'], ['/nowhere'], ['/posts/%zz'], ['/breaks'], ['/login']])(
    '%s has the policy of a page',
    async (path) => {
      for (let n = 0; n < 2; n += 1) {
        const { headers } = await site.get(path)
        expect(headers['content-security-policy']).toMatch(pagePolicy)
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'strict-origin-when-cross-origin',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'permissions-policy': expect.stringContaining('display-capture=(self)'),
        })
      }
    },
  )

  test.each([
    ['/api/me'],
    ['/healthz'],
    ['/robots.txt'],
    ['/feed.xml'],
    ['/sitemap.xml'],
    ['/manifest.webmanifest'],
    ['/api/preview?url=/users/ada'],
    ['/pictures/slow-clock-ledger.svg'],
  ])('%s may do nothing when opened by itself', async (path) => {
    const { headers, status } = await site.get(path)
    expect(status).toBe(200)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'/u)
    expect(headers['content-type']).not.toContain('html')
  })

  test('no answer says what software made it', async () => {
    for (const path of ['/', '/api/me', '/nowhere', '/breaks']) {
      const { headers } = await site.get(path)
      expect([headers['server'], headers['x-powered-by']]).toEqual([undefined, undefined])
    }
  })

  test('browsers are told to stay with https only where the site is https', async () => {
    const { host } = new URL('https://essays.example')
    for (const path of ['/', '/about', '/api/me', '/nowhere']) {
      expect((await secure.get(path, { host })).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      expect((await site.get(path)).headers['strict-transport-security']).toBeUndefined()
    }
  })

  test.each([['/api/me'], ['/drafts'], ['/login'], ['/nowhere'], ['/posts/%zz'], ['/breaks']])('%s is kept by nobody', async (path) => {
    expect((await site.get(path, asBen)).headers['cache-control']).toBe('private, no-store')
  })
})

test('a bug is a page with a digest, without what went wrong', async () => {
  const answer = await site.get('/breaks')
  expect(answer.status).toBe(500)
  expect(answer.text).toMatch(/ [0-9a-f]{8}$/u)
  expect(answer.text).not.toContain('s3cret')
})

describe('mutations', () => {
  const mutation = (name: string, body: string, headers: Record<string, string> = {}) =>
    site.send('POST', `/api/mutations/${name}`, { ...json, ...asBen, ...headers }, body)
  const vote = { targetKind: 'post', targetId: postId, axis: 'approval', value: 1 }
  const votes = (args: unknown) => JSON.stringify({ args })

  test('a vote answers with the tally it made', async () => {
    const answer = await mutation('votes.set', votes(vote))
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toMatchObject({ outcome: 'applied', tally: { id: postId, approvalVoteCount: 1 } })
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const me = JSON.parse((await site.get(`/api/me?thread=${postId}`, asBen)).text)
    expect(me).toMatchObject({ name: 'Ben', slug: 'ben', viewer: { kind: 'member', userId: ben }, votes: [[postId, 'approval', 1]] })
    const since = async (at: string): Promise<unknown> => JSON.parse((await site.get(`/api/me?votesSince=${at}`, asBen)).text).votes
    expect(await since('0')).toEqual([[postId, 'approval', 1]])
    for (const none of [String(Date.now() + dayMs), 'x', '-1', '1e99', '']) expect(await since(none)).toEqual([])
  })

  test.each([
    ['an unknown mutation', 'votes.juggle', votes(vote), 404, { code: 'unknown-mutation' }],
    ['a name of every object', 'constructor', votes(vote), 404, { code: 'unknown-mutation' }],
    [
      'a mutation of the server',
      'accounts.setRoles',
      votes({ userId: ben, isAdmin: true, groups: [] }),
      403,
      { code: 'not-allowed', reason: 'server-only' },
    ],
    ['an absent target', 'votes.set', votes({ ...vote, targetId: idOf(99) }), 404, { code: 'not-found' }],
    ['a wrong value', 'votes.set', votes({ ...vote, value: 3 }), 400, { code: 'invalid', field: 'value' }],
    ['an argument too many', 'votes.set', votes({ ...vote, power: 100 }), 400, { code: 'invalid', field: 'power' }],
    ['a key too many', 'votes.set', JSON.stringify({ args: vote, userId: ada }), 400, { code: 'invalid', field: 'userId' }],
    ['no arguments', 'votes.set', '{}', 400, { code: 'invalid' }],
    ['a list', 'votes.set', '[]', 400, { code: 'invalid' }],
    ['a text', 'votes.set', '"a"', 400, { code: 'invalid' }],
    ['nothing', 'votes.set', 'null', 400, { code: 'invalid' }],
    ['half of it', 'votes.set', '{"args":{', 400, { code: 'invalid' }],
    ['no JSON', 'votes.set', 'args=1', 400, { code: 'invalid' }],
    ['a prototype', 'votes.set', '{"__proto__":{"polluted":1},"args":{}}', 400, { code: 'invalid' }],
    ['a prototype within', 'votes.set', '{"args":{"__proto__":{"polluted":1}}}', 400, { code: 'invalid' }],
    ['a constructor', 'votes.set', '{"args":{"constructor":{"prototype":{"polluted":1}}}}', 400, { code: 'invalid' }],
    ['a deep nest', 'votes.set', `{"args":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 400, { code: 'invalid' }],
    ['too much', 'votes.set', votes({ ...vote, more: 'a'.repeat(70_000) }), 413, { code: 'too-large' }],
  ])('%s is refused', async (_what, name, body, status, error) => {
    const answer = await mutation(name, body)
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { outcome: 'rejected', error }])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=a'],
    ['application/jsonp'],
    ['text/json'],
  ])('a body of type %s is not taken', async (type) => {
    expect((await mutation('votes.set', votes(vote), { 'content-type': type })).status).toBe(415)
  })

  test('a compressed body is not taken', async () => {
    expect((await mutation('votes.set', votes(vote), { 'content-encoding': 'gzip' })).status).toBe(400)
  })

  test.each([['/api/mutations/votes.set'], ['/api/deeds/votes.set']])('a visitor is asked to sign in at %s', async (path) => {
    const answer = await site.send('POST', path, json, votes(vote))
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([401, { outcome: 'rejected', error: { reason: 'sign-in-first' } }])
  })
})

describe('hover cards', () => {
  const card = async (url: string) => site.get(`/api/preview?url=${encodeURIComponent(url)}`)

  test('a post, by any of its addresses', async () => {
    for (const url of [postUrl, `/posts/${postId}`, `/posts/${postId}/old?limit=5#comments`]) {
      expect(JSON.parse((await card(url)).text)).toMatchObject({
        kind: 'post',
        title: 'On tides',
        authors: [{ name: 'Ada', slug: 'ada' }],
        minutes: 1,
        text: 'Water comes back.',
      })
    }
  })

  test('a member', async () => {
    expect(JSON.parse((await card('/users/ben')).text)).toMatchObject({ kind: 'member', name: 'Ben' })
  })

  test.each([['/about'], ['https://evil.test/posts/1'], ['//evil.test/users/ada'], [''], ['/users/'], ['/users/%zz']])(
    '%j has none',
    async (url) => {
      expect((await card(url)).status).toBe(400)
    },
  )

  test('what is absent has none', async () => {
    expect((await card('/users/nobody')).status).toBe(404)
    expect((await card(`/posts/${idOf(99)}`)).status).toBe(404)
  })
})

describe('what machines ask for', () => {
  test.each([
    ['/feed.xml', 'application/rss+xml', `<link>ORIGIN${postUrl}</link>`],
    ['/feed.xml?format=atom', 'application/atom+xml', `href="ORIGIN${postUrl}"`],
    ['/feed.xml?format=json', 'application/feed+json', `"url": "ORIGIN${postUrl}"`],
    ['/feed.xml?view=frontpage-rss', 'application/rss+xml', 'Water comes back.'],
    ['/sitemap-posts-1.xml', 'application/xml', `<loc>ORIGIN${postUrl}</loc>`],
    ['/sitemap-members-1.xml', 'application/xml', '<loc>ORIGIN/users/ada</loc>'],
    ['/sitemap-pages-1.xml', 'application/xml', '<loc>ORIGIN/about</loc>'],
    ['/sitemap.xml', 'application/xml', '<loc>ORIGIN/sitemap-posts-1.xml</loc>'],
    ['/robots.txt', 'text/plain', 'Sitemap: ORIGIN/sitemap.xml'],
  ])('%s is %s', async (path, type, part) => {
    const answer = await site.get(path)
    expect(answer.headers['content-type']).toMatch(new RegExp(`^${type.replace('+', '\\+')}; charset=utf-8$`, 'u'))
    expect(answer.text).toContain(part.replace('ORIGIN', site.origin))
  })

  test('a feed is asked for again at little cost', async () => {
    const feed = await site.get('/feed.xml')
    const again = await site.get('/feed.xml?utm=1', { 'if-none-match': String(feed.headers['etag']) })
    expect([again.status, again.headers['cache-control']]).toEqual([304, 'public, max-age=600'])
  })

  test('the web manifest offers only what is built', async () => {
    const manifest = JSON.parse((await site.get('/manifest.webmanifest')).text)
    expect(manifest).toMatchObject({ id: '/', name: 'Test Site', scope: '/', display: 'standalone' })
    expect(manifest.shortcuts.map((shortcut: { url: string }) => shortcut.url)).toEqual(['/newPost', '/drafts', '/allPosts'])
  })
})

test('with its store gone it is not ready, and says so', async () => {
  const own = await testSite()
  expect((await own.get('/readyz')).status).toBe(200)
  await own.store.close()
  const answer = await own.get('/readyz')
  expect([answer.status, answer.headers['cache-control']]).toEqual([503, 'no-store'])
  await own.close()
})
