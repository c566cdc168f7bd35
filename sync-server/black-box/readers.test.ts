import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HtmlElement } from './testing/html.ts'
import type { Client } from './testing/client.ts'
import type { Row, Site } from './testing/site.ts'
import { builtPaths, pathsToCome } from './testing/all-paths.ts'
import { attributeOf, byId, elementsOf, parseHtml, textOf } from './testing/html.ts'
import { startSite } from './testing/site.ts'

interface SeededPost {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly comments: number
  readonly url: string
}

let site: Site
let visitor: Client
let longest: SeededPost

beforeAll(async () => {
  site = await startSite()
  visitor = site.visitor()
  longest = postWhere()
})
afterAll(() => site.stop())

function postWhere(isIt: (post: Row) => boolean = () => true): SeededPost {
  const found = site
    .table('posts')
    .filter((post) => post['status'] === 'published' && isIt(post))
    .toSorted((a, b) => Number(b['commentCount']) - Number(a['commentCount']))
  const row = found[0] ?? {}
  const [id, slug, title] = [String(row['id']), String(row['slug']), String(row['title'])]
  return { id, slug, title, comments: Number(row['commentCount']), url: `/posts/${id}/${encodeURIComponent(slug)}` }
}

function commentsOf(postId: string): readonly Row[] {
  return site.table('comments').filter((comment) => comment['postId'] === postId)
}

function withParameters(path: string): string {
  const commentId = String(commentsOf(longest.id)[0]?.['id'])
  const values: Readonly<Record<string, string>> = {
    ':_id': longest.id,
    ':postId': longest.id,
    ':commentId': commentId,
    ':year': '2019',
    ':token': 'no-such-token',
  }
  return path
    .replace(/^\/(users|u|user)\/:slug/u, '/$1/marit-solberg')
    .replace(/^\/posts\/slug\/:slug/u, `/posts/slug/${longest.slug}`)
    .replace(/^\/posts\/:_id\/:slug/u, longest.url)
    .replace(/:\w+/gu, (name) => values[name] ?? 'some-words')
}

describe('every path of the product', () => {
  test.each(builtPaths)('%s is answered', async (path) => {
    const answer = await visitor.get(withParameters(path))
    expect([200, 301, 302, 303, 307, 308, 401, 403]).toContain(answer.status)
    if (answer.location !== null) expect((await visitor.open(answer.location)).status).toBe(200)
    else expectWholePage(answer.html())
  })

  test('a page that is not built yet answers 404 with the look of the site, on each of their paths', async () => {
    const answers = await Promise.all(pathsToCome.map((path) => visitor.get(withParameters(path))))
    expect(answers.filter(({ status }) => status !== 404).map(({ path, status }) => `${path} ${status}`)).toEqual([])
    for (const answer of answers) expectWholePage(answer.html())
  })

  test.each([
    '/drafts',
    '/newPost',
    '/account',
    '/editPost?postId=x',
    '/vote?target=x',
    '/editComment?commentId=x',
    '/resendVerificationEmail',
  ])('%s asks a visitor to sign in, in its place', async (path) => {
    const answer = await visitor.get(path)
    expect(answer.status).toBe(401)
    expect(elementsOf(answer.html(), 'form').map((form) => attributeOf(form, 'action'))).toContain('/api/form/accounts.signIn')
    expect(answer.headers['cache-control']).toContain('no-store')
  })

  test.each([
    ['/submit', '/newPost'],
    ['/daily', '/allPosts'],
    ['/promoted', '/allPosts?filter=curated&sortedBy=new&timeframe=allTime'],
    ['/featured', '/allPosts?filter=curated&sortedBy=new&timeframe=allTime'],
    ['/saved', '/account'],
    ['/user?id=marit-solberg', '/users/marit-solberg'],
    ['/threads?id=marit-solberg', '/users/marit-solberg'],
    ['/submitted?id=marit-solberg', '/users/marit-solberg'],
    ['/user/marit-solberg/overview', '/users/marit-solberg'],
    ['/user/marit-solberg', '/users/marit-solberg'],
    ['/u/marit-solberg', '/users/marit-solberg'],
    ['/.rss', '/feed.xml'],
    ['/rss', '/feed.xml'],
    ['/promoted/.rss', '/feed.xml?view=curatedRss'],
    ['/ABOUT', '/about'],
    ['/about/', '/about'],
    ['/AllPosts?sortedBy=top', '/allPosts?sortedBy=top'],
    ['/daily?limit=3', '/allPosts?limit=3'],
  ])('%s leads to %s for good', async (from, to) => {
    const answer = await visitor.get(from)
    expect([answer.status, answer.location]).toEqual([308, to])
  })

  test('a post is found by its slug, its id, a wrong slug, and the old address of a comment', async () => {
    const commentId = String(commentsOf(longest.id)[0]?.['id'])
    for (const [from, to] of [
      [`/posts/slug/${longest.slug}?commentId=${commentId}`, `${longest.url}?commentId=${commentId}`],
      [`/posts/${longest.id}`, longest.url],
      [`/posts/${longest.id}/wrong-words?commentId=${commentId}`, `${longest.url}?commentId=${commentId}`],
      [`/posts/${longest.id}/wrong-words?utm=x&view=postCommentsNew`, `${longest.url}?view=postCommentsNew&utm=x`],
      [`${longest.url}/${commentId}`, `${longest.url}?commentId=${commentId}`],
    ] as const) {
      const answer = await visitor.get(from)
      expect([from, answer.status, answer.location]).toEqual([from, 308, to])
    }
  })

  test.each(['/%E0%A4%A', '/%', '/posts/%ff', '/posts/%00', '/users/%'])('%s is refused, not broken', async (path) => {
    expect([400, 404]).toContain((await visitor.get(path)).status)
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'POST', 'PROPFIND'])('%s is not a way to ask for a page', async (method) => {
    for (const path of ['/', longest.url, '/allPosts']) {
      const answer = await visitor.send(method, path, { headers: { origin: site.origin } })
      expect([400, 404, 405, 501]).toContain(answer.status)
    }
  })
})

describe('what every page has', () => {
  test('canonical address, title, description, social card, one h1, headings in order, landmarks, no style attribute', async () => {
    const pages = [
      '/',
      '/?sort=latest',
      '/curated',
      '/allPosts',
      '/allPosts?timeframe=yearly',
      '/about',
      '/settings',
      '/login',
      '/users/marit-solberg',
      longest.url,
    ]
    for (const path of pages) {
      const page = (await visitor.get(path)).html()
      expectWholePage(page)
      const meta = (key: string, name: string) =>
        attributeOf(
          elementsOf(page, 'meta').find((each) => attributeOf(each, key) === name),
          'content',
        )
      expect(meta('property', 'og:title'), path).not.toBeNull()
      expect(meta('property', 'og:image'), path).toMatch(/^http/u)
      expect(meta('name', 'viewport'), path).not.toContain('user-scalable')
      const canonical = elementsOf(page, 'link').filter((link) => attributeOf(link, 'rel') === 'canonical')
      expect(canonical.length, path).toBe(1)
      expect(attributeOf(canonical[0], 'href'), path).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//u)
    }
  })

  test('the canonical address leaves out what does not name the page', async () => {
    for (const [path, canonical] of [
      [`${longest.url}?utm_source=x`, longest.url],
      ['/?x=1', '/'],
      ['/allPosts?utm_campaign=y', '/allPosts'],
    ] as const) {
      const page = (await visitor.get(path)).html()
      const link = elementsOf(page, 'link').find((each) => attributeOf(each, 'rel') === 'canonical')
      expect(attributeOf(link, 'href')).toBe(`${site.origin}${canonical}`)
    }
  })

  test('JSON-LD of a post can be read and says who, when and how many comments', async () => {
    const page = (await visitor.get(longest.url)).html()
    const [block] = elementsOf(page, 'script').filter((script) => attributeOf(script, 'type') === 'application/ld+json')
    const facts: unknown = JSON.parse(block === undefined ? '' : textOf(block))
    expect(facts).toMatchObject({
      '@context': 'https://schema.org',
      headline: longest.title,
      commentCount: longest.comments,
      url: `${site.origin}${longest.url}`,
    })
  })

  test('every link within the site leads somewhere', async () => {
    const seen = new Set<string>()
    for (const path of ['/', '/curated', '/allPosts', '/about', '/settings', '/users/teo-marchetti', longest.url]) {
      const page = (await visitor.get(path)).html()
      for (const link of elementsOf(page, 'a')) {
        const href = attributeOf(link, 'href') ?? ''
        if (href.startsWith('#')) expect(byId(page, decodeURIComponent(href.slice(1))), `${path} ${href}`).toBeDefined()
        else if (href.startsWith('/') && !/[?&]commentId=/u.test(href)) seen.add(href.split('#')[0] ?? '')
        else if (href.startsWith(site.origin)) seen.add(href.slice(site.origin.length))
      }
    }
    const broken: string[] = []
    for (const path of seen) {
      const { status } = await visitor.open(path)
      if (status !== 200 && status !== 401) broken.push(`${path} ${status}`)
    }
    expect(broken).toEqual([])
    expect(seen.size).toBeGreaterThan(50)
  })
})

describe('an essay and its thread', () => {
  test('the longest thread is there in one answer, with every comment that has not been taken back', async () => {
    const page = (await visitor.get(longest.url)).html()
    const kept = commentsOf(longest.id).map((row) => String(row['id']))
    expect(kept.length).toBeGreaterThan(300)
    const ids = new Set(elementsOf(page).map((element) => attributeOf(element, 'id')))
    expect(kept.filter((id) => !ids.has(id))).toEqual([])
    expect(elementsOf(page, 'template').length).toBe(0)
    const hidden = elementsOf(page).filter((element) => element.attributes.has('hidden'))
    expect(hidden.flatMap((element) => elementsOf(element)).filter((element) => element.attributes.has('data-comment'))).toEqual([])
  })

  test('no id stands twice on a page', async () => {
    for (const path of ['/', longest.url, `${longest.url}?commentId=${firstReply().id}`]) {
      const ids = elementsOf((await visitor.get(path)).html()).flatMap((element) => attributeOf(element, 'id') ?? [])
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        path,
      ).toEqual([])
    }
  })

  test('a permalink shows the comment above the post, is not indexed, and has a form to reply', async () => {
    const { id } = firstReply()
    for (const path of [`${longest.url}?commentId=${id}`, `${longest.url}/comment/${id}`]) {
      const answer = await visitor.open(path)
      const page = answer.html()
      expect(
        attributeOf(
          elementsOf(page, 'meta').find((each) => attributeOf(each, 'name') === 'robots'),
          'content',
        ),
        path,
      ).toContain('noindex')
      const parents = elementsOf(page, 'input')
        .filter((input) => attributeOf(input, 'name') === 'parentId')
        .map((input) => attributeOf(input, 'value'))
      expect(parents, path).toContain(id)
      expect(textOf(page).includes('See in context'), path).toBe(true)
    }
  })

  test('an unknown comment in the address is said, above the post', async () => {
    const answer = await visitor.open(`${longest.url}/comment/${'0'.repeat(26)}`)
    expect(textOf(answer.html())).toMatch(/comment is not here|comment not found/iu)
  })

  test('each order of comments is a plain link or form away, and they differ', async () => {
    const page = (await visitor.get(longest.url)).html()
    const orders = elementsOf(page, 'select')
      .filter((select) => attributeOf(select, 'name') === 'view')
      .flatMap((select) => elementsOf(select, 'option'))
      .map((option) => attributeOf(option, 'value') ?? '')
    expect(orders.length).toBeGreaterThan(2)
    const firsts = await Promise.all(
      orders.map(async (order) => {
        const answer = await visitor.get(`${longest.url}?view=${order}`)
        expect(answer.status).toBe(200)
        return elementsOf(answer.html(), 'li')
          .flatMap((item) => attributeOf(item, 'data-comment') ?? [])
          .slice(0, 5)
          .join()
      }),
    )
    expect(new Set(firsts).size).toBeGreaterThan(2)
  })

  test.each([
    ['de', 'ltr'],
    ['ar', 'rtl'],
  ])('the essay in %s says its language and direction, the page stays English', async (lang, dir) => {
    const post = postWhere((row) => row['lang'] === lang)
    const page = (await visitor.get(post.url)).html()
    expect(attributeOf(elementsOf(page, 'html')[0], 'lang')).toBe('en')
    const text = byId(page, 'text')
    expect([attributeOf(text, 'lang'), attributeOf(text, 'dir')]).toEqual([lang, dir])
    const heading = elementsOf(page, 'h1').find((h1) => textOf(h1).includes(post.title))
    expect([attributeOf(heading, 'lang'), attributeOf(heading, 'dir')]).toEqual([lang, dir])
  })

  test('all that a member can do is there as a plain form or link', async () => {
    const page = (await visitor.get(longest.url)).html()
    expect(elementsOf(page, 'form').map((form) => attributeOf(form, 'action'))).toEqual(
      expect.arrayContaining(['/api/form/comments.post', '/api/form/votes.set']),
    )
    const votes = elementsOf(page, 'button').filter((button) => attributeOf(button, 'name') === 'vote')
    const inForms = new Set(
      elementsOf(page, 'form').flatMap((form) => (attributeOf(form, 'action') === '/api/form/votes.set' ? elementsOf(form, 'button') : [])),
    )
    const formIds = elementsOf(page, 'form').flatMap((form) =>
      attributeOf(form, 'action') === '/api/form/votes.set' ? (attributeOf(form, 'id') ?? []) : [],
    )
    expect(votes.filter((button) => !inForms.has(button) && !formIds.includes(attributeOf(button, 'form') ?? '-'))).toEqual([])
    expect(votes.filter((button) => attributeOf(button, 'aria-label') === null)).toEqual([])
    expect(votes.length).toBeGreaterThan(1_000)
    expect(elementsOf(page, 'a').filter((link) => textOf(link) === 'Reply').length).toBeGreaterThan(300)
  })

  function firstReply(): { readonly id: string } {
    return { id: String(commentsOf(longest.id).find((row) => row['parentId'] !== null && row['removedBy'] === null)?.['id']) }
  }
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

  test('the sitemap names every public post and nothing that is not public', async () => {
    const index = await visitor.get('/sitemap.xml')
    expectWellFormedXml(index.text)
    const parts = [...index.text.matchAll(/<loc>([^<]+)<\/loc>/gu)].map((match) => (match[1] ?? '').slice(site.origin.length))
    const locations = (await Promise.all(parts.map((path) => visitor.get(path)))).flatMap((part) => {
      expectWellFormedXml(part.text)
      return [...part.text.matchAll(/<loc>([^<]+)<\/loc>/gu)].map((match) => (match[1] ?? '').slice(site.origin.length))
    })
    const known = site
      .table('posts')
      .filter((row) => row['status'] === 'published')
      .map((row) => `/posts/${String(row['id'])}/${encodeURIComponent(String(row['slug']))}`)
    expect(known.filter((path) => !locations.includes(path))).toEqual([])
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

/** Whatever page it is: one h1, headings in order, a main landmark, a title, a language, and nothing that the policy refuses. */
function expectWholePage(page: HtmlElement): void {
  const title = elementsOf(page, 'title').map(textOf).join()
  const levels = elementsOf(page).flatMap((element) =>
    /^h[1-6]$/u.test(element.name)
      ? [Number(element.name[1])]
      : attributeOf(element, 'role') === 'heading'
        ? [Number(attributeOf(element, 'aria-level'))]
        : [],
  )
  expect(title).not.toBe('')
  expect(
    levels.filter((level) => level === 1),
    title,
  ).toHaveLength(1)
  expect(
    levels.filter((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1),
    `${title}: ${levels.join(' ')}`,
  ).toEqual([])
  expect(elementsOf(page, 'main'), title).toHaveLength(1)
  expect(attributeOf(elementsOf(page, 'html')[0], 'lang'), title).toBe('en')
  expect(
    elementsOf(page).filter((element) => element.attributes.has('style')),
    title,
  ).toEqual([])
  expect(elementsOf(page, 'style'), title).toEqual([])
  // A browser would drop the inner one, and its fields would be sent with the outer.
  expect(
    elementsOf(page, 'form').flatMap((form) => elementsOf(form, 'form')),
    title,
  ).toEqual([])
}

function expectWellFormedXml(text: string): void {
  expect(text.startsWith('<?xml')).toBe(true)
  // Every name that opens is closed in order: the reader for HTML says so once CDATA is out of the way and no name is one of HTML's void ones.
  const plain = text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/gu, 'text').replace(/<(\/?)(link|source|title|base|meta)\b/gu, '<$1x-$2')
  expect(parseHtml(plain).faults).toEqual([])
  expect(plain).not.toMatch(/="[^"]*<[^"]*"/u)
  expect(plain).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/iu)
}
