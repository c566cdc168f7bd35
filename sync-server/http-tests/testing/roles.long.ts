/**
 * Every role's walk over the seeded site by HTTP, for `npm run test:long -- --only roles`: from the
 * front page, the archive and the site map each follows every link it is shown, until there is none
 * left. Nobody is shown a link that leads nowhere, or to a page that is not for them, but for the
 * few that are the same for all readers (`explained`).
 */
import { expect, test } from 'vitest'
import type { Answer, Client } from './client.ts'
import { attributeOf, elementsOf, parseHtml } from './html.ts'
import { siteForTests } from './site-for-tests.ts'

const site = siteForTests()

/**
 * User names, and how many addresses each is shown at least: a walk that ends early proves nothing.
 */
const walkers = [
  ['visitor', null, 300],
  ['member', 'yusuf', 300],
  ['moderator', 'teo', 300],
  ['administrator', 'marit', 300],
] as const

/** The site answers several at once, as it does browsers. */
const lanes = 4
/**
 * So many comments of the site are opened by their own address; the rest differ in nothing but the
 * comment.
 */
const maxPermalinks = 100

test.each(walkers)('every link that a %s is shown leads to a page for them', { timeout: 1_200_000 }, async (_role, userName, atLeast) => {
  const who = userName === null ? site.visitor() : await site.member(userName)
  const { broken, count } = await walk(who, userName === null)
  expect(broken).toEqual([])
  expect(count).toBeGreaterThan(atLeast)
  expect(site.errors()).toEqual([])
})

interface Walk {
  readonly broken: readonly string[]
  readonly count: number
}

async function walk(who: Client, isVisitor: boolean): Promise<Walk> {
  const start = ['/', '/allPosts?timeframe=allTime&limit=100', '/sitemap.xml']
  const from = new Map(start.map((path) => [path, 'the start']))
  const waiting = [...start]
  const broken: string[] = []
  let permalinks = 0
  const visit = async (path: string): Promise<void> => {
    const answer = await who.get(path)
    const problem = problemOf(answer, isVisitor)
    if (problem !== null) broken.push(`${path}: ${problem}, from ${from.get(path)}`)
    for (const next of addressesIn(answer)) {
      if (from.has(next)) continue
      if (next.includes('commentId=') && (permalinks += 1) > maxPermalinks) continue
      from.set(next, path)
      waiting.push(next)
    }
  }
  const lane = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await visit(path)
  }
  // A lane ends where nothing waits, though another may yet find something.
  while (waiting.length > 0) await Promise.all(Array.from({ length: lanes }, lane))
  return { broken, count: from.size }
}

/**
 * Pages are the same for all readers: what some of them may not do, and what is not written yet, is
 * said there, in these words.
 */
const explained = [
  { path: /^\/editComment\?/u, status: 403, says: 'Only the author or a moderator can do that.' },
  {
    path: /^\/w\/(?:create\?lensOf=|[^/]+\/edit)/u,
    status: 403,
    says: 'Only administrators can edit this page. You can propose a change in its discussion.',
  },
  { path: /^\/w\/[^/]+$/u, status: 404, says: 'This page has not been created yet' },
]

/**
 * A page, a way to one, or, for a visitor, a page that asks to sign in. Links to what is new or
 * random are redirects.
 */
function problemOf({ path, status, location, text }: Answer, isVisitor: boolean): string | null {
  if (status === 200 || (status === 401 && isVisitor)) return null
  if (explained.some((one) => one.status === status && one.path.test(path) && text.includes(one.says))) return null
  return status >= 300 && status < 400 && location?.startsWith('/') === true ? null : String(status)
}

function addressesIn(answer: Answer): readonly string[] {
  const redirect = answer.location === null ? [] : [answer.location]
  const type = answer.headers['content-type'] ?? ''
  if (type.includes('xml')) return [...answer.text.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, url = '']) => onSite(url))
  if (!type.startsWith('text/html')) return redirect
  const { root } = parseHtml(answer.text)
  const links = elementsOf(root, 'a').flatMap((link) => attributeOf(link, 'href') ?? [])
  return [...redirect, ...links.map(onSite)].filter((path) => path.startsWith('/') && !path.startsWith('//'))
}

const onSite = (address: string): string => (address.replace(site.origin, '').split('#')[0] ?? '').replaceAll('&amp;', '&')
