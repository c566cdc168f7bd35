import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPost, idOf, namedRels } from '#shared/testing/factories.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import type { TestSite } from './testing/test-site.ts'
import { ada, ben, postId, postUrl, publish, smallCommunity, testSite } from './testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await testSite()
  await smallCommunity(site)
  const draft = { status: 'draft', slug: null, publishedAt: null, revisionId: null } as const
  await site.change((tx) => publish(tx, aPost({ id: idOf(20), authorId: ada, latestRevisionId: idOf(21), title: 'Unfinished', ...draft })))
})
afterAll(() => site.close())

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' }
const agent = { accept: 'text/markdown, text/html;q=0.9' }
const markdown = 'text/markdown; charset=utf-8'
const html = 'text/html; charset=utf-8'

describe('a page as HTML or Markdown', () => {
  test.each([
    [postUrl, browser, html],
    [postUrl, {}, html],
    [postUrl, { accept: '*/*' }, html],
    [postUrl, agent, markdown],
    [postUrl, { accept: 'text/plain' }, markdown],
    [`${postUrl}?format=html`, agent, html],
    [`${postUrl}?format=md`, browser, markdown],
    [`${postUrl}?format=markdown`, {}, markdown],
    [`${postUrl}.md`, browser, markdown],
    ['/index.md', {}, markdown],
    ['/about.md', {}, markdown],
    ['/users/ada.md', {}, markdown],
    ['/allPosts.md?timeframe=allTime', {}, markdown],
    ['/', agent, markdown],
    ['/login', agent, html],
  ])('%s with %j is %s', async (path, headers, type) => {
    // Twice: made, and from the cache.
    for (let n = 0; n < 2; n += 1) {
      const answer = await site.get(path, headers)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, type])
      expect(answer.headers['vary']).toMatch(path === '/login' ? /cookie/u : /^accept, /u)
    }
  })

  test('what is in the cache as one is never given as the other', async () => {
    const forms = [browser, agent, browser, { accept: 'text/markdown' }, {}]
    const types: (string | undefined)[] = []
    for (const headers of forms) types.push((await site.get('/about', headers)).headers['content-type'])
    expect(types).toEqual([html, markdown, html, markdown, html])
  })

  test('Markdown has an ETag of its own, says which page it stands for, and may do nothing', async () => {
    const answer = await site.get(`${postUrl}.md`)
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      link: `<${site.origin}${postUrl}>; rel="canonical"`,
      'content-security-policy': expect.stringMatching(/^default-src 'none'/u),
      'x-content-type-options': 'nosniff',
    })
    const etag = String(answer.headers['etag'])
    expect(etag).not.toBe((await site.get(postUrl)).headers['etag'])
    expect((await site.get(`${postUrl}.md`, { 'if-none-match': etag })).status).toBe(304)
    const head = await site.send('HEAD', `${postUrl}.md`)
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, answer.headers['content-length']])
  })

  test('it changes with the page', async () => {
    expect((await site.get(`${postUrl}.md`)).text).toMatch(/^# On tides$/mu)
    await site.change(async (tx) => {
      for (const rel of namedRels({ id: postId, tags: ['Sea'] })) await tx.put(tagRels, rel)
    })
    expect((await site.get(`${postUrl}.md`)).text).toContain('- Tags: [Sea]')
  })

  test.each([
    ['/login.md', {}],
    ['/login', { accept: 'text/markdown' }],
    ['/account?format=markdown', {}],
  ])('%s with %j says that there is none', async (path, headers) => {
    const answer = await site.get(path, headers)
    expect([answer.status, answer.headers['content-type']]).toEqual([406, markdown])
    expect(answer.text).toContain('# Not available in Markdown')
    expect(answer.text).toContain('/llms.txt')
  })

  test.each([
    [`/posts/${postId}/old-name.md`, `${postUrl}?format=markdown`],
    [`/posts/${postId}?format=md&limit=2000`, `${postUrl}?limit=2000&format=md`],
    ['/ABOUT.md', '/about?format=markdown'],
    ['/u/ada.md', '/users/ada?format=markdown'],
  ])('%s moved to %s', async (path, location) => {
    const answer = await site.get(path)
    const sorted = (target: string) => [new URL(target, site.origin).pathname, [...new URL(target, site.origin).searchParams].sort()]
    expect([answer.status, sorted(String(answer.headers['location']))]).toEqual([308, sorted(location)])
  })

  test.each([[`/posts/${idOf(99)}.md`], ['/nowhere.md'], ['/users/nobody.md'], ['/nowhere']])(
    '%s is not found, in Markdown',
    async (path) => {
      const answer = await site.get(path, { accept: 'text/markdown' })
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([404, markdown, 'private, no-store'])
      expect(answer.text).toContain('# Not found')
    },
  )

  test('a draft is its author’s alone, and is kept by nobody', async () => {
    const own = await site.get(`/posts/${idOf(20)}.md`, { cookie: `as=${ada}` })
    expect([own.status, own.headers['cache-control'], own.headers['x-robots-tag']]).toEqual([200, 'private, no-store', 'noindex'])
    expect(own.text).toContain('# Unfinished')
    for (const headers of [{}, { cookie: `as=${ben}` }]) expect((await site.get(`/posts/${idOf(20)}.md`, headers)).status).toBe(404)
  })

  test('/llms.txt says where everything is, and every page in it is there', async () => {
    const { text, headers } = await site.get('/llms.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(/^# Test Site$/mu)
    expect(text).toContain(`(${site.origin}/mcp)`)
    const paths = [...text.matchAll(/\]\(([^)]+)\)/gu)].map(([, href = '']) => href.slice(site.origin.length))
    expect(paths).toContain('/index.md')
    // The small web side of this test has these alone.
    for (const path of paths.filter((one) => /^\/(?:index|allPosts|about|feed|sitemap)/u.test(one)))
      expect([path, (await site.get(path)).status]).toEqual([path, 200])
  })
})
