import { describe, expect, test } from 'vitest'
import { listingsOfPost } from '#shared/feed/listings-of-post.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import { aComment, aMember, aPost, idOf, member, namedTags, paragraph, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import type { Board } from '#shared/feed/board-schema.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { hourMs } from '#shared/kernel/durations.ts'

const now = T0 + hourMs
const me = idOf(100)
const posts = Array.from({ length: 30 }, (_, n) =>
  aPost({
    id: idOf(1_000 + n),
    authorId: idOf(200),
    slug: `post-${n}`,
    title: `Post ${n}`,
    publishedAt: T0 - n * hourMs,
    curatedAt: n < 2 ? T0 : null,
    tags: n % 2 === 0 ? ['Tides'] : [],
  }),
)
const tallies = posts.map((post, n) => ({ ...emptyTally('post', post.id, post.id), baseScore: 60 + n }))
const listings = posts.flatMap((post, n) => listingsOfPost(post, tallies[n], now, namedTags(post)))
const take = aComment({ id: idOf(50), postId: idOf(2_000), isQuickTake: true, activeAt: T0, postedAt: T0, body: paragraph('Gulls again.') })
const comment = aComment({ id: idOf(51), postId: idOf(1_003), postedAt: T0, body: paragraph('I read it twice.') })
const allTime: Board = {
  id: 'allTime',
  at: T0,
  lines: [
    { userId: idOf(200), karma: 900 },
    { userId: me, karma: 450 },
    { userId: idOf(999), karma: 3 },
  ],
}
const lastMonth: Board = { id: 'month', at: T0, lines: [] }
const rows: Rows = {
  members: [aMember({ displayName: 'Ada' }), aMember({ id: idOf(200), displayName: 'Ben', slug: 'ben' })],
  posts: [...posts, aPost({ id: idOf(2_000), authorId: idOf(200), slug: null, holds: 'quickTakes' })],
  tallies: [...tallies, { ...emptyTally('comment', take.id, take.postId), baseScore: 3 }],
  comments: [take, comment],
  listings,
  boards: [allTime, lastMonth],
}
const signedIn = { viewer: member(me), now }
const at = (url: string, data = testPageData(rows, { now })) => web.render({ url, as: 'html' }, data)
const shown = (html: string) => [...html.matchAll(/>(Post \d+)<\/a>/gu)].map((match) => match[1])

describe('what one left unread', () => {
  const front = posts.map((post) => ({ ...post, frontpageAt: T0 }))
  const mark = { id: `${me}:${idOf(1_001)}`, userId: me, postId: idOf(1_001), isRead: true, seenUpTo: 0, readAt: T0 }
  const unread: Rows = {
    ...rows,
    posts: front,
    listings: front.flatMap((post, n) => listingsOfPost(post, tallies[n], now, namedTags(post))),
    read_marks: [mark],
  }

  test('is a list of a member’s own, among the tabs of the front page', async () => {
    const { body } = await at('/unread', testPageData(unread, signedIn))
    expect(shown(body).slice(0, 3)).toEqual(['Post 0', 'Post 2', 'Post 3'])
    expect(shown(body)).toHaveLength(20)
    expect(body).toMatch(/href="\/unread\?limit=40"/u)
    expect(shown((await at('/unread?limit=40', testPageData(unread, signedIn))).body)).toHaveLength(29)
  })

  test('is said to be nothing where all was read', async () => {
    const { body } = await at('/unread', testPageData({ ...rows, listings: [] }, signedIn))
    expect(body).toContain('You’ve read everything from the last four weeks.')
  })
})

describe('the front page', () => {
  test('has quick takes and recent discussion below its posts', async () => {
    const { body } = await at('/')
    expect(body).toContain('Gulls again.')
    expect(body).toContain('I read it twice.')
    expect(body).toMatch(/id="quick-takes-title"[^]*id="recent-discussion-title"/u)
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('says a quick take once: what was said about it stands below, without it', async () => {
    const reply = aComment({
      id: idOf(52),
      postId: take.postId,
      parentId: take.id,
      rootId: take.id,
      postedAt: T0,
      body: paragraph('And terns?'),
    })
    const { body } = await at('/', testPageData({ ...rows, comments: [take, comment, reply] }, { now }))
    const sectionIn = (html: string, name: string) => new RegExp(`labelledby="${name}-title"([^]*?)</section>`, 'u').exec(html)?.[1] ?? ''
    expect(sectionIn(body, 'quick-takes')).toContain('Gulls again.')
    expect(sectionIn(body, 'recent-discussion')).toContain('And terns?')
    expect(sectionIn(body, 'recent-discussion')).not.toContain('Gulls again.')
    const alone = sectionIn((await at('/')).body, 'recent-discussion')
    expect(alone).toContain('I read it twice.')
    expect(alone).not.toContain('Quick take')
  })

  test.each([{ isOffDiscussion: true }, { isUnlisted: true }])(
    'a post that the staff keep out of it is not in recent discussion: %o',
    async (settings) => {
      const kept = posts.map((post) => (post.id === comment.postId ? { ...post, ...settings } : post))
      const { body } = await at('/', testPageData({ ...rows, posts: [...kept, ...(rows.posts ?? []).slice(-1)] }, { now }))
      expect(body).toContain('Gulls again.')
      expect(body).not.toContain('I read it twice.')
    },
  )

  test('tells a newcomer what they can do here, with the ways to join and to read about it', async () => {
    const { body } = await at('/')
    expect(body).toMatch(/Read everything without an account[^]*href="\/login\?mode=signUp"[^]*href="\/about"/u)
  })

  test('says what is changed of it, and leads to where that can be changed without a script', async () => {
    const { body } = await at('/?filters=tides~hidden')
    expect(body).toContain('tides hidden')
    expect(body).toContain('href="/customize?filters=tides~hidden"')
    expect(shown(body.split('recent-discussion')[0] ?? '').every((title) => Number(title?.slice(5)) % 2 === 1)).toBe(true)
  })

  test('that nothing fits says so', async () => {
    expect((await at('/?filters=sea~required')).body).toContain('match your feed settings')
  })
})

test('the panel is a plain form with a line for each word and an empty one', async () => {
  const { body } = await at('/customize?filters=tides~reduced')
  for (const field of ['name="key0" value="*"', 'name="key1" value="tides"', 'name="mode1"', 'name="key2"', 'name="points2"'])
    expect(body).toContain(field)
  expect(body).toContain('action="/api/form/feed.setFilters"')
})

describe('the leaderboard', () => {
  test('has numbers beside the bars, and nobody who is gone', async () => {
    const { body, status } = await at('/leaderboard')
    expect(status).toBe(200)
    expect(body.match(/<tr>/gu)).toHaveLength(3)
    expect(body).toMatch(/>900<\/span>/u)
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('of a month without votes says so', async () => {
    expect((await at('/leaderboard?period=month')).body).toContain('No karma in the last 30 days.')
  })
})

describe('recommendations', () => {
  test('are what was curated and ten from the archive', async () => {
    const { body } = await at('/recommendations')
    expect(shown(body)).toHaveLength(12)
    expect(body).not.toContain('feed.setRecommend')
  })

  test('can be set by members', async () => {
    expect((await at('/recommendations', testPageData(rows, signedIn))).body).toContain('action="/api/form/feed.setRecommend"')
  })

  test('are where the old address leads', async () => {
    expect(await at('/curated?limit=32')).toMatchObject({ status: 308, location: '/recommendations?limit=32' })
  })
})

describe('the feed', () => {
  test('mixes, and says of each thing why it is there', async () => {
    const { body, status } = await at('/feed', testPageData(rows, signedIn))
    expect(status).toBe(200)
    for (const why of ['From the archive', 'Active discussion', 'Hot', 'Recent quick take']) expect(body).toContain(why)
    expect(body).toContain('name="robots" content="noindex"')
  })

  test('of those one follows is empty at first, and says what to do', async () => {
    expect((await at('/feed?tab=following', testPageData(rows, signedIn))).body).toContain('You’re not following anyone yet.')
    expect((await at('/feed?tab=following')).body).toContain('to follow people')
  })

  test('goes on where it was', async () => {
    const data = () => testPageData(rows, signedIn)
    const ids = async (url: string) => [...(await at(url, data())).body.matchAll(/data-item="([0-9a-z]{26})"/gu)].map((match) => match[1])
    const first = await ids('/feed')
    expect(first).toHaveLength(20)
    expect((await ids(`/feed?limit=40&at=${now}`)).slice(0, 20)).toEqual(first)
  })
})

test('all posts has the quick takes of a day below its posts, unless they are not wanted', async () => {
  expect((await at('/allPosts')).body).toContain('Gulls again.')
  expect((await at('/allPosts?includeShortform=false')).body).not.toContain('Gulls again.')
})
