import { describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import type { Post } from '../posts/schema.ts'
import { posts } from '../posts/schema.ts'
import { admin, aMember, aPost, idOf, member, moderator } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { setReviewVote } from './mutations.ts'
import { noPlan } from './plan-mutations.ts'
import { candidatesOf, reviewVotesOf } from './queries.ts'
import { candidateId, reviewCandidates, reviewPlans, reviewVoteId, reviewVotes } from './schema.ts'
import { phaseStart, yearStart } from './years.ts'

const year = 2025
const [mia, postId] = [idOf(300), idOf(7)]
const reader = member(mia)
const [nominating, reviewing, voting] = [phaseStart(year, 'nominations'), phaseStart(year, 'reviews'), phaseStart(year, 'voting')]
const over = phaseStart(year, 'results')
const args = { postId, year, score: 6 }
const vote = { id: reviewVoteId(mia, postId, year), userId: mia, ...args, counted: 0 as const }

interface Given {
  readonly post?: Partial<Post>
  readonly joinedAt?: number
  readonly positiveCount?: number
  readonly reviewCount?: number
  readonly excluded?: readonly string[]
}

async function given({ post = {}, joinedAt = yearStart(year) - 1, positiveCount = 0, reviewCount = 1, excluded = [] }: Given = {}) {
  const mutations = mutationsOver([members, posts, reviewVotes, reviewCandidates, reviewPlans])
  await mutations.put(members, aMember({ id: mia, joinedAt }))
  await mutations.put(posts, aPost({ id: postId, publishedAt: yearStart(year) + 9, ...post }))
  if (excluded.length > 0) await mutations.put(reviewPlans, { ...noPlan(year), excludedPostIds: [...excluded] })
  if (positiveCount > 0)
    await mutations.put(reviewCandidates, {
      id: candidateId(postId, year),
      postId,
      year,
      voteCount: positiveCount,
      positiveCount,
      reviewCount,
    })
  return mutations
}

test('the last vote wins, and the same again changes nothing', async () => {
  const mutations = await given()
  for (const [at, score] of [6, 1, 1].entries())
    await mutations.run(setReviewVote, { ...args, score }, { viewer: reader, now: nominating + at })
  expect(await mutations.read((read) => read.list(reviewVotesOf(mia, year)))).toEqual([{ ...vote, score: 1, at: nominating + 1 }])
  await mutations.run(setReviewVote, { ...args, score: 0 }, { viewer: reader, now: nominating + 9 })
  expect(await mutations.get(reviewVotes, vote.id)).toMatchObject({ score: 0 })
})

describe('is refused, and stores nothing', () => {
  const shut = { kind: 'visitor', bannedUntil: 9e15 } as const
  test.each<[string, Viewer, number, Given, object, object]>([
    ['a visitor', visitor, nominating, {}, {}, { reason: 'sign-in-first' }],
    ['a banned member', shut, nominating, {}, {}, { reason: 'banned' }],
    ['a member who may not vote', member(mia, { votingDisabled: true }), nominating, {}, {}, { reason: 'voting-disabled' }],
    ['the author', reader, nominating, { post: { authorId: mia } }, {}, { reason: 'own-review-vote' }],
    ['a co-author', reader, voting, { post: { coauthorIds: [mia] }, positiveCount: 9 }, {}, { reason: 'own-review-vote' }],
    ['before the first second', reader, nominating - 1, {}, {}, { reason: 'review-is-closed' }],
    ['when voting has ended', reader, over, { positiveCount: 9 }, {}, { reason: 'review-is-closed' }],
    ['a year that is over', reader, nominating, { post: { publishedAt: yearStart(2024) } }, { year: 2024 }, { reason: 'review-is-closed' }],
    ['a year to come', reader, nominating, {}, { year: 2031 }, { reason: 'review-is-closed' }],
    ['a post of another year', reader, nominating, { post: { publishedAt: yearStart(2026) } }, {}, { reason: 'not-in-review' }],
    ['quick takes', reader, nominating, { post: { holds: 'quickTakes' } }, {}, { reason: 'not-in-review' }],
    ['an event', reader, nominating, { post: { kind: 'event' } }, {}, { reason: 'not-in-review' }],
    ['a post that was taken out', reader, nominating, { excluded: [postId] }, {}, { reason: 'not-in-review' }],
    [
      'a post that was taken out in the final vote',
      reader,
      voting,
      { excluded: [postId], positiveCount: 9 },
      {},
      { reason: 'not-in-review' },
    ],
    ['a post that was withdrawn', reader, voting, { post: { status: 'removed' }, positiveCount: 9 }, {}, { code: 'not-found' }],
    ['an unlisted post', reader, nominating, { post: { isUnlisted: true } }, {}, { reason: 'not-in-review' }],
    ['a forged count', reader, nominating, {}, { counted: 7 }, { code: 'invalid' }],
    ['a forged cost', reader, nominating, {}, { cost: 0 }, { code: 'invalid' }],
    ['a vote for somebody else', reader, nominating, {}, { userId: idOf(301) }, { code: 'invalid' }],
    ['half a year', reader, nominating, {}, { year: 2025.5 }, { code: 'invalid', field: 'year' }],
    ['a draft of somebody else', reader, nominating, { post: { status: 'draft' } }, {}, { code: 'not-found' }],
    ['a post that is not there', reader, nominating, {}, { postId: idOf(8) }, { code: 'not-found' }],
    ['an account of the year nominating', reader, nominating, { joinedAt: yearStart(year) }, {}, { reason: 'review-needs-older-account' }],
    [
      'an account of after the year',
      reader,
      voting,
      { joinedAt: yearStart(year + 1), positiveCount: 2 },
      {},
      { reason: 'review-needs-older-account' },
    ],
    ['a post with one nomination', reader, reviewing, { positiveCount: 1 }, {}, { reason: 'not-nominated' }],
    ['a post without a review, in the final vote', reader, voting, { positiveCount: 9, reviewCount: 0 }, {}, { reason: 'not-nominated' }],
    ['a post without one', reader, voting, {}, {}, { reason: 'not-nominated' }],
  ])('%s', async (_what, viewer, now, scene, changes, expected) => {
    const mutations = await given(scene)
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(setReviewVote, { ...args, ...changes }, { viewer, now }))).toMatchObject(expected)
    expect(await mutations.everything()).toBe(before)
  })

  test.each([8, -1, 4.5, '4', null, Number.NaN])('a score of %s', async (score) => {
    const mutations = await given()
    expect(await refusalOf(mutations.run(setReviewVote, { ...args, score }, { viewer: reader, now: nominating }))).toMatchObject({
      ...{ code: 'invalid', field: 'score' },
    })
  })
})

test.each<[string, number, Given]>([
  ['nominates in the first second', nominating, {}],
  ['votes on a candidate while reviews are written', reviewing, { positiveCount: 2, reviewCount: 0 }],
  ['votes on a candidate in the last millisecond', over - 1, { positiveCount: 2 }],
  ['votes with an account of the year', voting, { positiveCount: 2, joinedAt: yearStart(year + 1) - 1 }],
])('a member %s', async (_what, now, scene) => {
  const mutations = await given(scene)
  await mutations.run(setReviewVote, args, { viewer: reader, now })
  expect(await mutations.get(reviewVotes, vote.id)).toEqual({ ...vote, at: now })
})

test('a member may change their vote on a post that others have given up', async () => {
  const mutations = await given()
  await mutations.run(setReviewVote, args, { viewer: reader, now: nominating })
  await mutations.run(setReviewVote, { ...args, score: 2 }, { viewer: reader, now: voting })
  expect(await mutations.get(reviewVotes, vote.id)).toMatchObject({ score: 2 })
})

test('candidates are those with enough votes above neutral, the most first', async () => {
  const mutations = await given()
  for (const [at, positiveCount] of [1, 3, 2].entries())
    await mutations.put(reviewCandidates, { id: candidateId(idOf(at), year), postId: idOf(at), year, voteCount: 5, positiveCount })
  const found = await mutations.read((read) => read.list(candidatesOf(year, 2, 10)))
  expect(found.map((one) => one.positiveCount)).toEqual([3, 2])
})

test('nobody but its owner reads a vote, the staff and the author included; it follows its owner alone', async () => {
  const tx = memoryTransaction()
  const row = { ...vote, score: 6 as const, at: nominating }
  const readers: readonly Viewer[] = [visitor, member(aPost().authorId), moderator, admin, reader]
  const seen = await Promise.all(readers.map(async (viewer) => (await policies.of(reviewVotes)(row, viewer, tx)) !== undefined))
  expect(seen).toEqual([false, false, false, false, true])
  expect([reviewVotes.scope(row), reviewVotes.shape(row)]).toEqual([`user:${mia}`, `me:${mia}`])
})
