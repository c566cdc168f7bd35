/** Every path of the product is answered, and every page has what a whole page has. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './testing/client.ts'
import type { HtmlElement } from './testing/html.ts'
import type { SeededPost } from './testing/seeded-posts.ts'
import { answeredRoutes, offRoutes, ownRoutes } from '../http/testing/routes.ts'
import { examplePaths, sequenceOf, wikiSlugOf } from './testing/example-path.ts'
import { attributeOf, byId, elementsOf, textOf } from './testing/html.ts'
import { commentsOf, postWhere } from './testing/seeded-posts.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
let visitor: Client
let longest: SeededPost
let exampleOf: (route: string) => string

beforeAll(() => {
  visitor = site.visitor()
  longest = postWhere(site)
  exampleOf = examplePaths(site)
})

/** They lead to pages that ask a visitor to sign in. */
const leadToSignIn: ReadonlySet<string> = new Set(['/tag/create', '/nominations', '/payments', '/petroyDayPoll'])

/** What each role gets there is another table's (`routes.test.ts`). */
const pages = Object.keys({ ...answeredRoutes, ...ownRoutes }).filter((route) => route.startsWith('/') && !leadToSignIn.has(route))

describe('every path of the product', () => {
  test.each(pages)('%s is answered', async (path) => {
    const answer = await visitor.get(exampleOf(path))
    expect([200, 301, 302, 303, 307, 308, 401, 403]).toContain(answer.status)
    if (answer.location !== null) expect((await visitor.open(answer.location)).status).toBe(200)
    else expectWholePage(answer.html())
  })

  test('a page of a module that is off answers 404 with the look of the site', async () => {
    const answers = await Promise.all(Object.keys(offRoutes).map((path) => visitor.get(exampleOf(path))))
    expect(answers.filter(({ status }) => status !== 404).map(({ path, status }) => `${path} ${status}`)).toEqual([])
    for (const answer of answers) expectWholePage(answer.html())
  })

  test.each([
    '/drafts',
    '/newPost',
    '/account',
    '/bookmarks',
    '/editPost?postId=x',
    '/vote?target=x',
    '/editComment?commentId=x',
    '/resendVerificationEmail',
    '/sequencesNew',
    '/editSequence?sequenceId=x',
    '/editCollection',
    '/w/create',
    '/glossaryEditor',
    '/spotlights',
  ])('%s asks a visitor to sign in, in its place', async (path) => {
    const answer = await visitor.get(path)
    expect(answer.status).toBe(401)
    expect(elementsOf(answer.html(), 'form').map((form) => attributeOf(form, 'action'))).toContain('/api/form/accounts.signIn')
    expect(answer.headers['cache-control']).toContain('no-store')
  })

  test.each([
    ['/submit', '/newPost'],
    ['/collaborateOnPost?postId=x&key=y', '/editPost?postId=x&key=y'],
    ['/daily', '/allPosts'],
    ['/promoted', '/allPosts?filter=curated&sortedBy=new&timeframe=allTime'],
    ['/featured', '/allPosts?filter=curated&sortedBy=new&timeframe=allTime'],
    ['/saved', '/account'],
    ['/auth/login?returnTo=%2Fdrafts', '/login?returnTo=%2Fdrafts'],
    ['/recentComments', '/allComments'],
    ['/posts/slug', '/allPosts'],
    ['/newcomments', '/allComments'],
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
    ['/tags', '/wikitags/all'],
    ['/tags/all', '/wikitags/all'],
    ['/topics', '/wikitags/all'],
    ['/topics/all', '/wikitags/all'],
    ['/concepts', '/wikitags/all'],
    ['/concepts/all', '/wikitags/all'],
    ['/wiki', '/wikitags/all'],
    ['/wikitags', '/wikitags/all'],
    ['/tag/create?name=Kelp', '/w/create?name=Kelp'],
    ['/tags/dashboard', '/w/dashboard'],
    ['/tags/random', '/w/random'],
    ['/tagActivity', '/wActivity'],
    ['/tagVoting', '/wActivity'],
    ['/tagFeed', '/wFeed'],
    ['/Nominations2018', '/nominations/2018'],
    ['/reviews2019', '/reviews/2019'],
    ['/votesByYear/2019?tab=read', '/nominatePosts/2019?tab=read'],
    ['/leastwrong?year=2026', '/bestoflesswrong?year=2026'],
    ['/tag/kelp?sortedBy=new', '/w/kelp?sortedBy=new'],
    ['/p/kelp', '/w/kelp'],
    ['/tag/kelp/history', '/w/kelp/history'],
    ['/tag/kelp/discussion', '/w/kelp/discussion'],
  ])('%s leads to %s for good', async (from, to) => {
    const answer = await visitor.get(from)
    expect([answer.status, answer.location]).toEqual([308, to])
  })

  test.each(['/collaborateOnPost', '/collaborateOnPost?postId='])(
    '%s, which names no post, answers a page that says what to do',
    async (path) => {
      const answer = await visitor.get(path)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('This link is incomplete')
    },
  )

  test('a post is found by its slug, its id, a wrong slug, and the old address of a comment', async () => {
    const commentId = String(commentsOf(site, longest.id)[0]?.['id'])
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
      '/recommendations',
      '/leaderboard',
      '/bestoflesswrong',
      '/books',
      '/community',
      '/allgroups',
      '/groups-map',
      '/groups-map?lat=60&lng=10&zoom=4',
      exampleOf('/groups/:groupId'),
      '/postsWithApprovedJargon',
      '/library',
      '/rationality',
      `/s/${sequenceOf(site)}`,
      `/w/${wikiSlugOf(site)}`,
      '/wikitags/all',
      '/feed',
      '/allPosts',
      '/allPosts?timeframe=yearly',
      '/about',
      '/contact',
      '/faq',
      '/privacy',
      '/terms',
      '/donate',
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
      ['/groups-map?lat=60&lng=10&zoom=4&show=groups', '/groups-map'],
    ] as const) {
      const page = (await visitor.get(path)).html()
      const link = elementsOf(page, 'link').find((each) => attributeOf(each, 'rel') === 'canonical')
      expect(attributeOf(link, 'href')).toBe(`${site.origin}${canonical}`)
    }
  })

  test('the outline of the world is one file that browsers keep, drawn by the map alone', async () => {
    const outline = /<image href="([^"]+\.svg)"/u.exec((await visitor.get('/groups-map')).text)?.[1] ?? ''
    const answer = await visitor.get(outline)
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      ...[200, expect.stringMatching(/^image\/svg\+xml/u), 'public, max-age=31536000, immutable'],
    ])
    expect((await visitor.get('/community')).text).not.toContain(outline)
  })

  test.each(['lat=91&lng=999&zoom=x', 'lat=1e3&zoom=-1&show=people', 'filters=%3Cscript%3E&limit=-1', 'lat=60&lat=5&zoom=99999999'])(
    '/groups-map?%s says nothing, and shows all of the map',
    async (query) => {
      const [asked, whole] = await Promise.all([visitor.get(`/groups-map?${query}`), visitor.get('/groups-map')])
      const count = (text: string) => text.match(/class="map-pin"/gu)?.length ?? 0
      expect([asked.status, count(asked.text)]).toEqual([200, count(whole.text)])
      expect(count(whole.text)).toBeGreaterThan(0)
    },
  )

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
    for (const path of [
      '/',
      '/recommendations',
      '/leaderboard',
      '/bestoflesswrong',
      '/books',
      '/community',
      '/allgroups',
      '/groups-map',
      exampleOf('/groups/:groupId'),
      '/postsWithApprovedJargon',
      '/library',
      '/rationality',
      '/codex',
      `/s/${sequenceOf(site)}`,
      `/w/${wikiSlugOf(site)}`,
      `/w/${wikiSlugOf(site)}/history`,
      '/wikitags/all',
      '/arbital',
      '/feed',
      '/allPosts',
      '/about',
      '/contact',
      '/faq',
      '/privacy',
      '/terms',
      '/donate',
      '/settings',
      '/users/teo-marchetti',
      longest.url,
    ]) {
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

/**
 * Whatever page it is: one h1, headings in order, a main landmark, a title, a language, and nothing
 * that the policy refuses.
 */
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
