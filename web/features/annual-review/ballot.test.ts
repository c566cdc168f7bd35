import { describe, expect, test } from 'vitest'
import { candidateId, reviewVoteId } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { readMarkId } from '#shared/reading/schema.ts'
import { aComment, aMember, aPost, idOf, member, paragraph } from '#shared/testing/factories.ts'
import { voteId } from '#shared/votes/schema.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const year = 2025
const voting = phaseStart(year, 'voting') + 9
const mia = { ...aMember(), id: idOf(300), userName: 'mia', userNameKey: 'mia', displayName: 'Mia', displayNameKey: 'mia', slug: 'mia' }
const early = { ...mia, joinedAt: yearStart(year) - 1 }
const ada = { userName: 'ada', userNameKey: 'ada', displayName: 'Ada', displayNameKey: 'ada', slug: 'ada' }
const author = { ...aMember(), id: idOf(100), ...ada }
const aCandidate = (n: number, positiveCount: number, over = {}) => ({
  post: aPost({ id: idOf(n), slug: `p-${n}`, title: `Post ${n} <b>`, publishedAt: yearStart(year) + n, ...over }),
  candidate: { id: candidateId(idOf(n), year), postId: idOf(n), year, voteCount: positiveCount + 1, positiveCount, reviewCount: 1 },
})
const given = [
  aCandidate(1, 3, { authorId: mia.id }),
  aCandidate(2, 9),
  aCandidate(3, 2),
  aCandidate(4, 1),
  // Was nominated, and its date was changed afterwards.
  aCandidate(5, 5, { publishedAt: yearStart(year + 1) }),
]
const aVote = (n: number, score: number, userId = mia.id) => ({
  ...{ id: reviewVoteId(userId, idOf(n), year), userId, postId: idOf(n), year, score, counted: score, at: voting },
})
/** Of a post that this page has no row of. */
const notShown = (n: number, reviewCount: number) => ({ ...aCandidate(n, 1).candidate, reviewCount })
/** Without a review: not in the final vote. */
const unreviewed = { ...aCandidate(6, 4).candidate, reviewCount: 0 }
const rows = {
  members: [early, author],
  posts: [...given.map(({ post }) => post), aCandidate(6, 4).post],
  review_candidates: [...given.map(({ candidate }) => candidate), notShown(9, 1), unreviewed],
  review_votes: [aVote(2, 7), aVote(9, 6), aVote(6, 7), aVote(3, 1, idOf(301))],
  votes: [
    {
      ...{ id: voteId(mia.id, idOf(3), 'approval'), userId: mia.id, targetKind: 'post', targetId: idOf(3), axis: 'approval', value: 2 },
      ...{ power: 2, tallied: 2, isSelf: false, at: 1 },
    },
  ],
}
const at = (url: string, over: Partial<PageData> = {}, some: Parameters<typeof testPageData>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(some, { viewer: member(mia.id), now: voting, ...over }))
const plain = (html: string): string => html.replaceAll('<!-- -->', '')
const titles = (html: string) => [...html.matchAll(/>Post (\d) &lt;b&gt;<\/a>/gu)].map((match) => Number(match[1]))
const pressed = (html: string) => [...html.matchAll(/<button [^>]*aria-pressed="true"[^>]*>/gu)].map(([button]) => button)

describe('/reviewVoting/:year', () => {
  test('has the candidates, what one has not voted on first and one’s own last', async () => {
    const { status, body } = await at('/reviewVoting/2025')
    expect(status).toBe(200)
    expect(titles(body)).toEqual([3, 2, 1])
    expect(plain(body)).toContain('your karma vote +2')
    expect(plain(body)).toContain('10 review votes')
    expect(plain(body)).toContain('<a href="/reviewPost/')
    expect(plain(body)).toContain('1 review<span class="sr"> of Post 3')
    expect(body).toContain('You wrote this one')
    expect(body.match(/action="\/api\/form\/reviewVotes.set"/gu)).toHaveLength(2)
  })

  test('draws what is spent, votes on posts it does not show included, those without a review not, and shows nobody else’s', async () => {
    const { body } = await at('/reviewVoting/2025')
    expect(plain(body)).toContain('55</strong> of 500 points spent on 2 votes')
    expect(body).toContain('<rect width="11" height="8">')
    expect(pressed(body)).toHaveLength(1)
    // Pressed again it is neutral.
    expect(pressed(body)[0]).toContain('value="4"')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('warns above the budget', async () => {
    const { body } = await at(
      '/reviewVoting/2025',
      {},
      {
        ...rows,
        review_candidates: [...rows.review_candidates, ...Array.from({ length: 12 }, (_, n) => notShown(n + 20, 1))],
        review_votes: Array.from({ length: 12 }, (_, n) => aVote(n + 20, 7)),
      },
    )
    expect(plain(body)).toContain('540</strong> of 500 points spent on 12 votes. That is more than you have')
    expect(body).toContain('<rect class="over" width="100" height="8">')
  })

  test.each([
    ['positiveReviewVoteCount', [2, 1, 3]],
    ['yourKarmaVote', [3]],
    ['yourVote&reverse=true', [2]],
    ['nonsense', [3, 2, 1]],
  ])('is sorted by %s', async (sort, expected) => {
    const found = titles((await at(`/reviewVoting/2025?sort=${sort}`)).body)
    expect(found).toHaveLength(3)
    expect(sort.includes('reverse') ? found.slice(-1) : found.slice(0, expected.length)).toEqual(expected)
  })

  test('has one candidate beside the list: its reviews, the form for one, and its text', async () => {
    const body = paragraph('Water rises.')
    const some = {
      ...rows,
      comments: [aComment({ id: idOf(50), postId: idOf(2), authorId: author.id, rootId: idOf(50), reviewingForReview: year })],
      post_reviews: [{ id: idOf(50), postId: idOf(2), authorId: author.id, year, at: voting - 9 }],
      revisions: [
        {
          ...{
            id: aPost().revisionId ?? '',
            subjectKind: 'post',
            subjectId: idOf(2),
            postId: idOf(2),
            n: 1,
            version: '1.0.0',
            isDraft: false,
          },
          ...{ title: 'T', body, wordCount: 2, authorId: author.id, at: 1 },
        },
      ],
    }
    const opened = async (post: string, over = {}) => plain((await at(`/reviewVoting/2025?sort=yourVote&post=${post}`, over, some)).body)
    const html = await opened(idOf(2))
    expect(html).toMatch(new RegExp(`<div class="essay"[^>]* data-body="text-${idOf(2)}"><p`, 'u'))
    expect(html).toContain('action="/api/form/comments.postReview"')
    expect(html).toContain('>1 review</h3>')
    expect(html).toContain(`<a href="/reviewVoting/2025?sort=yourVote#opens-${idOf(2)}">Back to the list</a>`)
    expect(html).toMatch(
      new RegExp(`href="/reviewVoting/2025\\?sort=yourVote&amp;post=${idOf(2)}#review-panel-title" aria-current="true">Post 2`, 'u'),
    )
    // One's own has no form, and says why; of another year, and of nothing, there is no panel.
    expect(await opened(idOf(1))).not.toContain('comments.postReview')
    for (const none of [idOf(5), idOf(77), 'x']) expect(await opened(none)).not.toContain('class="review-panel"')
  })

  test('once results are public it stands by rank, which each post says', async () => {
    const some = {
      ...rows,
      review_results: [3, 2].map((n, before) => ({
        ...{ id: candidateId(idOf(n), year), postId: idOf(n), year, rank: before + 1, score: 7.5 - before, values: [8], countedAt: 1 },
      })),
    }
    const { body } = await at('/reviewVoting/2025', { now: phaseStart(year, 'complete') }, some)
    expect(titles(body)).toEqual([3, 2, 1])
    expect(plain(body)).toContain('rank 1, score 7.5')
    expect(body).toContain('<option value="finalReviewVoteScoreHighKarma" selected="">Final rank</option>')
    const before = plain((await at('/reviewVoting/2025', { now: phaseStart(year, 'results') }, some)).body)
    expect(before).not.toContain('rank 1')
    expect(before).not.toContain('Final rank')
  })

  test('has longform reviews of its time below the candidates, without a vote', async () => {
    const longform = (n: number, publishedAt: number) => ({
      post: aPost({ id: idOf(n), slug: `p-${n}`, title: `Longform ${n}`, publishedAt }),
      listing: {
        ...{
          id: `tag:longform-review:${idOf(n)}`,
          feed: 'tag:longform-review',
          postId: idOf(n),
          publishedAt,
          at: publishedAt,
          baseScore: 1,
        },
        ...{ score: 0, adjustedScore: 0, scoredAt: 0, lastCommentedAt: 0 },
      },
    })
    const found = [longform(60, phaseStart(year, 'reviews')), longform(61, phaseStart(year, 'nominations') - 1)]
    const some = { ...rows, posts: [...rows.posts, ...found.map(({ post }) => post)], listings: found.map(({ listing }) => listing) }
    const { body } = await at('/reviewVoting/2025', {}, some)
    expect(body).toMatch(/Longform reviews<\/h2><ul class="plain-list"><li><a [^>]*>Longform 60<\/a><\/li><\/ul>/u)
    expect(body).not.toContain('Longform 61')
    expect(body).not.toContain('Your vote on Longform 60')
  })

  test('lists those of one tag, and those that one has read; the same link again lists all', async () => {
    const tagged = rows.posts.map((post, n) => ({ ...post, tags: n < 2 ? ['Tides', 'Sea'] : ['Bees'] }))
    const mark = { id: readMarkId(mia.id, idOf(3)), userId: mia.id, postId: idOf(3), isRead: true, readAt: 1, seenUpTo: 0 }
    const some = {
      ...rows,
      posts: tagged,
      read_marks: [mark, { ...mark, id: readMarkId(idOf(301), idOf(2)), userId: idOf(301), postId: idOf(2) }],
    }
    const { body } = await at('/reviewVoting/2025?tag=Tides&sort=reviewCount', {}, some)
    expect(titles(body).toSorted()).toEqual([1, 2])
    expect(body).toContain('href="/reviewVoting/2025?sort=reviewCount" aria-current="page">Tides</a>')
    expect(body).toContain('href="/reviewVoting/2025?sort=reviewCount&amp;tag=Sea"')
    expect(titles((await at('/reviewVoting/2025?read=true', {}, some)).body)).toEqual([3])
    expect((await at('/reviewVoting/2025?read=true&tag=Sea', {}, some)).body).toMatch(
      /No candidate fits\. (<!-- -->)?<a href="\/reviewVoting\/2025\?sort=\w+">Clear filters/u,
    )
  })

  test.each<[string, number, string]>([
    ['nominations', 1, 'Your share: 1 of 2 reviews written.'],
    ['reviews', 3, 'You have done your share: 3 reviews. More is welcome.'],
    ['voting', 0, 'Your share: 2 of 6 votes cast.'],
  ])('says how much of one’s share is done: %s', async (phase, written, words) => {
    const aReview = (n: number, authorId: string) => ({ id: idOf(n + 70), postId: idOf(2), authorId, year, at: 1 })
    const post_reviews = [aReview(9, idOf(301)), ...Array.from({ length: written }, (_, n) => aReview(n, mia.id))]
    const over = { now: phaseStart(year, phase as 'voting') + 9 }
    const { body } = await at('/reviewVoting/2025', over, { ...rows, post_reviews })
    expect(plain(body)).toContain(words)
    if (phase === 'voting') expect(body.match(/<span class="done">/gu)).toHaveLength(2)
  })

  test.each<[string, Partial<PageData>, string, number]>([
    ['nominations', { now: phaseStart(year, 'nominations') }, 'Vote for those you would want others to read', 4],
    ['reviews', { now: phaseStart(year, 'reviews') }, 'see how well they have stood up', 3],
    ['results', { now: phaseStart(year, 'results') }, 'Voting has ended', 0],
    ['the years after', { now: phaseStart(year, 'complete') }, 'The review of 2025 is complete', 0],
  ])('says where the review stands: %s', async (_phase, over, words, forms) => {
    const { status, body } = await at('/reviewVoting/2025', over)
    expect(status).toBe(200)
    expect(body).toContain(words)
    expect(body.match(/action="\/api\/form\/reviewVotes.set"/gu) ?? []).toHaveLength(forms)
    if (forms === 0) expect(plain(body)).toContain('You voted: Extremely important')
  })

  test('counts the days to the last, which is named a day early', async () => {
    const end = phaseStart(year, 'results')
    expect(plain((await at('/reviewVoting/2025', { now: end - 3 * dayMs })).body)).toContain(
      '2 days left, until the end of 5 February 2027',
    )
    expect(plain((await at('/reviewVoting/2025', { now: end - 1 })).body)).toContain('Last day')
  })

  test('says to a member who has come too late why there are no buttons', async () => {
    const { body } = await at('/reviewVoting/2025', {}, { ...rows, members: [{ ...mia, joinedAt: yearStart(year + 1) }, author] })
    expect(body).toContain('your account must be from before the end of that year')
    expect(body).not.toContain('reviewVotes.set')
    expect(body).not.toContain('points spent')
  })

  test('has words where there is no candidate', async () => {
    expect((await at('/reviewVoting/2025', {}, { members: [early] })).body).toContain('No post of 2025 has the votes and the review')
    const before = { now: phaseStart(year, 'reviews') }
    expect((await at('/reviewVoting/2025', before, { members: [early] })).body).toContain('No post of 2025 has enough votes yet')
  })

  test('asks a visitor to sign in, and is not found for what is no review year', async () => {
    expect((await at('/reviewVoting/2025', { viewer: { kind: 'visitor' } })).status).toBe(401)
    for (const other of ['2031', '1999', 'x', '20250']) {
      const { status, body } = await at(`/reviewVoting/${other}`)
      expect([other, status]).toEqual([other, 404])
      expect(body).toContain('No review took place for this year')
    }
  })

  test('without a year leads to the latest, for now only', async () => {
    expect(await at('/reviewVoting')).toMatchObject({ status: 302, location: '/reviewVoting/2025' })
  })
})
