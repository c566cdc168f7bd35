import { describe, expect, test } from 'vitest'
import { T0, aMember, aPost, idOf, namedRels } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { blockTitle } from './block-title.ts'
import { dayMs } from '#shared/kernel/durations.ts'
const posts = Array.from({ length: 40 }, (_, n) =>
  aPost({
    id: idOf(100 + n),
    slug: `post-${n}`,
    title: `Post ${n}`,
    publishedAt: T0 - n * dayMs,
    frontpageAt: n % 2 === 0 ? T0 : null,
    curatedAt: n < 3 ? T0 : null,
    tags: ['Tide tables'],
  }),
)
const listing = (feed: string, n: number) => ({
  id: `${feed}:${idOf(100 + n)}`,
  feed,
  postId: idOf(100 + n),
  publishedAt: T0 - n * dayMs,
  at: T0 - n * dayMs,
  baseScore: n,
  score: 100 - n,
  scoredAt: T0,
  adjustedScore: n,
  lastCommentedAt: T0 - n * dayMs,
})
const feeds = ['all', 'frontpage', 'curated', 'tag:tide-tables']
const rows = {
  posts,
  tag_rels: posts.flatMap(namedRels),
  members: [aMember()],
  listings: feeds.flatMap((feed) => posts.map((_, n) => listing(feed, n))),
}
const at = (url: string, data = testPageData(rows, { now: T0 + 1 })) => web.render({ url, as: 'html' }, data)
const rowCount = (html: string) => html.match(/<li class="row"/gu)?.length ?? 0

describe('the front page', () => {
  test('has a heading, its tabs, thirteen posts and a way to more that is a plain link', async () => {
    const { body, status } = await at('/')
    expect(status).toBe(200)
    expect(body.match(/<h1/gu)).toHaveLength(1)
    expect(rowCount(body)).toBe(13)
    expect(body).toContain('href="/?limit=33"')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('grows by its limit and ends', async () => {
    expect(rowCount((await at('/?limit=33')).body)).toBe(33)
    const { body } = await at('/?sort=latest&limit=53')
    expect(rowCount(body)).toBe(40)
    expect(body).not.toContain('More posts')
  })

  test('without posts says so and offers one thing to do', async () => {
    expect((await at('/', testPageData({}))).body).toMatch(
      /No posts yet\. <!-- --><a href="\/newPost">|No posts yet\. <a href="\/newPost">/u,
    )
  })
})

describe('all posts', () => {
  test('stand in blocks of days, frontpage posts before personal ones', async () => {
    const { body } = await at('/allPosts')
    expect(body).toContain('Frontpage posts')
    expect(body).toContain('Personal posts')
    expect(body).toContain('Load more days')
  })

  test('in the all-time view the order asked for is kept across both kinds', async () => {
    const { body } = await at('/allPosts?timeframe=allTime&sortedBy=top')
    const titles = [...body.matchAll(/>Post (\d+)<\/a>/gu)].map((match) => Number(match[1]))
    expect(titles).toEqual(titles.toSorted((a, b) => b - a))
    expect(titles).toHaveLength(40)
  })

  test('a tag’s list has the tag’s name as its title, whatever its address spells', async () => {
    const { body } = await at('/allPosts?tag=tide-tables&timeframe=allTime')
    expect(body).toContain('<h1 class="page-title">Posts on Tide tables</h1>')
    expect(body).toContain('canonical" href="https://example.org/allPosts?tag=tide-tables&amp;timeframe=allTime"')
  })

  test('a malformed date is said above the list, which is shown all the same', async () => {
    const { body, status } = await at('/allPosts?after=2026-13-01&before=yesterday')
    expect(status).toBe(200)
    expect(body).toContain('The first date isn’t valid')
    expect(body).toContain('The last date isn’t valid')
    expect(rowCount(body)).toBeGreaterThan(0)
  })

  test('the controls are a plain form that holds every choice', async () => {
    const { body } = await at('/allPosts')
    const form = /<form [^>]*action="\/allPosts"[^>]*>(.*?)<\/form>/su.exec(body)?.[1] ?? ''
    for (const name of ['timeframe', 'sortedBy', 'filter', 'after', 'before', 'karmaThreshold', 'reverse'])
      expect(form).toContain(`name="${name}"`)
  })
})

test('curated posts stand with the recommendations and have a feed of their own', async () => {
  const { body } = await at('/recommendations')
  expect(rowCount(body)).toBe(12)
  expect(body).toContain('/feed.xml?view=curatedRss')
})

test.each([
  ['daily', 'Sunday, 1 November 2026'],
  ['weekly', 'Week of 1 November 2026'],
  ['monthly', 'November 2026'],
  ['yearly', '2026'],
  ['allTime', 'All time'],
  ['exponential', 'Today and yesterday'],
] as const)('a %s block is called "%s"', (timeframe, title) => {
  expect(blockTitle(timeframe, Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 1, 12))).toBe(title)
})
