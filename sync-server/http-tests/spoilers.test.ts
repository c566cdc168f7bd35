/**
 * Words are planted in spoilers, collapsed parts and a removed comment. Then every place that shows
 * short forms of texts is read: none of them may have the words. Where a whole text stands, it has
 * them inside the markup that a reader opens, and nowhere else. Mails and pushes are looked at in
 * `sync-server/notify/spoilers.test.ts`.
 */
import { beforeAll, expect, test, vi } from 'vitest'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import { links } from '#shared/links.ts'
import { unpackLists } from '#shared/pages/packed-lists.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import type { Answer, Client } from './testing/client.ts'
import { comment, did, freshId, publish } from './testing/secrets.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
/** Not hidden, and in every planted text: a search for it finds them all. */
const open = 'lanternfish'
const canaries: string[] = []
let post = ''
let question = ''
let inlineComment = ''
let take = ''
let page = ''
let sequence = ''
let reader: Client
let moderator: Client

beforeAll(async () => {
  const [sol, kofi, rufus, teo, tam] = await Promise.all(['sol', 'kofi', 'rufus', 'teo', 'tam'].map((name) => site.member(name)))
  if (!sol || !kofi || !rufus || !teo || !tam) throw new Error('they are all members')
  reader = tam
  moderator = teo
  await did(tam, 'subscriptions.set', { kind: 'memberAll', targetId: idOf('sol'), state: 'on', via: null })
  post = await publish(sol, 'About the deep', hiding('post'))
  const quote = { text: `It was the ${canaryIn('spoiler of a post')}.`, before: '', after: '' }
  const reaction = { targetKind: 'post', targetId: post, reaction: 'agree', quote, value: 1 }
  await did(kofi, 'reactions.set', reaction)
  await did(kofi, 'reactions.set', { ...reaction, quote: { ...quote, text: open } })
  inlineComment = await comment(kofi, post, hiding('comment'))
  await comment(tam, post, `:::spoiler\n${canary('comment that is a spoiler')}\n:::`)
  const removed = await comment(rufus, post, `${open} ${canary('removed comment')}`)
  await rufus.postForm('comments.remove', { commentId: removed, reason: '', from: '/' })
  question = await publish(teo, 'Where does it live?', hiding('question'), 'question')
  const answer = { id: freshId(), postId: question, parentId: null, isAnswer: true }
  const [marit, lina] = await Promise.all([site.member('marit'), site.member('lina')])
  await did(marit, 'comments.post', { ...answer, body: doc('answer', 'comment') })
  take = freshId()
  const said = { id: take, postId: quickTakesIdOf(idOf('sol')), tags: [], isOnFrontpage: true }
  await did(sol, 'comments.postQuickTake', { ...said, body: doc('quick take', 'comment') })
  page = freshId()
  const about = { id: page, revisionId: freshId(), name: 'Deep sea lights', isWikiOnly: false, lensOf: null, lang: 'en' }
  await did(sol, 'wiki.publish', { ...about, body: doc('page of the wiki', 'essay') })
  await did(lina, 'comments.post', { id: freshId(), postId: page, parentId: null, body: doc('comment on the page', 'comment') })
  sequence = freshId()
  await did(sol, 'sequences.create', { id: sequence, chapterId: freshId(), title: 'Deep lights' })
  await did(sol, 'sequences.setDetail', { id: sequence, detail: { field: 'body', value: doc('sequence', 'essay') } })
  await did(sol, 'sequences.setDetail', { id: sequence, detail: { field: 'isDraft', value: false } })
  const term = { id: freshId(), postId: post, term: open, altTerms: [], isApproved: true, origin: 'people' }
  await did(sol, 'glossary.addTerm', { ...term, body: doc('explanation', 'comment') })
  const report = { reason: 'spam', message: 'Look' }
  await did(tam, 'contentReports.send', { id: freshId(), targetKind: 'post', targetId: question, ...report })
  await did(tam, 'contentReports.send', { id: freshId(), targetKind: 'comment', targetId: inlineComment, ...report })
  const save = (targetKind: string, targetId: string) => did(tam, 'bookmarks.set', { targetKind, targetId, isSaved: true })
  await Promise.all([save('post', post), ...[inlineComment, removed, take].map((id) => save('comment', id))])
  await did(teo, 'posts.setFrontpage', { id: post, isOn: true })
  // Search and notifications come a little later.
  await vi.waitUntil(hasSettled, { timeout: 60_000, interval: 250 })
}, 240_000)

async function hasSettled(): Promise<boolean> {
  const hits = await Promise.all(['posts', 'comments', 'sequences'].map((kind) => found(kind, open)))
  const notices = await reader.get(links.notices())
  return hits.map(({ length }) => length).join() === '2,4,1' && notices.text.includes(open)
}

const idOf = (userName: string): string => String(site.table('members').find((row) => row['userName'] === userName)?.['id'])

function canary(what: string): string {
  const word = `canary${canaries.length}zq${what.replaceAll(/\W/gu, '')}`
  canaries.push(word)
  return word
}

const canaryIn = (what: string): string => canaries.find((word) => word.includes(what.replaceAll(/\W/gu, ''))) ?? ''

/**
 * A text with a hidden word in a spoiler, in a collapsed part, and in a spoiler within that part.
 */
function hiding(what: string): string {
  const [inSpoiler, inPart, deep] = [canary(`spoiler of a ${what}`), canary(`part of a ${what}`), canary(`nested part of a ${what}`)]
  return [
    `A word on the ${open}.`,
    `:::spoiler The end\nIt was the ${inSpoiler}.\n:::`,
    `:::details Proof\nBy ${inPart}.\n\n> :::spoiler\n> ${deep}\n> :::\n:::`,
    'That is all.',
  ].join('\n\n')
}

const doc = (what: string, profile: 'essay' | 'comment') => markdownToDoc(hiding(what), profile).doc

interface Found {
  readonly id: string
  readonly snippet: string
}

async function found(kind: string, query: string): Promise<readonly Found[]> {
  const answer = await site.visitor().get(`/api/v1/search?${new URLSearchParams({ kind, query }).toString()}`)
  return (JSON.parse(answer.text) as { readonly items: readonly Found[] }).items
}

const asMarkdown = { accept: 'text/markdown' }
const seenIn = (text: string): readonly string[] => canaries.filter((word) => text.includes(word))

/** Pages with short forms of texts; some have whole texts too. */
const pages: readonly (readonly [name: string, path: () => string])[] = [
  ['the front page', () => '/'],
  ['the mixed feed', () => links.mixedFeed()],
  ['the mixed feed of what one follows', () => links.mixedFeed({ tab: 'following' })],
  ['the list of all posts', () => '/allPosts?timeframe=daily'],
  ['the list of all comments', () => links.allComments()],
  ['the list of quick takes', () => links.quickTakes()],
  ['a search for posts', () => links.search({ query: open })],
  ['a search for comments', () => links.search({ query: open, contentType: 'comments' })],
  ['a search for sequences', () => links.search({ query: open, contentType: 'sequences' })],
  ['the list of bookmarks', () => links.bookmarks()],
  ['the list of notifications', () => links.notices()],
  ['the activity in the wiki', () => '/wFeed'],
  ['the dashboard of the wiki', () => '/w/dashboard?focus=allPages'],
  ['the history of a wiki page', () => '/w/deep-sea-lights/history'],
  ['a wiki page', () => '/w/deep-sea-lights'],
  ['the discussion of a wiki page', () => '/w/deep-sea-lights/discussion'],
  ["a member's page", () => '/users/soledad-iturri'],
  ['a sequence', () => `/s/${sequence}`],
  ['the list of posts with a glossary', () => '/postsWithApprovedJargon'],
  ['a post', () => `/posts/${post}/about-the-deep`],
  ['the reactions to a post', () => links.react(post)],
  ['a comment', () => `/posts/${post}/about-the-deep?commentId=${inlineComment}`],
  ['a question', () => `/posts/${question}/where-does-it-live`],
  ['a quick take', () => `/posts/${quickTakesIdOf(idOf('sol'))}/x?commentId=${take}`],
]

test.each(pages)('%s shows no hidden words as HTML, data or Markdown', async (_name, path) => {
  const whole = await reader.open(path())
  // A page without the text would prove nothing.
  expect([whole.status, whole.text.includes(open)]).toEqual([200, true])
  const answers = [whole, await reader.get(`/api/page?url=${encodeURIComponent(path())}`), await reader.get(path(), asMarkdown)]
  for (const answer of [...answers, await site.visitor().get(path())]) expect(seenIn(withoutHidden(answer)), answer.path).toEqual([])
})

test.each([
  ['the reports in the moderators’ queue', () => moderator, () => links.supermod({ tab: 'reports' }), 'Where does it live'],
  ['what the queue shows of a member', () => moderator, () => links.supermod({ user: idOf('sol') }), open],
  ['a reporter’s own list', () => reader, () => links.reports(), 'Where does it live'],
] as const)('%s shows no hidden words', async (_name, by, path, seen) => {
  const whole = await by().open(path())
  expect([whole.status, whole.text.includes(seen)]).toEqual([200, true])
  for (const answer of [whole, await by().get(`/api/page?url=${encodeURIComponent(path())}`)])
    expect(seenIn(withoutHidden(answer)), answer.path).toEqual([])
})

test.each([
  ['posts in lists', () => `/api/v1/posts?author=soledad-iturri`],
  ['the front page', () => '/api/v1/frontpage'],
  ['comments', () => '/api/v1/comments'],
  ['a post', () => `/api/v1/posts/${post}`],
  ['its comments', () => `/api/v1/posts/${post}/comments`],
  ['the front page as Markdown', () => '/api/home'],
  ['recent comments as Markdown', () => '/api/recent'],
  ['a member as Markdown', () => '/api/user/soledad-iturri'],
  ['the card of a post', () => `/api/preview?url=/posts/${post}`],
  ['the card of a comment', () => `/api/preview?url=/posts/${post}/x/comment/${inlineComment}`],
  ['the card of a page', () => '/api/preview?url=/w/deep-sea-lights'],
  ['a post in a frame', () => `/embed/posts/${post}`],
  ['the feed of posts', () => '/feed.xml'],
  ['the feed of posts as Atom', () => '/feed.xml?format=atom'],
  ['the feed of posts as JSON', () => '/feed.xml?format=json'],
  ['the feed of comments', () => '/feed.xml?type=comments'],
  ['the feed of comments as Atom', () => '/feed.xml?type=comments&format=atom'],
  ['the feed of comments as JSON', () => '/feed.xml?type=comments&format=json'],
])('%s, for programs, has no hidden words', async (_name, path) => {
  const answer = await site.visitor().get(path())
  expect([answer.path, answer.status]).toEqual([path(), 200])
  expect(answer.text).toContain(open)
  expect(seenIn(withoutHidden(answer))).toEqual([])
})

test('a card of the feed has a sign for what is hidden, and the way to it', async () => {
  const { text } = await reader.get(links.mixedFeed({ tab: 'following' }))
  expect(text).toMatch(/lanternfish\.\s+\(spoiler\)\s+\(…\)\s+That is all\.[^]*Continue reading/u)
})

test('a hidden word finds its text, and the snippet does not show it', async () => {
  const inPost = canaryIn('spoiler of a post')
  const inComment = canaryIn('part of a comment')
  const hits = [...(await found('posts', inPost)), ...(await found('comments', inComment))]
  expect(hits.map(({ id }) => id)).toEqual([post, inlineComment])
  expect(hits.flatMap(({ snippet }) => seenIn(snippet))).toEqual([])
  expect(hits[0]?.snippet).toContain(open)
})

test('a removed comment cannot be found by its words', async () => {
  expect(await found('comments', canaryIn('removed comment'))).toEqual([])
})

test('the page of the post has the hidden words for readers who open them', async () => {
  const whole = await reader.get(`/posts/${post}/about-the-deep`)
  expect(seenIn(whole.text).length).toBeGreaterThan(5)
})

/**
 * An answer without what a reader has to open: `<details>` in HTML, the node in JSON, `:::spoiler`
 * in Markdown.
 */
function withoutHidden({ text, headers }: Answer): string {
  const isJson = /json/u.test(headers['content-type'] ?? '')
  if (isJson) return JSON.stringify(shown(JSON.parse(text)))
  const data = /(<script[^>]*id="hand-over"[^>]*>)(.*?)(<\/script>)/su.exec(text)
  const handedOver = data?.[2] === undefined ? '' : JSON.stringify(shown(JSON.parse(data[2], unpackLists)))
  return withoutBoxes(text.replace(data?.[0] ?? '\0', '')) + handedOver
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return withoutBoxes(value)
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== 'object' || value === null) return value
  if ('type' in value && (value.type === 'spoiler' || value.type === 'details')) return null
  // A page needs the words to find and underline them, once the reader has opened the spoiler.
  const quoted = 'isOnHiddenWords' in value ? { ...value, quote: null } : value
  return Object.fromEntries(Object.entries(quoted).map(([key, one]) => [key, shown(one)]))
}

function withoutBoxes(text: string): string {
  let left = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
  const inner = /<details class="(?:spoiler|fold)"[^>]*>(?:(?!<details|<\/details>).)*<\/details>/gsu
  for (let before = ''; before !== left;) [before, left] = [left, left.replaceAll(inner, '')]
  // In Markdown, which may stand in a quotation.
  const box = /^((?:> ?)*):::(?:spoiler|details).*\n(?:(?!(?:> ?)*:::(?:spoiler|details)).*\n)*?(?:> ?)*:::$/gmu
  for (let before = ''; before !== left;) [before, left] = [left, left.replaceAll(box, '$1')]
  return left
}
