import { describe, expect, test } from 'vitest'
import { candidateId, reviewVoteId } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { readMarkId } from '#shared/reading/schema.ts'
import { aComment, aMember, aPost, idOf, member } from '#shared/testing/factories.ts'
import { voteId } from '#shared/votes/schema.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const year = 2025
const nominating = phaseStart(year, 'nominations')
const mia = { ...aMember(), id: idOf(300), joinedAt: yearStart(year) - 1 }
const late = { ...mia, joinedAt: yearStart(year) }
const published = (n: number, over = {}) =>
  aPost({ id: idOf(n), slug: `p-${n}`, title: `Post ${n} <b>`, publishedAt: yearStart(year) + n, ...over })
const aVote = (n: number, value: number) => ({
  ...{ id: voteId(mia.id, idOf(n), 'approval'), userId: mia.id, targetKind: 'post', targetId: idOf(n), axis: 'approval', value },
  ...{ power: value, tallied: value, isSelf: false, at: yearStart(year) + n },
})
const aMark = (n: number, isRead = true) => ({
  ...{ id: readMarkId(mia.id, idOf(n)), userId: mia.id, postId: idOf(n), isRead, readAt: yearStart(year) + n, seenUpTo: 0 },
})
const aListing = (n: number, baseScore: number) => ({
  ...{ id: `all:${idOf(n)}`, feed: 'all', postId: idOf(n), publishedAt: yearStart(year) + n, at: yearStart(year) + n, baseScore },
  ...{ score: 0, adjustedScore: 0, scoredAt: 0, lastCommentedAt: 0 },
})
const rows = {
  members: [mia],
  posts: [
    ...[1, 2, 3].map((n) => published(n)),
    published(4, { publishedAt: yearStart(year + 1) }),
    published(5, { authorId: mia.id, lastCommentedAt: yearStart(year) + 99 }),
  ],
  votes: [aVote(1, 1), aVote(2, 2), aVote(3, -1), aVote(4, 2)],
  read_marks: [aMark(1), aMark(3), aMark(2, false), aMark(4)],
  comments: [3, 3, 4].map((n, at) =>
    aComment({ id: idOf(50 + at), postId: idOf(n), authorId: mia.id, postedAt: yearStart(year) + n, removedBy: null }),
  ),
  listings: [aListing(1, 5), aListing(3, 9), aListing(5, 1)],
  review_candidates: [1, 5].map((n) => ({
    ...{ id: candidateId(idOf(n), year), postId: idOf(n), year, voteCount: n, positiveCount: n },
  })),
}
const at = (url: string, over: Partial<PageData> = {}, some: Parameters<typeof testPageData>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(some, { viewer: member(mia.id), now: nominating, ...over }))
const plain = (html: string): string => html.replaceAll('<!-- -->', '')
const titles = (html: string) => [...html.matchAll(/>Post (\d) &lt;b&gt;<\/a>/gu)].map((match) => Number(match[1]))

describe('/nominatePosts/:year', () => {
  test.each([
    ['one upvoted, strongly first', '', [2, 1]],
    ['one read', '?tab=read', [3, 1]],
    ['one commented on, each once', '?tab=comments', [3]],
    ['there are, best first', '?tab=all', [3, 1, 5]],
    ['one upvoted, for a tab that is none', '?tab=x', [2, 1]],
  ])('has posts of the year that %s', async (_what, tail, expected) => {
    const { status, body } = await at(`/nominatePosts/2025${tail}`)
    expect([status, titles(body)]).toEqual([200, expected])
  })

  const tagged = {
    ...rows,
    posts: rows.posts.map((post) => ({ ...post, tags: [idOf(1), idOf(3)].includes(post.id) ? ['Tides', 'Sea'] : ['Tides'] })),
    review_votes: [{ ...{ id: reviewVoteId(mia.id, idOf(3), year), userId: mia.id, postId: idOf(3), year }, score: 6, counted: 6, at: 1 }],
  }

  test.each([
    ['unread', '&read=false', [5]],
    ['read', '&read=true', [3, 1]],
    ['without one’s vote', '&voted=false', [1, 5]],
    ['with one’s vote', '&voted=true', [3]],
    ['of a tag', '&tag=Sea', [3, 1]],
    ['of a tag, read, without one’s vote', '&tag=Sea&read=true&voted=false', [1]],
    ['of any kind, for what is no filter', '&read=x&voted=&tag=', [3, 1, 5]],
  ])('has those posts that are %s', async (_what, tail, expected) => {
    const { status, body } = await at(`/nominatePosts/2025?tab=all${tail}`, {}, tagged)
    expect([status, titles(body)]).toEqual([200, expected])
  })

  test('each filter is a link that keeps the others, and the present one again takes it back', async () => {
    const { body } = await at('/nominatePosts/2025?tab=all&read=true&tag=Sea', {}, tagged)
    expect(body).toContain('href="/nominatePosts/2025?tab=all&amp;tag=Sea" aria-current="page">Read</a>')
    expect(body).toContain('href="/nominatePosts/2025?tab=all&amp;read=true" aria-current="page">Sea</a>')
    expect(body).toContain('href="/nominatePosts/2025?tab=all&amp;read=true&amp;voted=false&amp;tag=Sea"')
    expect(body).toContain('href="/nominatePosts/2025?tab=read&amp;read=true&amp;tag=Sea"')
  })

  test('says which filters leave nothing, and how to lift them; a tab that has nothing has none', async () => {
    const none = await at('/nominatePosts/2025?tab=comments&read=false&tag=Sea', {}, tagged)
    expect(plain(none.body)).toContain(
      'None of these posts fits: unread, tagged Sea. <a href="/nominatePosts/2025?tab=comments">Clear filters</a>',
    )
    const bare = await at('/nominatePosts/2025?tab=comments', {}, { ...tagged, comments: [] })
    expect(bare.body).toContain('You haven’t commented on a post of 2025.')
    expect(bare.body).not.toContain('review-filter')
  })

  test('has a vote for each, one’s own excepted', async () => {
    const { body } = await at('/nominatePosts/2025?tab=all')
    expect(body.match(/action="\/api\/form\/reviewVotes.set"/gu)).toHaveLength(2)
    expect(body).toContain('You wrote this one')
  })

  test('says why a newer account cannot nominate, and what it can do', async () => {
    const { body } = await at('/nominatePosts/2025', {}, { ...rows, members: [late] })
    expect(body).toContain('Accounts from that year can take part in the final vote')
    expect(body).not.toContain('reviewVotes.set')
  })

  test('leads on to all posts where one has upvoted none', async () => {
    const { body } = await at('/nominatePosts/2025', {}, { ...rows, votes: [] })
    expect(body).toContain('You haven’t upvoted a post of 2025')
    expect(body).toContain('href="/nominatePosts/2025?tab=all"')
  })

  test('asks a visitor to sign in, leads to the latest year, and knows no other', async () => {
    expect((await at('/nominatePosts/2025', { viewer: { kind: 'visitor' } })).status).toBe(401)
    expect(await at('/nominatePosts')).toMatchObject({ status: 302, location: '/nominatePosts/2025' })
    expect(await at('/nominatePosts?tab=read&voted=true')).toMatchObject({ location: '/nominatePosts/2025?tab=read&voted=true' })
    expect((await at('/nominatePosts/2026')).status).toBe(404)
  })
})

describe('/nominations/:year', () => {
  const over = { viewer: { kind: 'visitor' }, now: phaseStart(year, 'complete') } as const

  test.each([
    ['most nominations first', '', [5, 1]],
    ['fewest first', '?sort=fewest', [1, 5]],
    ['last commented first', '?sort=lastCommented', [5, 1]],
  ])('has what was nominated in a year that is over, for everybody: %s', async (_what, tail, expected) => {
    const { status, body } = await at(`/nominations/2025${tail}`, over)
    expect([status, titles(body)]).toEqual([200, expected])
    expect(plain(body)).toContain('5 nominations')
    expect(plain(body)).toContain('1 nomination<')
  })

  test('has words for a year in which nothing was, and for one without a review', async () => {
    const { status, body } = await at('/nominations/2018', over)
    expect([status, body.includes('No post of 2018 was nominated.')]).toEqual([200, true])
    const other = await at('/nominations/1999', over)
    expect([other.status, other.body.includes('No review took place for this year')]).toEqual([404, true])
  })

  test('leads to the ballot while votes are taken, as the bare address does always', async () => {
    expect(await at('/nominations/2025')).toMatchObject({ status: 302, location: '/reviewVoting/2025' })
    expect(await at('/nominations')).toMatchObject({ status: 302, location: '/reviewVoting/2025' })
  })
})
