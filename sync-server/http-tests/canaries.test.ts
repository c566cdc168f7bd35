/**
 * Secrets are planted; then every address that the product has, every one that can be found, and
 * everything that a device can follow is read as visitor, member, moderator and administrator: none
 * of them may be there. `npm test` reads as staff a few addresses of each route, and follows links
 * as visitor and member alone, a few of each kind; the part `roles` of the long run reads all as
 * everybody.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '#shared/testing/extent.ts'
import { cheapPasswords, featureSite } from '#server/features/testing/feature-site.ts'
import { openSocket } from '../http/testing/socket-client.ts'
import type { Answer, Client } from './testing/client.ts'
import type { PartValues } from './testing/every-route.ts'
import { filledIn, pagePaths, readablePaths } from './testing/every-route.ts'
import { attributeOf, elementsOf, parseHtml } from './testing/html.ts'
import type { Planted, Secret } from './testing/secrets.ts'
import { hiddenFrom, plantSecrets } from './testing/secrets.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
let planted: Planted
let pages: readonly string[]
let routes: readonly string[]
let addresses: { readonly all: readonly string[]; readonly few: readonly string[] }

beforeAll(async () => {
  planted = await plantSecrets(site)
  pages = await pagePaths()
  let close = async (): Promise<void> => undefined
  const empty = await featureSite({}, cheapPasswords, { ends: (end) => (close = end) })
  routes = readablePaths(empty.printedRoutes())
  await close()
  const values = partValues()
  const few = Object.fromEntries(Object.entries(values).map(([name, given]) => [name, given.slice(0, 2)]))
  addresses = { all: addressesOf(values, planted.hiddenIds), few: addressesOf(few, planted.hiddenIds.slice(0, 1)) }
})

/** Those who look, by user name. */
const roles = [
  ['visitor', null, false],
  ['member', 'tam', false],
  ['moderator', 'teo', true],
  ['administrator', 'marit', true],
] as const

const idOf = (userName: string): string => String(site.table('members').find((row) => row['userName'] === userName)?.['id'])
const clientOf = (userName: string | null) => (userName === null ? site.visitor() : site.member(userName))
const hiddenOf = (userName: string | null, isStaff: boolean) => {
  const hidden = hiddenFrom(planted.secrets, site, userName === null ? null : idOf(userName), isStaff)
  expect(hidden.length).toBeGreaterThan(40)
  return hidden
}

describe.each(roles)('as %s', (_kind, userName, isStaff) => {
  test('no route of the product shows what is hidden', { timeout: 300_000 }, async () => {
    const who = await clientOf(userName)
    const hidden = hiddenOf(userName, isStaff)
    const found: string[] = []
    for (const address of isLong || !isStaff ? addresses.all : addresses.few) {
      const answers = [await who.get(address)]
      // A Markdown representation stands at the same address.
      if (!/^\/api\/|\?/u.test(address) && !isFile(address)) answers.push(await who.get(address, { accept: 'text/markdown' }))
      found.push(...answers.flatMap((answer) => seenIn(answer, hidden)))
    }
    expect(found).toEqual([])
  })

  test('a picture in a message of others is no more there than one that never was', async () => {
    const who = await clientOf(userName)
    const bare = ({ status, text, headers }: Answer, id: string) => [status, text.replaceAll(id, 'ID'), headers['cache-control']]
    for (const width of ['', '?w=480']) {
      const [there, nothing] = [planted.privatePictureId, '0'.repeat(25) + '9']
      const answer = await who.get(`/pictures/${there}${width}`)
      expect(answer.status).toBe(404)
      expect(bare(answer, there)).toEqual(bare(await who.get(`/pictures/${nothing}${width}`), nothing))
    }
    expect((await (await site.member('kofi')).get(`/pictures/${planted.privatePictureId}`)).status).toBe(200)
  })

  test('nothing that a device can follow holds what is hidden', async () => {
    const who = await clientOf(userName)
    if (userName === null) return expect(who.cookies.size).toBe(0)
    const own = `me:${idOf(userName)}`
    const heard = await everythingFollowed(who, own)
    expect(heard.shapes).toContain(own)
    expect(hiddenOf(userName, isStaff).flatMap(({ what, text }) => (heard.text.includes(text) ? [what] : []))).toEqual([])
  })
})

const followers = roles.filter(([, , isStaff]) => isLong || !isStaff)

test.each(followers)('as %s, no address that can be found shows what is hidden', { timeout: 300_000 }, async (_kind, userName, isStaff) => {
  const { found, read } = await crawl(await clientOf(userName), hiddenOf(userName, isStaff))
  expect(found).toEqual([])
  expect(read).toBeGreaterThan(150)
})

test('every route is read', () => {
  expect(pages.length).toBeGreaterThan(50)
  expect(routes).toEqual(expect.arrayContaining(['/api/me', '/api/page', '/api/search', '/feed.xml', '/pictures/:id']))
  // Each has its values: `filledIn` fails where one has not.
  expect(addresses.all.length).toBeGreaterThan(1_000)
  // Of the few as well each route has one.
  expect(addresses.few.length).toBeGreaterThan(300)
})

/** Of the rows that were made last, the secret ones among them. */
function newest(table: string, most: number): readonly string[] {
  return site
    .table(table)
    .slice(-most)
    .map((row) => String(row['id']))
}

const slugsOf = (table: string, most: number): readonly string[] =>
  site
    .table(table)
    .slice(-most)
    .flatMap((row) => (typeof row['slug'] === 'string' ? [encodeURIComponent(row['slug'])] : []))

/**
 * Parts of paths and what may stand for them. A name that several routes use has the values of all
 * of them.
 */
function partValues(): PartValues {
  const posts = [...planted.ids, ...newest('posts', 3)]
  const comments = newest('comments', 8)
  const slugs = ['soledad-iturri', 'sol', ...slugsOf('posts', 6), ...slugsOf('tags', 6)]
  const any = [...posts, ...comments.slice(-3), ...newest('sequences', 1)]
  return {
    postId: posts,
    // The one that was made last, not public, is the first.
    sequenceId: newest('sequences', 2).toReversed(),
    collectionId: newest('collections', 2),
    conversationId: newest('conversations', 2),
    post: [...posts, ...slugs],
    comment: comments.slice(-4),
    member: [idOf('sol'), 'soledad-iturri'],
    commentId: comments.slice(-4),
    slug: slugs,
    id: [...any, planted.privatePictureId, idOf('sol'), 'openapi.json'],
    userId: [idOf('sol')],
    userName: ['sol'],
    memberId: [idOf('sol')],
    target: any,
    key: ['openapi.json', ...any],
    tag: [planted.secrets.find(({ what }) => what === 'tag')?.text.slice(0, -1) ?? ''],
    version: ['1.0.0', '0.1.0'],
    part: ['1', 'posts-1', 'users-1'],
    token: ['x'.repeat(43)],
    tagId: newest('tags', 3),
    year: ['2024', 'none'],
    topic: ['all', 'none'],
    groupId: ['x'],
    messageId: ['x'],
    name: posts,
    file: posts.map((id) => `${id}.png`),
    '*': ['', ...posts],
  }
}

/** The development inbox shows every mail, and is there on this machine alone. */
const isLeftOut = (path: string): boolean => path.startsWith('/dev/') || path.startsWith('/assets/') || path === '/metrics'

/** The same whoever asks, whatever is asked: pictures, styles, what a browser installs. */
const isFile = (path: string): boolean => /\.(?:css|png|svg|webmanifest)$/u.test(path)

function addressesOf(values: PartValues, hiddenIds: readonly string[]): readonly string[] {
  const paths = [...pages, ...routes].filter((path) => !isLeftOut(path))
  const plain = paths.flatMap((path) => filledIn(path, values))
  const wholes = paths.flatMap((path) => (/[:*]/u.test(path) || isFile(path) ? [] : hiddenIds.flatMap((id) => asked(path, id))))
  return [...new Set([...plain, ...wholes])]
}

/**
 * The same address with a secret thing under every name by which pages and programs ask for things,
 * and words that nearly find it.
 */
function asked(path: string, id: string): readonly string[] {
  const names = [
    'postId',
    'commentId',
    'target',
    'targetId',
    'id',
    'userId',
    'author',
    'thread',
    'parentId',
    'post',
    'documentId',
    'revision',
  ]
  const conversations = newest('conversations', 2).map((conversation) => `${path}?conversation=${conversation}`)
  const pairs = [...names.map((name) => [name, id]), ['query', 'canary'], ['q', 'canary'], ['limit', '100']]
  const byName = `${path}?${new URLSearchParams(pairs).toString()}`
  // Of an address: as it stands on this site, and whole.
  const byUrl = [`/posts/${id}`, `${site.origin}/posts/${id}`].map((url) => `${path}?${new URLSearchParams({ url }).toString()}`)
  const feeds = ['comments', 'posts', 'quickTakes'].map((type) => `${path}?type=${type}&userId=${idOf('sol')}&format=json`)
  return [
    byName,
    ...(path === '/inbox' || path === '/moderatorInbox' ? conversations : []),
    ...(path === '/moderatorInbox' ? ['sol', 'kofi'].map((name) => `${path}?user=${name}`) : []),
    ...(pages.includes(path) ? [] : byUrl),
    ...(path.includes('feed') ? feeds : []),
  ]
}

function seenIn(answer: Answer, hidden: readonly Secret[]): readonly string[] {
  const sent = `${answer.text}${JSON.stringify(answer.headers)}`
  // What was asked for stands in the answer to it, and is no news.
  return hidden.flatMap(({ what, text }) => (sent.includes(text) && !answer.path.includes(text) ? [`${answer.path}: ${what}`] : []))
}

const maxOfKind = 3

/**
 * What addresses of one page have in common: the words of its path that are no name of a thing, and
 * what it is asked by.
 */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, site.origin)
  const [, first = '', ...more] = pathname.split('/')
  const url = searchParams.get('url')
  const asked = url === null ? [...searchParams.keys()].join('&') : kindOf(url)
  return `${first}/${more.length} ${more.at(-1)?.length === 26 ? 'id' : ''}?${asked}`
}

async function crawl(who: Client, hidden: readonly Secret[]): Promise<{ readonly found: readonly string[]; readonly read: number }> {
  const waiting = [
    '/',
    '/?sort=latest',
    '/allPosts?timeframe=allTime&limit=100',
    '/users/soledad-iturri',
    '/sitemap.xml',
    '/drafts',
    '/notifications',
  ]
  const known = new Set(waiting)
  const kinds = new Map<string, number>()
  const found: string[] = []
  let read = 0
  for (let path = waiting.shift(); path !== undefined && read < 300; path = waiting.shift()) {
    const answer = await who.get(path)
    read += 1
    found.push(...seenIn(answer, hidden))
    for (const next of addressesIn(answer)) {
      if (known.has(next)) continue
      known.add(next)
      const kind = kindOf(next)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      if (isLong || (kinds.get(kind) ?? 0) <= maxOfKind || planted.ids.some((id) => next.includes(id))) waiting.push(next)
    }
  }
  return { found, read }
}

/**
 * What a page leads to, less what differs only in which comment it points at; and the same page as
 * a script asks for it.
 */
function addressesIn(answer: Answer): readonly string[] {
  const { location } = answer
  const redirect = location !== null && location.startsWith('/') ? [location] : []
  if (answer.headers['content-type']?.startsWith('text/html') !== true) return redirect
  const { root } = parseHtml(answer.text)
  const hrefs = [...elementsOf(root, 'a'), ...elementsOf(root, 'link')].flatMap((link) => attributeOf(link, 'href') ?? [])
  const own = hrefs
    .filter((href) => href.startsWith('/') && !/[?&]commentId=|^\/(dev|assets|icons)\/|^\/(vote|editComment)\?/u.test(href))
    .map((href) => href.split('#')[0] ?? '')
  const shown = own.filter((href) => href.startsWith('/posts/') || href.startsWith('/users/')).slice(0, 3)
  return [...redirect, ...own, ...shown.map((href) => `/api/page?url=${encodeURIComponent(href)}`)]
}

let devices = 0

/**
 * A new device that asks for every shape that could hold something of theirs: all it hears, and the
 * shapes that were given to it.
 */
async function everythingFollowed(who: Client, own: string) {
  const posts = newest('posts', 60)
  const members = site.table('members').map((row) => `me:${String(row['id'])}`)
  const conversations = newest('conversations', 2).map((id) => `conversation:${id}`)
  const wanted = [
    own,
    ...members,
    ...conversations,
    ...planted.ids.flatMap((id) => [`thread:${id}`, `draft:${id}`]),
    ...posts.map((id) => `thread:${id}`),
  ]
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const line = await openSocket(site.origin, { cookie })
  line.socket.on('message', () => {
    if (line.heard.at(-1)?.t === 'page') line.say({ t: 'took', pages: 1 })
  })
  devices += 1
  const shapes = [...new Set(wanted)].slice(0, 600).map((id) => ({ id, epoch: '', cursor: 0 }))
  line.say({ t: 'hello', proto: 1, schema: 1, device: `0${devices.toString().padStart(25, '0')}`, shapes })
  const given: string[] = []
  for (const { id } of shapes) {
    const end = await Promise.race([
      line.until('drop', ({ shape }) => shape === id),
      line.until('page', (page) => page.shape === id && !page.more),
    ])
    if (end.t === 'page') given.push(id)
  }
  line.socket.terminate()
  // What is refused is named as it was asked for, which is no news.
  return { shapes: given, text: JSON.stringify(line.heard.filter(({ t }) => t !== 'drop')) }
}
