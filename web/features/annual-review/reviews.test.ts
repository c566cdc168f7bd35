import { describe, expect, test } from 'vitest'
import { candidateId } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { aComment, aMember, aPost, idOf, member, paragraph } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { loadReviewVote } from './shown.load.ts'

const year = 2025
const reviewing = phaseStart(year, 'reviews') + 9
const person = (n: number, name: string, over = {}) => ({
  ...aMember(),
  ...{ id: idOf(n), userName: name, userNameKey: name, displayName: name, displayNameKey: name, slug: name },
  ...over,
})
const [mia, ben, ada] = [person(300, 'mia', { joinedAt: yearStart(year) - 1 }), person(301, 'ben'), person(100, 'ada')]
const aReviewed = (n: number, over = {}) =>
  aPost({ id: idOf(n), slug: `p-${n}`, title: `Post ${n} <b>`, publishedAt: yearStart(year) + n, authorId: ada.id, ...over })
const written = (n: number, postId: string, authorId: string, over = {}) => ({
  comment: aComment({ id: idOf(n), postId, authorId, rootId: idOf(n), postedAt: reviewing - 100 + n, reviewingForReview: year, ...over }),
  review: { id: idOf(n), postId, authorId, year, at: reviewing - 100 + n },
})
const reviews = [written(50, idOf(1), ben.id), written(51, idOf(1), mia.id), written(52, idOf(2), ben.id)]
const aRevision = (postId: string) => ({
  ...{ id: aPost().revisionId ?? '', subjectKind: 'post', subjectId: postId, postId, n: 1, version: '1.0.0', isDraft: false, title: 'T' },
  ...{ body: paragraph('Water.'), wordCount: 1, authorId: ada.id, at: 1 },
})
const rows = {
  members: [mia, ben, ada],
  posts: [aReviewed(1), aReviewed(2), aReviewed(3, { authorId: mia.id }), aReviewed(4, { publishedAt: yearStart(2024) })],
  comments: reviews.map(({ comment }) => comment),
  post_reviews: reviews.map(({ review }) => review),
  review_candidates: [1, 2].map((n) => ({
    ...{ id: candidateId(idOf(n), year), postId: idOf(n), year, voteCount: 3, positiveCount: 2, reviewCount: 3 - n },
  })),
  revisions: [aRevision(idOf(1))],
  tallies: [50, 51, 52].map((n) => ({
    ...{ id: idOf(n), targetKind: 'comment', postId: idOf(n === 52 ? 2 : 1), baseScore: n - 40, approvalVoteCount: 2 },
    ...{ agreement: 0, agreementVoteCount: 0, maxBaseScore: n - 40 },
  })),
}
const at = (url: string, over: Partial<PageData> = {}, some: Parameters<typeof testPageData>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(some, { viewer: member(mia.id), now: reviewing, ...over }))
const plain = (html: string): string => html.replaceAll('<!-- -->', '')
const shown = (html: string): readonly string[] => [...html.matchAll(/<li id="([^"]+)" data-comment/gu)].map(([, id]) => String(id))

describe('a review in its post’s discussion', () => {
  const visitor = { viewer: { kind: 'visitor' } } as const

  test('says for which year it is, and that of a moderator that too', async () => {
    const { body } = await at(`/posts/${idOf(1)}/p-1`, visitor)
    expect(body.match(/<span class="role">highlighted review of 2025<\/span>/gu)).toHaveLength(2)
    const hat = { ...rows, comments: [written(50, idOf(1), ben.id, { hat: 'shown' }).comment] }
    expect((await at(`/posts/${idOf(1)}/p-1`, visitor, hat)).body).toContain(
      '<span class="role">moderator, highlighted review of 2025</span>',
    )
  })

  test('is asked for below a post that is being reviewed, and below no other', async () => {
    const ask = (url: string, over: Partial<PageData> = {}) => at(url, { ...visitor, ...over }).then(({ body }) => plain(body))
    expect(await ask(`/posts/${idOf(1)}/p-1`)).toContain('This post is in the review of 2025.')
    expect(await ask(`/posts/${idOf(1)}/p-1`)).toContain(`href="/reviewPost/${idOf(1)}"`)
    expect(await ask(`/posts/${idOf(1)}/p-1`, { now: phaseStart(year, 'results') })).not.toContain('/reviewPost/')
    const lastYears = { ...rows, posts: [aReviewed(1, { publishedAt: yearStart(2024) })] }
    expect((await at(`/posts/${idOf(1)}/p-1`, visitor, lastYears)).body).not.toContain('/reviewPost/')
  })
})

describe('a review that readers valued', () => {
  const visitor = { viewer: { kind: 'visitor' } } as const
  const valued = { ...rows, tallies: rows.tallies.map((tally, n) => ({ ...tally, baseScore: [10, 9, 30][n] ?? 0 })) }

  test('is highlighted from ten karma on, unless scores are hidden there', async () => {
    const { body } = await at(`/posts/${idOf(1)}/p-1`, visitor, valued)
    expect(body.match(/<span class="role">[^<]*review of 2025<\/span>/gu)?.toSorted()).toEqual([
      '<span class="role">highlighted review of 2025</span>',
      '<span class="role">review of 2025</span>',
    ])
    const hidden = { ...valued, posts: [aReviewed(1, { hidesCommentScores: true }), ...rows.posts.slice(1)] }
    expect((await at(`/posts/${idOf(1)}/p-1`, visitor, hidden)).body).not.toContain('highlighted review')
  })

  test('stands in the results, and one with less does not', async () => {
    const result = { postId: idOf(1), year, rank: 1, score: 3, values: [3], countedAt: 1 }
    const over = { ...visitor, now: phaseStart(year, 'complete') }
    const some = { ...valued, review_results: [{ id: candidateId(idOf(1), year), ...result }] }
    const { body } = await at('/reviews/2025?tab=results', over, some)
    expect(plain(body)).toContain(`href="/posts/${idOf(1)}/p-1#${idOf(50)}">review by ben (10 karma)`)
    expect(body).not.toContain(idOf(51))
  })
})

describe('the vote that is asked for after a review', () => {
  const { review_candidates: candidates } = rows
  const part = async (over: Partial<PageData> = {}, some: object = {}) =>
    loadReviewVote(testPageData({ ...rows, ...some }, { viewer: { kind: 'visitor' }, now: reviewing, ...over }), { postId: idOf(1) })

  test('is one on a post that can be voted on now, and says nothing of anybody\u2019s', async () => {
    expect(await part()).toMatchObject({ year, line: { voteCount: 3, ownerIds: [ada.id] } })
    const once = candidates.map((one) => ({ ...one, positiveCount: 1 }))
    expect(await part({}, { review_candidates: once })).toBeNull()
    expect(await part({ now: phaseStart(year, 'nominations') }, { review_candidates: [] })).not.toBeNull()
    expect(await part({ now: phaseStart(year, 'results') })).toBeNull()
    expect(await part({ isOfDevice: true })).toBeUndefined()
  })

  test('has a form without scripting beside the reviews, with the vote that stands', async () => {
    const vote = { id: `${mia.id}:${idOf(1)}:${year}`, userId: mia.id, postId: idOf(1), year, score: 6, counted: 6, at: 1 }
    const { body } = await at(`/reviewPost/${idOf(1)}`, {}, { ...rows, review_votes: [vote] })
    expect(body).toContain('action="/api/form/reviewVotes.set"')
    expect(body).toContain('aria-pressed="true" title="Quite important, costs 10"')
    expect((await at(`/reviewPost/${idOf(3)}`)).body).not.toContain('reviewVotes.set')
  })
})

describe('the front page', () => {
  const front = async (now: number) => plain((await at('/', { viewer: { kind: 'visitor' }, now })).body)

  test.each([
    ['nominations', 'nominatePosts', 'Nominations, until 15 December 2026'],
    ['voting', 'reviewVoting', 'Final voting, until 5 February 2027'],
    ['results', 'reviewVoting', 'Results'],
  ] as const)('leads to the review that runs: %s', async (phase, address, words) => {
    const body = await front(phaseStart(year, phase))
    expect(body).toContain(`<a href="/${address}/2025">Review of 2025</a>: ${words}`)
  })

  test('says nothing of it before and after', async () => {
    expect(await front(phaseStart(year, 'nominations') - 1)).not.toContain('Review of 2025</a>')
    expect(await front(phaseStart(year, 'complete'))).not.toContain('Review of 2025</a>')
  })
})

describe('/reviewPost/:postId', () => {
  test('has the questions, a form without scripting, and the reviews there are', async () => {
    const { status, body } = await at(`/reviewPost/${idOf(1)}`)
    expect([status, shown(body)]).toEqual([200, [idOf(51), idOf(50)]])
    expect(body).toContain('action="/api/form/comments.postReview"')
    expect(body).toContain('Which part of its claim could be tested?')
    expect(plain(body)).toContain('2 reviews')
  })

  test.each<[string, string, Partial<PageData>, object, string]>([
    ['one’s own post', idOf(3), {}, {}, 'You can’t review your own post.'],
    ['after the end', idOf(1), { now: phaseStart(year, 'results') }, {}, 'No reviews of posts of 2025 are taken'],
    ['a year that is over', idOf(4), {}, {}, 'No reviews of posts of 2024 are taken'],
    ['a new account', idOf(1), {}, { members: [{ ...mia, joinedAt: yearStart(2026) }, ben, ada] }, 'from before the end of that year'],
  ])('says why there is no form: %s', async (_why, postId, over, some, words) => {
    const { status, body } = await at(`/reviewPost/${postId}`, over, { ...rows, ...some })
    expect([status, body.includes(words), body.includes('comments.postReview')]).toEqual([200, true, false])
  })

  test('asks a visitor to sign in, and is not found for what is no post or a draft', async () => {
    expect((await at(`/reviewPost/${idOf(1)}`, { viewer: { kind: 'visitor' } })).status).toBe(401)
    expect((await at(`/reviewPost/${idOf(8)}`)).status).toBe(404)
    const draft = { ...rows, posts: [aReviewed(1, { status: 'draft', publishedAt: null, authorId: mia.id })] }
    expect((await at(`/reviewPost/${idOf(1)}`, {}, draft)).status).toBe(404)
  })

  test('a review that was removed is not among them', async () => {
    const gone = { ...rows, comments: [written(50, idOf(1), ben.id, { removedBy: 'author' }).comment, reviews[1]?.comment ?? aComment()] }
    expect(shown((await at(`/reviewPost/${idOf(1)}`, {}, gone)).body)).toEqual([idOf(51)])
  })
})

describe('/reviews/:year', () => {
  const visitor = { viewer: { kind: 'visitor' } } as const

  test('has the reviews for everybody, the newest first while they are written, and who wrote them', async () => {
    const { status, body } = await at('/reviews/2025', visitor)
    expect([status, shown(body)]).toEqual([200, [idOf(52), idOf(51), idOf(50)]])
    const board = /<ol class="plain-list review-board">(.*?)<\/ol>/su.exec(plain(body))?.[1] ?? ''
    expect([...board.matchAll(/<strong class="nums">([^<]+)</gu)].map(([, karma]) => karma)).toEqual(['22', '11'])
    expect(board).toContain(`href="/posts/${idOf(2)}/p-2#${idOf(52)}"`)
    expect(board).toContain('karma for 2 reviews')
  })

  test('has them by karma, as years that are over do by themselves', async () => {
    const less = { ...rows, tallies: rows.tallies.map((tally, at) => ({ ...tally, baseScore: [9, 1, 4][at] ?? 0 })) }
    const byKarma = [idOf(50), idOf(52), idOf(51)]
    expect(shown((await at('/reviews/2025?sort=top', visitor, less)).body)).toEqual(byKarma)
    const over = { ...visitor, now: phaseStart(year, 'complete') }
    expect(shown((await at('/reviews/2025', over, less)).body)).toEqual(byKarma)
    expect(shown((await at('/reviews/2025?sort=new', over, less)).body)).toEqual([idOf(52), idOf(51), idOf(50)])
  })

  test('has those of every year together, and of a year without one says so', async () => {
    const last = written(60, idOf(4), ben.id, { reviewingForReview: 2024 })
    const more = {
      ...rows,
      comments: [...rows.comments, last.comment],
      post_reviews: [...rows.post_reviews, { ...last.review, year: 2024 }],
    }
    expect(shown((await at('/reviews/all', visitor, more)).body)).toEqual([idOf(60), idOf(52), idOf(51), idOf(50)])
    expect(shown((await at('/reviews/2024', visitor, more)).body)).toEqual([idOf(60)])
    expect((await at('/reviews/2023', visitor, more)).body).toContain('No reviews found')
    expect((await at('/reviews/2031', visitor, more)).status).toBe(404)
  })

  test('shows a part of many, and where the others are', async () => {
    const many = Array.from({ length: 40 }, (_, n) => written(100 + n, idOf(1), ben.id))
    const some = { ...rows, comments: many.map(({ comment }) => comment), post_reviews: many.map(({ review }) => review) }
    const { body } = await at('/reviews/2025', visitor, some)
    expect(shown(body)).toHaveLength(30)
    expect(body).toContain('href="/reviews/2025?limit=60"')
    expect(plain(body)).toContain('and 20 more')
  })
})

describe('/users/:slug/reviews/:year', () => {
  const visitor = { viewer: { kind: 'visitor' } } as const

  test('has what a member has written for a year, and leads to the present one', async () => {
    const { status, body } = await at('/users/ben/reviews/2025', visitor)
    expect([status, shown(body)]).toEqual([200, [idOf(52), idOf(50)]])
    expect((await at('/users/ben/reviews/2024', visitor)).body).toContain('No reviews found')
    expect(await at('/users/ben/reviews', visitor)).toMatchObject({ status: 308, location: '/users/ben/reviews/2025' })
    expect((await at('/users/nobody/reviews/2025', visitor)).status).toBe(404)
    expect((await at('/users/ben/reviews/2031', visitor)).status).toBe(404)
  })
})

describe('/quickReview/:year', () => {
  const posts = Array.from({ length: 15 }, (_, n) => aReviewed(200 + n))
  const candidates = posts.map(({ id }, n) => ({
    ...{ id: candidateId(id, year), postId: id, year, voteCount: 3, positiveCount: 2, reviewCount: 0, score: 4, place: n + 1 },
  }))
  const needing = (over: Partial<Parameters<typeof testPageData>[0]> = {}) => ({ ...rows, posts, review_candidates: candidates, ...over })
  const found = (html: string) => [...html.matchAll(/>Post (\d+) &lt;b&gt;<\/a>/gu)].map((match) => Number(match[1]))

  test('has nominated posts without a review, twelve first, each with a vote and the way to a review', async () => {
    const { status, body } = await at('/quickReview/2025', {}, needing())
    expect([status, found(body).length]).toEqual([200, 12])
    expect(plain(body)).toContain('Load more (12/15 posts)')
    expect(body).toContain(`href="/reviewPost/${idOf(200)}"`)
    expect(body.match(/action="\/api\/form\/reviewVotes.set"/gu)).toHaveLength(12)
    expect(found((await at('/quickReview/2025?limit=24', {}, needing())).body)).toHaveLength(15)
  })

  test('leaves out what has a review, and what the interim count did not find good enough', async () => {
    const some = candidates.slice(0, 3).map((one, n) => ({ ...one, ...[{}, { reviewCount: 1 }, { score: 3 }][n] }))
    expect(found((await at('/quickReview/2025', {}, needing({ review_candidates: some }))).body)).toEqual([200])
  })

  test('has what one has read first', async () => {
    const mark = { id: `${mia.id}:${idOf(209)}`, userId: mia.id, postId: idOf(209), isRead: true, readAt: 1, seenUpTo: 0, changedAt: 1 }
    expect(found((await at('/quickReview/2025', {}, needing({ read_marks: [mark] }))).body)[0]).toBe(209)
  })

  test('says so where none is left, asks visitors to sign in, and leads to the present year', async () => {
    expect((await at('/quickReview/2025', {}, needing({ review_candidates: [] }))).body).toContain('Every nominated post has a review')
    const poor = candidates.map((one) => ({ ...one, score: 1 }))
    expect((await at('/quickReview/2025', {}, needing({ review_candidates: poor }))).body).toContain('Every well-rated post has a review')
    expect((await at('/quickReview/2025', { viewer: { kind: 'visitor' } })).status).toBe(401)
    expect((await at('/quickReview/2031')).status).toBe(404)
    for (const alias of ['/quickReview', '/reviewQuickPage'])
      expect(await at(alias)).toMatchObject({ status: 308, location: '/quickReview/2025' })
  })
})

describe('/newLongformReview', () => {
  test('says what a longer review can be, and begins a post with its tag, until the review is complete', async () => {
    for (const now of [phaseStart(year, 'nominations'), phaseStart(year, 'complete') - 1]) {
      const { status, body } = await at('/newLongformReview', { now })
      expect([status, body.includes('href="/newPost?tagId=Longform%20review"')]).toEqual([200, true])
    }
    const { status, body } = await at('/newLongformReview', { now: phaseStart(year, 'complete') })
    expect([status, body.includes('The review is over'), body.includes('/newPost?tagId')]).toEqual([200, true, false])
  })

  test('asks a visitor to sign in, and says to who may not post why', async () => {
    expect((await at('/newLongformReview', { viewer: { kind: 'visitor' } })).status).toBe(401)
    const { body } = await at('/newLongformReview', { viewer: member(mia.id, { postingDisabled: true }) })
    expect(body).not.toContain('/newPost?tagId')
  })
})
