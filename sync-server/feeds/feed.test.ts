import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import type { Comment } from '#shared/comments/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { listingsOfPost } from '#shared/feed/listings-of-post.ts'
import { listings } from '#shared/feed/schema.ts'
import { readXml, xmlAttr } from '#shared/formats/read-xml.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { sequencePostId, sequencePosts, sequences } from '#shared/sequences/schema.ts'
import { aComment, aPost, aSequence, aTag, idOf, namedRels, namedTags, paragraph, T0 } from '#shared/testing/factories.ts'
import { tallies } from '#shared/votes/schema.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import type { TestSite } from '../http/testing/test-site.ts'
import { ada, ben, smallCommunity, testSite } from '../http/testing/test-site.ts'
import { hourMs } from '#shared/kernel/durations.ts'
const hostile = 'A <b>"title"</b> & ]]> more'
let site: TestSite

interface Given {
  readonly text?: string
  readonly karma?: number
  /** When each mark of karma was reached. */
  readonly reachedAt?: number[]
}

async function put(
  tx: Transaction,
  n: number,
  changes: Partial<Post>,
  { text = 'Words.', karma = 1, reachedAt = [] }: Given = {},
): Promise<void> {
  const revisionId = idOf(n + 1_000)
  const at = T0 + n * hourMs
  const post = aPost({
    id: idOf(n),
    slug: `post-${n}`,
    title: `Post ${n}`,
    publishedAt: at,
    revisionId,
    latestRevisionId: revisionId,
    ...changes,
  })
  await tx.put(posts, post)
  const base = { id: revisionId, subjectKind: 'post', subjectId: post.id, postId: post.id, n: 1, version: post.version } as const
  await tx.put(revisions, { ...base, isDraft: false, title: post.title, body: paragraph(text), wordCount: 1, authorId: post.authorId, at })
  const votes = { approvalVoteCount: 1, agreement: 0, agreementVoteCount: 0 }
  const tally = { id: post.id, targetKind: 'post', postId: post.id, baseScore: karma, maxBaseScore: karma, ...votes, reachedAt } as const
  await tx.put(tallies, tally)
  // Hidden ones stand in the lists too, as if these had not heard of it yet.
  const shown = { ...post, status: 'published', awaitsReview: false, rejectedReason: null, publishedAt: at } as const
  for (const rel of namedRels(shown)) await tx.put(tagRels, rel)
  for (const listing of listingsOfPost(shown, tally, at, namedTags(shown))) await tx.put(listings, listing)
}

const say = (tx: Transaction, n: number, changes: Partial<Comment>, text: string) =>
  tx.put(comments, aComment({ id: idOf(n), rootId: idOf(n), authorId: ben, body: paragraph(text), postedAt: T0 + n, ...changes }))

beforeAll(async () => {
  site = await testSite()
  await smallCommunity(site)
  await site.change(async (tx) => {
    await put(
      tx,
      11,
      { authorId: ada, frontpageAt: T0, tags: ['Ships', 'Sea <i>'], title: hostile },
      { karma: 50, reachedAt: [T0, T0 + 90 * hourMs, T0 + 91 * hourMs] },
    )
    await put(
      tx,
      12,
      { authorId: ben, frontpageAt: null, tags: ['History'], kind: 'question' },
      { karma: 40, reachedAt: [T0, T0 + 95 * hourMs] },
    )
    await put(tx, 13, { authorId: ada, frontpageAt: T0, curatedAt: T0 + 50 * hourMs, holds: 'dialogue' }, { karma: 3, reachedAt: [T0] })
    const takes = quickTakesIdOf(ada)
    await put(tx, 14, { id: takes, authorId: ada, holds: 'quickTakes', slug: 'takes', title: 'Takes of Ada' })
    await say(tx, 2_001, { postId: takes, authorId: ada, isQuickTake: true, activeAt: T0 + 5 }, 'A quick take.')
    await say(tx, 2_002, { postId: idOf(11) }, 'First comment.')
    await say(tx, 2_003, { postId: idOf(11), parentId: idOf(2_002), rootId: idOf(2_002) }, 'A reply.')
    for (const [n, hidden] of hiddenPosts.entries()) {
      await put(
        tx,
        40 + n,
        { authorId: ada, title: `canary title ${n}`, frontpageAt: T0, curatedAt: T0, tags: ['Ships'], ...hidden },
        { text: `canary body ${n}`, karma: 300 },
      )
      await say(tx, 2_100 + n, { postId: idOf(40 + n) }, `canary under ${n}`)
    }
    await put(tx, 15, { kind: 'wiki', slug: null, title: 'Tide tables' })
    await tx.put(tags, aTag({ id: idOf(15), name: 'Tide tables', slug: 'tide-tables' }))
    await tx.put(sequences, aSequence({ id: idOf(700), authorId: ben }))
    await tx.put(sequences, aSequence({ id: idOf(701), title: 'canary draft', isDraft: true }))
    await tx.put(sequences, aSequence({ id: idOf(702), title: 'canary removed', removedAt: T0 }))
    for (const [at, n] of [12, 11, ...hiddenPosts.map((_hidden, more) => 40 + more)].entries()) {
      const place = { sequenceId: idOf(700), postId: idOf(n), addedAt: T0 + at, isMain: false }
      await tx.put(sequencePosts, { id: sequencePostId(place.sequenceId, place.postId), ...place })
    }
    for (const [n, hidden] of hiddenComments.entries()) await say(tx, 2_200 + n, { postId: idOf(11), ...hidden }, `canary said ${n}`)
  })
})
afterAll(() => site.close())

const hiddenPosts: readonly Partial<Post>[] = [
  { status: 'draft' },
  { status: 'draft', publishedAt: null },
  { status: 'removed' },
  { awaitsReview: true },
  { rejectedReason: 'canary reason' },
  { isUnlisted: true },
]
const hiddenComments: readonly Partial<Comment>[] = [
  { awaitsReview: true },
  { removedBy: 'moderator', removedReason: 'canary reason' },
  { rejectedReason: 'canary reason' },
  { message: 'held' },
  { message: 'said' },
  { parentId: idOf(2_002), rootId: idOf(2_002), removedBy: 'author' },
]

const every = [
  '',
  'view=frontpage-rss',
  'view=curatedRss',
  'view=communityRss',
  'view=metaRss',
  'view=questions',
  'view=dialogues',
  `view=userPosts&userId=${ada}`,
  'view=tagScore&tagId=Ships',
  'view=search&query=canary',
  'karmaThreshold=2',
  `view=userPosts&userId=${ada}&karmaThreshold=200`,
  'type=comments',
  'type=comments&view=quickTakes',
  `type=comments&view=userComments&userId=${ben}`,
  `type=comments&view=postCommentsNew&postId=${idOf(11)}`,
  `type=comments&view=commentReplies&parentCommentId=${idOf(2_002)}`,
  `view=sequence&sequenceId=${idOf(700)}`,
].map((query) => ({ query }))

interface Entry {
  readonly title: string
  readonly url: string
  readonly date_published: string
  readonly content_html: string
}

async function entries(query: string): Promise<readonly Entry[]> {
  const answer = await site.get(`/feed.xml?format=json&${query}`)
  expect([query, answer.status]).toEqual([query, 200])
  return (JSON.parse(answer.text) as { readonly items: readonly Entry[] }).items
}
const titles = async (query: string) => (await entries(query)).map(({ title }) => title)

test('of feeds with filters that somebody makes up, so many are kept; those asked for lately', async () => {
  const kept = async () => (JSON.parse((await site.get('/healthz')).text) as { cache: { answers: number } }).cache.answers
  const before = await kept()
  for (let n = 0; n < 110; n += 1) expect((await site.get(`/feed.xml?filterSettings=made-up-${n}~hidden`)).status).toBe(200)
  expect(await kept()).toBeLessThanOrEqual(before + 100)
})

describe('what is in a feed', () => {
  test.each([
    ['', ['Post 13', 'Post 12', hostile, 'On tides']],
    ['view=frontpageRss', ['Post 13', hostile, 'On tides']],
    ['view=curatedRss', ['Post 13']],
    ['view=communityRss', ['Post 12']],
    ['view=questions', ['Post 12']],
    ['view=dialogues', ['Post 13']],
    [`view=userPosts&userId=${ben}`, ['Post 12']],
    [`view=sequence&sequenceId=${idOf(700)}`, [hostile, 'Post 12']],
    [`view=sequence&sequenceId=${idOf(700)}&karmaThreshold=45`, [hostile]],
    ['view=tagScore&tagId=ships', [hostile]],
    ['view=tagScore&tagId=tide-tables', []],
    ['filterSettings=history~hidden', ['Post 13', hostile, 'On tides']],
    ['filterSettings={"ships":"required"}', [hostile]],
    ['filterSettings={"personalBlog":"Required"}', ['Post 12']],
    ['karmaThreshold=20', ['Post 12', hostile]],
    ['karmaThreshold=45', [hostile]],
    ['karmaThreshold=200', []],
    ['view=frontpageRss&karmaThreshold=20', [hostile]],
    ['view=tagScore&tagId=history&karmaThreshold=20', ['Post 12']],
    ['type=comments', [`Ben on ${hostile}`, `Ben on ${hostile}`, 'Quick take by Ada']],
    ['type=comments&view=quickTakes', ['Quick take by Ada']],
    [`type=comments&view=userComments&userId=${ada}`, ['Quick take by Ada']],
    [`type=comments&view=postCommentsNew&postId=${idOf(12)}`, []],
    [`type=comments&view=commentReplies&parentCommentId=${idOf(2_002)}`, [`Ben on ${hostile}`]],
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  test('with a threshold the date is when it was reached', async () => {
    const [first, second] = await entries('karmaThreshold=20')
    expect([first?.date_published, second?.date_published]).toEqual(
      [T0 + 95 * hourMs, T0 + 90 * hourMs].map((time) => new Date(time).toISOString()),
    )
  })

  test.each([
    [`view=userPosts&userId=${idOf(999)}`],
    [`view=sequence&sequenceId=${idOf(701)}`],
    [`view=sequence&sequenceId=${idOf(702)}`],
    [`view=sequence&sequenceId=${idOf(999)}`],
    ['view=tagScore&tagId=nobody-wrote-this'],
    [`type=comments&view=postCommentsNew&postId=${idOf(40)}`],
    [`type=comments&view=postCommentsNew&postId=${idOf(44)}`],
    [`type=comments&view=commentReplies&parentCommentId=${idOf(2_100)}`],
    [`type=comments&view=commentReplies&parentCommentId=${idOf(2_200)}`],
  ])('there is no feed of what is absent or hidden: %s', async (query) => {
    expect((await site.get(`/feed.xml?${query}`)).status).toBe(404)
  })

  test.each(every)('nothing that is hidden is in it: $query', async ({ query }) => {
    for (const format of ['rss', 'atom', 'json']) {
      const { text, status } = await site.get(`/feed.xml?${query}&format=${format}`)
      expect(status).toBe(200)
      // What was searched for is in the feed's own name.
      expect(text.replaceAll(/Search: canary|query=canary/gu, '')).not.toMatch(/canary/u)
    }
  })
})

describe('how a feed is written', () => {
  test.each(every)('as RSS and Atom it is well-formed, with what each must have: $query', async ({ query }) => {
    const rss = elements((await site.get(`/feed.xml?${query}`)).text)
    expect(names(rss, 0, 4)).toEqual(['rss', 'channel', 'title', 'link'])
    expect(rss.find(({ name }) => name === 'atom:link')?.attrs).toContain('rel="self"')
    const count = (found: readonly Element[], name: string) => found.filter((element) => element.name === name).length
    for (const name of ['guid', 'pubDate', 'dc:creator', 'content:encoded'])
      expect([name, count(rss, name)]).toEqual([name, count(rss, 'item')])
    const atom = elements((await site.get(`/feed.xml?${query}&format=atom`)).text)
    for (const name of ['published', 'author', 'content']) expect([name, count(atom, name)]).toEqual([name, count(atom, 'entry')])
    const ids = atom.filter(({ name }) => name === 'id').map(({ text }) => text)
    expect(new Set(ids).size).toBe(count(atom, 'entry') + 1)
    for (const category of atom.filter(({ name }) => name === 'category')) expect(xmlAttr(category.attrs, 'term')).not.toBeNull()
  })

  test('as JSON it has what version 1.1 must have', async () => {
    const { text } = await site.get(`/feed.xml?format=json&view=tagScore&tagId=ships`)
    expect(JSON.parse(text)).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Ships – Test Site',
      feed_url: `${site.origin}/feed.xml?view=tagScore&tagId=ships&format=json`,
      items: [{ id: `${site.origin}/posts/${idOf(11)}`, url: `${site.origin}/posts/${idOf(11)}/post-11`, authors: [{ name: 'Ada' }] }],
    })
  })

  test('what an entry is known by does not change with its title', async () => {
    const idsOf = async () =>
      elements((await site.get('/feed.xml?format=atom')).text)
        .filter(({ name }) => name === 'id')
        .map(({ text }) => text)
    const before = await idsOf()
    await site.change(async (tx) => {
      const post = await tx.get(posts, idOf(12))
      if (post) await tx.put(posts, { ...post, title: 'Renamed', slug: 'renamed' })
    })
    expect(await idsOf()).toEqual(before)
    await site.change(async (tx) => {
      const post = await tx.get(posts, idOf(12))
      if (post) await tx.put(posts, { ...post, title: 'Post 12', slug: 'post-12' })
    })
  })

  test('whoever has it is not sent it again', async () => {
    const { headers } = await site.get('/feed.xml')
    expect(headers['last-modified']).toBe(new Date(T0 + 13 * hourMs).toUTCString())
    const modified = String(headers['last-modified'])
    expect((await site.get('/feed.xml', { 'if-modified-since': modified })).status).toBe(304)
    expect((await site.get('/feed.xml', { 'if-modified-since': new Date(T0).toUTCString() })).status).toBe(200)
    expect((await site.get('/feed.xml', { 'if-modified-since': modified, 'if-none-match': '"0123456789abcdef0123"' })).status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=600')
  })
})

interface Element {
  readonly name: string
  readonly attrs: string
  readonly text: string
}

/** @throws where it is not well-formed. */
function elements(xml: string): readonly Element[] {
  const found: { name: string; attrs: string; text: string }[] = []
  const open: { name: string; attrs: string; text: string }[] = []
  readXml(xml, {
    open(name, attrs) {
      expect(attrs).not.toContain('<')
      const element = { name, attrs, text: '' }
      found.push(element)
      open.push(element)
    },
    text(value) {
      const inner = open.at(-1)
      if (inner) inner.text += value
    },
    close: () => void open.pop(),
  })
  expect(xml.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/gu, '')).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/iu)
  return found
}

const names = (found: readonly Element[], from: number, until: number) => found.slice(from, until).map(({ name }) => name)
