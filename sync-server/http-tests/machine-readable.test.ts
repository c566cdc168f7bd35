/** What machines read: feeds, sitemap, manifest, and the headers around everything. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './testing/client.ts'
import type { SeededPost } from './testing/seeded-posts.ts'
import { parseHtml } from './testing/html.ts'
import { postWhere, publishedPosts } from './testing/seeded-posts.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
let visitor: Client
let longest: SeededPost

beforeAll(() => {
  visitor = site.visitor()
  longest = postWhere(site)
})

describe('what machines read', () => {
  test.each(['/feed.xml', '/feed.xml?view=curatedRss', '/feed.xml?view=frontpageRss', '/feed.xml?format=atom'])(
    '%s is well-formed and has whole bodies',
    async (path) => {
      const answer = await visitor.get(path)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toMatch(/xml/u)
      expectWellFormedXml(answer.text)
      expect(answer.text).toContain('</p>')
      expect(Buffer.byteLength(answer.text)).toBeLessThan(512 * 1_024)
    },
  )

  test('the JSON feed can be read', async () => {
    const answer = await visitor.get('/feed.xml?format=json')
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toMatchObject({
      version: expect.stringContaining('jsonfeed.org') as unknown,
      items: expect.any(Array) as unknown,
    })
  })

  test.each([
    ['/llms.txt', 'text/plain', '# '],
    ['/index.md', 'text/markdown', '## Latest'],
    ['/about.md', 'text/markdown', '# '],
    ['/editor.md', 'text/markdown', '# '],
    ['/allPosts.md', 'text/markdown', '# All posts'],
    ['/allComments.md', 'text/markdown', '# Recent comments'],
    ['/recommendations.md', 'text/markdown', '# Curated posts'],
    ['/quicktakes.md', 'text/markdown', '# Quick takes'],
    ['/questions.md', 'text/markdown', '# Questions'],
    ['/dialogues.md', 'text/markdown', '# Dialogues'],
    ['/leaderboard.md', 'text/markdown', '# Leaderboard'],
    ['/library.md', 'text/markdown', '## Curated sequences'],
    ['/rationality.md', 'text/markdown', '## Measuring'],
    ['/rationality/the-slow-clock.md', 'text/markdown', '## Text'],
    ['/users/teo-marchetti.md', 'text/markdown', '- Karma: '],
    ['/feed.xml?type=comments', 'application/rss+xml', '<item>'],
    ['/feed.xml?view=questions&format=atom', 'application/atom+xml', '<entry>'],
    ['/feed.xml?karmaThreshold=2&format=json', 'application/feed+json', '"items"'],
  ])('%s answers programs as %s', async (path, type, part) => {
    const answer = await visitor.get(path)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`])
    expect(answer.text).toContain(part)
  })

  test('a post is there as Markdown for whoever prefers it', async () => {
    const answer = await visitor.get(longest.url, { accept: 'text/markdown' })
    expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(answer.text).toContain('## Text')
    expect((await visitor.get(longest.url)).text).toContain(`type="text/markdown" href="${longest.url}.md"`)
  })

  test('the sitemap names every public post and nothing that is not public', async () => {
    const index = await visitor.get('/sitemap.xml')
    expectWellFormedXml(index.text)
    const parts = [...index.text.matchAll(/<loc>([^<]+)<\/loc>/gu)].map((match) => (match[1] ?? '').slice(site.origin.length))
    const locations = (await Promise.all(parts.map((path) => visitor.get(path)))).flatMap((part) => {
      expectWellFormedXml(part.text)
      return [...part.text.matchAll(/<loc>([^<]+)<\/loc>/gu)].map((match) => (match[1] ?? '').slice(site.origin.length))
    })
    const published = publishedPosts(site)
    const pathOf = (row: (typeof published)[number]) =>
      `/${row['kind'] === 'event' ? 'events' : 'posts'}/${String(row['id'])}/${encodeURIComponent(String(row['slug']))}`
    // What only holds somebody's quick takes is no essay.
    const [holders, essays] = [
      published.filter((row) => row['holds'] === 'quickTakes'),
      published.filter((row) => row['holds'] !== 'quickTakes'),
    ]
    expect(essays.map(pathOf).filter((path) => !locations.includes(path))).toEqual([])
    expect(holders.length).toBeGreaterThan(0)
    expect(holders.map(pathOf).filter((path) => locations.includes(path))).toEqual([])
    const pages = site.table('tags').filter((row) => row['state'] === 'page')
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.map((row) => `/w/${encodeURIComponent(String(row['slug']))}`).filter((path) => !locations.includes(path))).toEqual([])
    // At one address each.
    expect(locations.filter((path) => path.endsWith('/null'))).toEqual([])
    expect(locations.filter((path) => /^\/(drafts|account|newPost|editPost|login|dev|api|shell)/u.test(path))).toEqual([])
  })

  test('robots.txt names the sitemap and keeps nobody from the posts', async () => {
    const { text } = await visitor.get('/robots.txt')
    expect(text).toContain(`Sitemap: ${site.origin}/sitemap.xml`)
    expect(text).not.toMatch(/^Disallow: \/(posts)?\s*$/mu)
  })

  test('the web manifest has what installing needs, and its icons are there', async () => {
    const answer = await visitor.get('/manifest.webmanifest')
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    const manifest = JSON.parse(answer.text) as {
      readonly icons: readonly { readonly src: string; readonly type: string }[]
      readonly shortcuts: readonly { readonly url: string }[]
    }
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', lang: 'en' })
    for (const icon of manifest.icons) {
      const file = await visitor.get(icon.src)
      expect([icon.src, file.status, file.headers['content-type']]).toEqual([icon.src, 200, icon.type])
    }
    for (const shortcut of manifest.shortcuts) expect([200, 401]).toContain((await visitor.get(shortcut.url)).status)
  })

  test.each(['/', '/allPosts', '/feed.xml'])('%s has an ETag and is not sent twice', async (path) => {
    const first = await visitor.get(path)
    const etag = first.headers.etag ?? ''
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/u)
    const second = await visitor.get(path, { 'if-none-match': etag })
    expect([second.status, second.bytes]).toEqual([304, 0])
    const head = await visitor.send('HEAD', path)
    expect([head.status, head.bytes]).toEqual([200, 0])
  })

  test('pages come compressed in what the reader can take', async () => {
    const plain = await visitor.get(longest.url)
    for (const coding of ['br', 'gzip']) {
      const answer = await visitor.get(longest.url, { 'accept-encoding': coding })
      expect(answer.headers['content-encoding']).toBe(coding)
      expect(answer.text).toBe(plain.text)
      expect(answer.bytes).toBeLessThan(plain.bytes / 3)
    }
  })

  test('answers of every class carry their headers, and none says what it runs on', async () => {
    for (const path of [
      '/',
      longest.url,
      '/no-such-page',
      '/login',
      '/drafts',
      '/api/me',
      '/feed.xml',
      '/robots.txt',
      '/healthz',
      '/sw.js',
      '/icons/icon.svg',
      '/api/nothing',
    ]) {
      const { headers } = await visitor.get(path)
      expect(headers['x-content-type-options'], path).toBe('nosniff')
      expect(headers['referrer-policy'], path).toBeDefined()
      expect(headers['cross-origin-resource-policy'], path).toBeDefined()
      expect(headers['content-security-policy'], path).toMatch(/default-src 'none'/u)
      expect([headers['server'], headers['x-powered-by']], path).toEqual([undefined, undefined])
      if (headers['content-type']?.startsWith('text/html') === true) {
        expect(headers['content-security-policy'], path).toMatch(/frame-ancestors 'none'/u)
        expect(headers['cross-origin-opener-policy'], path).toBe('same-origin')
      }
    }
  })
})

function expectWellFormedXml(text: string): void {
  expect(text.startsWith('<?xml')).toBe(true)
  // Every name that opens is closed in order: the reader for HTML says so once CDATA is out of the
  // way and no name is one of HTML's void ones.
  const plain = text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/gu, 'text').replace(/<(\/?)(link|source|title|base|meta)\b/gu, '<$1x-$2')
  expect(parseHtml(plain).faults).toEqual([])
  expect(plain).not.toMatch(/="[^"]*<[^"]*"/u)
  expect(plain).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/iu)
}
