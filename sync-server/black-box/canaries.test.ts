/** Secrets are planted, then every address that can be found is read as visitor, member and moderator: none of them may be there. */
import { beforeAll, expect, test } from 'vitest'
import type { Answer, Client } from './testing/client.ts'
import { attributeOf, elementsOf, parseHtml } from './testing/html.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
/** What nobody but its owner may read; moderators read what was public once. */
const secrets: { readonly what: string; readonly text: string; readonly isForStaff: boolean }[] = []
const plant = (what: string, isForStaff = false): string => {
  const text = `canary${secrets.length}zq${what.replace(/\W/gu, '')}`
  secrets.push({ what, text, isForStaff })
  return text
}

beforeAll(async () => {
  const owner = await site.member('sol')
  const draft = (title: string, markdown: string) =>
    owner.postForm('posts.saveDraft', {
      postId: '',
      title,
      markdown,
      lang: 'en',
      kind: 'post',
      tags: plant('tag of a draft'),
      from: '/newPost',
    })
  await draft(plant('title of a draft'), plant('body of a draft'))
  const first = await owner.postForm('posts.publish', {
    postId: '',
    title: plant('title taken back', true),
    markdown: `${plant('body taken back', true)} once`,
    lang: 'en',
    kind: 'post',
    from: '/newPost',
  })
  const takenBack = first.location?.split('/')[2] ?? ''
  await commentAndRemove(takenBack)
  await owner.postForm('posts.unpublish', { postId: takenBack, from: '/' })
  const second = await owner.postForm('posts.publish', {
    postId: '',
    title: 'Public',
    markdown: 'Public words.',
    lang: 'en',
    kind: 'post',
    from: '/newPost',
  })
  const published = second.location?.split('/')[2] ?? ''
  await owner.postForm('posts.saveDraft', {
    postId: published,
    title: plant('newer title, not public'),
    markdown: plant('newer text, not public'),
    lang: 'en',
    kind: 'post',
    from: '/',
  })
  await commentAndRemove(published)
  const stranger = site.visitor()
  const email = `${plant('address')}@mail.test`.toLowerCase()
  secrets.push({ what: 'address in small letters', text: email, isForStaff: false })
  await stranger.postForm('accounts.signUp', { userName: 'Somebody', email, password: plant('password'), returnTo: '/', from: '/login' })
  await stranger.postForm('accounts.requestReset', { email, from: '/login' })
  for (const row of site.table('credentials'))
    for (const name of ['passwordHash', 'email'])
      secrets.push({ what: `${name} of ${String(row['id'])}`, text: String(row[name]), isForStaff: false })
  for (const table of ['sessions', 'email_tokens', 'attempts'])
    for (const row of site.table(table))
      for (const name of ['id', 'tokenHash', 'key'])
        if (typeof row[name] === 'string') secrets.push({ what: `${name} of ${table}`, text: row[name], isForStaff: false })
  for (const value of [...owner.cookies.values(), ...stranger.cookies.values()])
    secrets.push({ what: 'cookie', text: value, isForStaff: false })
  for (const row of site.table('votes').slice(0, 50)) secrets.push({ what: 'who voted', text: String(row['id']), isForStaff: false })
})

async function commentAndRemove(postId: string): Promise<void> {
  const commenter = await site.member(postId.endsWith('0') ? 'kofi' : 'rufus')
  const sent = await commenter.postForm('comments.post', {
    postId,
    parentId: '',
    markdown: plant('text of a removed comment', true),
    from: '/',
  })
  await commenter.postForm('comments.remove', { commentId: sent.location?.split('#')[1] ?? '', reason: '', from: '/' })
}

test.each(['visitor', 'member', 'moderator'] as const)(
  'as %s, on no address that can be found',
  async (kind) => {
    const who = kind === 'visitor' ? site.visitor() : await site.member(kind === 'member' ? 'tam' : 'teo')
    // One's own address and cookies are one's own.
    const ownId =
      kind === 'visitor'
        ? ''
        : (JSON.parse((await who.get('/api/me')).text) as { readonly viewer: { readonly userId: string } }).viewer.userId
    const ownEmail = String(site.table('credentials').find((row) => row['id'] === ownId)?.['email'])
    const ownSessions = site
      .table('sessions')
      .filter((row) => row['userId'] === ownId)
      .map((row) => String(row['id']))
    const hidden = secrets.filter(
      ({ text, isForStaff }) =>
        text !== ownEmail &&
        !text.startsWith(ownId === '' ? '-' : ownId) &&
        !ownSessions.includes(text) &&
        !(isForStaff && kind === 'moderator') &&
        text.length > 8,
    )
    expect(hidden.length).toBeGreaterThan(20)
    const { found, read } = await crawl(who, hidden)
    expect(found).toEqual([])
    expect(read).toBeGreaterThan(150)
  },
  120_000,
)

async function crawl(
  who: Client,
  hidden: readonly { readonly what: string; readonly text: string }[],
): Promise<{ readonly found: readonly string[]; readonly read: number }> {
  const ids = ['posts', 'comments', 'members', 'revisions'].flatMap((name) =>
    site
      .table(name)
      .slice(-12)
      .map((row) => [name, String(row['id'])] as const),
  )
  const guesses = ids.flatMap(([, id]) => [
    `/posts/${id}`,
    `/users/${id}`,
    `/vote?target=${id}`,
    `/editPost?postId=${id}`,
    `/editComment?commentId=${id}`,
    `/api/preview?url=/posts/${id}`,
    `/api/page?url=/posts/${id}`,
    `/api/me?thread=${id}`,
  ])
  const start = [
    '/',
    '/?sort=latest',
    '/curated',
    '/allPosts',
    '/allPosts?timeframe=allTime&limit=100',
    '/about',
    '/settings',
    '/login',
    '/drafts',
    '/account',
    '/newPost',
    '/feed.xml',
    '/feed.xml?format=atom',
    '/feed.xml?format=json',
    '/sitemap.xml',
    '/robots.txt',
    '/healthz',
    '/api/me',
    '/manifest.webmanifest',
    '/shell',
    '/users/sol',
    '/users/soledad-iturri',
  ]
  const waiting = [...start, ...guesses]
  const known = new Set(waiting)
  const found: string[] = []
  let read = 0
  for (let path = waiting.shift(); path !== undefined && read < 600; path = waiting.shift()) {
    const answer = await who.get(path)
    read += 1
    const sent = `${answer.text}${JSON.stringify(answer.headers)}`
    for (const { what, text } of hidden) if (sent.includes(text)) found.push(`${path}: ${what}`)
    for (const next of addressesIn(answer)) {
      if (known.has(next)) continue
      known.add(next)
      waiting.push(next)
    }
  }
  return { found, read }
}

/** What a page leads to, less what differs only in which comment it points at; and the same page as a script asks for it. */
function addressesIn(answer: Answer): readonly string[] {
  const { location } = answer
  const redirect = location !== null && location.startsWith('/') ? [location] : []
  if (answer.headers['content-type']?.startsWith('text/html') !== true) return redirect
  const hrefs = elementsOf(parseHtml(answer.text).root, 'a').flatMap((link) => attributeOf(link, 'href') ?? [])
  const own = hrefs
    .filter((href) => href.startsWith('/') && !/[?&]commentId=|^\/dev\/|^\/(vote|editComment)\?/u.test(href))
    .map((href) => href.split('#')[0] ?? '')
  return [
    ...redirect,
    ...own,
    ...own
      .filter((href) => href.startsWith('/posts/') || href.startsWith('/users/'))
      .slice(0, 3)
      .map((href) => `/api/page?url=${encodeURIComponent(href)}`),
  ]
}
