import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { comments } from '#shared/comments/schema.ts'
import { listings } from '#shared/feed/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { tallies } from '#shared/votes/schema.ts'
import type { TestSite } from './testing/test-site.ts'
import { ada, ben, comment, postId, postUrl, publish, smallCommunity, testSite } from './testing/test-site.ts'

let site: TestSite
beforeEach(async () => {
  site = await testSite()
  await smallCommunity(site)
})
afterEach(() => site.close())

const rendered = (url: string): number => site.web.renders.get(`html ${url}`) ?? 0

describe('the cache of public pages', () => {
  test('renders a page once, however often it is asked for', async () => {
    const first = await site.get(postUrl)
    const second = await site.get(postUrl)
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(second.headers['etag']).toBe(first.headers['etag'])
    expect(rendered(postUrl)).toBe(1)
  })

  test('renders once for all who ask at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => site.get(postUrl)))
    expect(rendered(postUrl)).toBe(1)
  })

  test('a comment drops its thread and no other page', async () => {
    const other = aPost({ id: idOf(5), slug: 'other', title: 'Other', revisionId: idOf(6), latestRevisionId: idOf(6) })
    await site.change((tx) => publish(tx, other))
    const urls = [postUrl, '/posts/' + idOf(5) + '/other', '/about', '/']
    for (const url of urls) await site.get(url)
    await site.change((tx) => tx.put(comments, comment(10)))
    for (const url of urls) await site.get(url)
    expect(urls.map(rendered)).toEqual([2, 1, 1, 1])
    expect((await site.get(postUrl)).text).toContain('"comments":1')
  })

  test('a new post drops the lists it stands in and the 404 that stood at its address', async () => {
    const fresh = aPost({ id: idOf(7), slug: 'fresh', title: 'Fresh', revisionId: idOf(8), latestRevisionId: idOf(8) })
    const url = `/posts/${idOf(7)}/fresh`
    expect((await site.get(url)).status).toBe(404)
    expect((await site.get('/')).text).not.toContain('Fresh')
    await site.change((tx) => publish(tx, fresh))
    expect((await site.get(url)).status).toBe(200)
    expect((await site.get('/')).text).toContain('Fresh')
    expect(rendered(postUrl)).toBe(0)
  })

  test('a changed score waits to be gathered', async () => {
    await site.get('/')
    await site.change(async (tx) => {
      const [row] = await tx.getMany(listings, [`frontpage:${postId}`])
      if (row) await tx.put(listings, { ...row, score: 9 })
      await tx.put(tallies, {
        id: postId,
        targetKind: 'post',
        postId,
        baseScore: 9,
        approvalVoteCount: 1,
        agreement: 0,
        agreementVoteCount: 0,
        maxBaseScore: 9,
      })
    })
    await site.get('/')
    expect(rendered('/')).toBe(1)
  })

  test('what changed while it was rendered is answered but not kept', async () => {
    let isFirst = true
    site.web.pause = async () => {
      if (isFirst) {
        isFirst = false
        await site.change((tx) => tx.put(comments, comment(10)))
      }
    }
    expect((await site.get(postUrl)).text).toContain('"comments":0')
    expect((await site.get(postUrl)).text).toContain('"comments":1')
  })

  test('made-up parameters neither miss nor fill it', async () => {
    for (let n = 0; n < 20; n += 1) await site.get(`${postUrl}?x=${n}&utm_source=a`)
    await site.get(`${postUrl}?commentId=nonsense`)
    expect(rendered(postUrl)).toBe(1)
    expect([...site.web.renders.keys()].filter((key) => key.includes('?'))).toEqual([])
  })

  test('known parameters are one page in whatever order', async () => {
    const a = await site.get(`${postUrl}?commentId=${idOf(10)}&limit=5`)
    const b = await site.get(`${postUrl}?limit=5&x=1&commentId=${idOf(10)}`)
    expect(a.text).toContain('limit=5')
    expect(b.headers['etag']).toBe(a.headers['etag'])
    expect([...site.web.renders.values()]).toEqual([1])
  })
})

describe('asking again and in parts', () => {
  test('a client that has the page gets 304 without it, whatever encoding it has', async () => {
    const page = await site.get(postUrl)
    const tag = String(page.headers['etag'])
    for (const held of [tag, `W/${tag}`, `"x", ${tag}`, '*', tag.replace(/"$/u, '-b5"'), tag.replace(/"$/u, '-gz"')]) {
      const again = await site.get(postUrl, { 'if-none-match': held })
      expect([held, again.status, again.body.length, again.headers['etag']]).toEqual([held, 304, 0, tag])
      expect(again.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    }
    expect((await site.get(postUrl, { 'if-none-match': '"0123456789abcdef0123"' })).status).toBe(200)
  })

  test('the ETag changes with the page', async () => {
    const before = await site.get(postUrl)
    await site.change((tx) => tx.put(comments, comment(10)))
    const after = await site.get(postUrl, { 'if-none-match': String(before.headers['etag']) })
    expect(after.status).toBe(200)
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
  })

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['deflate', undefined],
    ['', undefined],
    ['*', 'br'],
    ['identity', undefined],
  ])('accept-encoding %j is answered with %s', async (accepted, encoding) => {
    const plain = await site.get(postUrl)
    for (const path of [postUrl, `${postUrl}?x=1`]) {
      const page = await site.get(path, { 'accept-encoding': accepted })
      expect(page.headers['content-encoding']).toBe(encoding)
      expect(page.headers['vary']).toBe('accept, accept-encoding')
      expect(page.headers['content-length']).toBe(String(page.body.length))
      const text = encoding === 'br' ? brotliDecompressSync(page.body) : encoding === 'gzip' ? gunzipSync(page.body) : page.body
      expect(text).toEqual(plain.body)
    }
  })

  test.each([
    [postUrl, {}],
    ['/drafts', { cookie: `as=${ada}` }],
    ['/nowhere', {}],
    ['/feed.xml', {}],
    ['/robots.txt', {}],
  ])('HEAD %s has the head of GET and no body', async (path, headers) => {
    const whole = await site.get(path, headers)
    const head = await site.send('HEAD', path, headers)
    expect(head.status).toBe(whole.status)
    expect(head.body.length).toBe(0)
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]])
  })
})

describe('who asks', () => {
  const draft = aPost({
    id: idOf(20),
    authorId: ada,
    status: 'draft',
    slug: null,
    publishedAt: null,
    revisionId: null,
    latestRevisionId: idOf(21),
  })

  test('a public page is the same for a member as for a visitor', async () => {
    const asMember = await site.get(postUrl, { cookie: `as=${ada}` })
    expect(asMember.text).toContain('"viewer":"visitor"')
    expect((await site.get(postUrl)).body).toEqual(asMember.body)
    expect(rendered(postUrl)).toBe(1)
  })

  test('a page that varies by member is kept for visitors, and no member gets theirs', async () => {
    for (const _again of [1, 2]) expect((await site.get('/shelf')).text).toContain('"viewer":"visitor"')
    expect(rendered('/shelf')).toBe(1)
    for (const encoding of ['identity', 'gzip', 'br']) {
      for (const _again of [1, 2]) await site.get('/shelf', { 'accept-encoding': encoding })
      const asMember = await site.get('/shelf', { cookie: `as=${ada}`, 'accept-encoding': encoding })
      expect([encoding, asMember.headers['cache-control']]).toEqual([encoding, 'private, no-store'])
      expect(asMember.headers).not.toHaveProperty('x-copy-for')
      if (encoding === 'identity') expect(asMember.text).toContain('"viewer":"member"')
    }
    // A visitor with a cookie of another sort; and nothing between server and reader keeps it for
    // others.
    const asked = await site.get('/shelf', { cookie: 'device=x' })
    expect(asked.text).toContain('"viewer":"visitor"')
    expect([asked.headers['cache-control'], asked.headers['vary'], asked.headers['x-copy-for']]).toEqual([
      'private, max-age=0, must-revalidate',
      'accept, accept-encoding, cookie',
      // A visitor's own device keeps it (web/worker/public-pages.ts).
      'visitors',
    ])
  })

  test('an author sees a draft at its address, and nobody keeps it', async () => {
    await site.change((tx) => publish(tx, draft))
    const url = `/posts/${draft.id}`
    const own = await site.get(url, { cookie: `as=${ada}` })
    expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-store'])
    for (const headers of [{}, { cookie: `as=${ben}` }]) expect((await site.get(url, headers)).status).toBe(404)
  })

  test('hidden and absent are one answer', async () => {
    await site.change((tx) => publish(tx, draft))
    const hidden = await site.get(`/posts/${draft.id}`, { cookie: `as=${ben}` })
    const absent = await site.get(`/posts/${idOf(99)}`, { cookie: `as=${ben}` })
    expect(hidden.text).toBe(absent.text)
    expect(hidden.headers['cache-control']).toBe(absent.headers['cache-control'])
  })

  test.each([['/drafts'], ['/account'], ['/newPost']])('%s is never kept, and asks a visitor to sign in', async (path) => {
    const asVisitor = await site.get(path)
    const asMember = await site.get(path, { cookie: `as=${ada}` })
    expect([asVisitor.status, asMember.status]).toEqual([401, 200])
    for (const answer of [asVisitor, asMember]) {
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['vary']).toContain('cookie')
      expect(answer.headers['etag']).toBeUndefined()
    }
  })

  test.each([['/account/x.css'], ['/account/a.js'], ['/drafts/style.css'], ['/account%2Fx.css'], ['/drafts;x.css'], [`${postUrl}/x.css`]])(
    '%s is no page, so that no proxy keeps a private one as a file',
    async (path) => {
      const answer = await site.get(path, { cookie: `as=${ada}` })
      expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'private, no-store'])
    },
  )

  test('the data of a page follows the same rules as the page', async () => {
    const open = await site.get(`/api/page?url=${encodeURIComponent(postUrl)}`)
    expect([open.status, open.headers['content-type'], open.headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'public, max-age=0, must-revalidate',
    ])
    const closed = await site.get('/api/page?url=%2Fdrafts', { cookie: `as=${ada}` })
    expect([closed.status, closed.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect((await site.get('/api/page?url=%2Fdrafts')).status).toBe(401)
    expect((await site.get('/api/page?url=https%3A%2F%2Fevil.test%2F')).status).toBe(400)
    expect((await site.get('/api/page')).status).toBe(400)
  })
})

test('a post taken back is gone from the cache before the mutation is answered', async () => {
  await site.get(postUrl)
  const answer = await site.send(
    'POST',
    '/api/mutations/posts.unpublish',
    { cookie: `as=${ada}`, 'content-type': 'application/json' },
    JSON.stringify({ args: { id: postId } }),
  )
  const { status } = await site.store.read(async (read) => (await read.get(posts, postId)) ?? { status: 'published' })
  expect([answer.status, answer.text.slice(0, 20), status]).toEqual([200, '{"outcome":"applied"', 'draft'])
  expect((await site.get(postUrl)).status).not.toBe(200)
})
