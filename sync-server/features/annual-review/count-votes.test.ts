import { expect, test } from 'vitest'
import { karmaStats } from '#shared/accounts/schema.ts'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import { candidatesOf, resultsOf } from '#shared/annual-review/queries.ts'
import type { ReviewScore } from '#shared/annual-review/count.ts'
import { countVotes, reviewScores } from '#shared/annual-review/count.ts'
import {
  candidateId,
  interimId,
  reviewCandidates,
  reviewCounts,
  reviewPlans,
  reviewResults,
  reviewVoteId,
  reviewVotes,
} from '#shared/annual-review/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { phaseStart } from '#shared/annual-review/years.ts'
import { idOf } from '#shared/testing/factories.ts'
import { aScene } from '#server/testing/sync-scene.ts'
import { countFinished, countYear } from './count-votes.ts'

const year = 2025
const over = phaseStart(year, 'results')
const [weighty, liked, left, unreviewed] = [idOf(41), idOf(42), idOf(43), idOf(44)]
/** Voter, post, score; the first has the karma for a strong vote of six. */
const cast: readonly (readonly [voter: number, postId: string, score: ReviewScore])[] = [
  ...[301, 302, 303].map((voter) => [voter, liked, 6] as const),
  [300, weighty, 6],
  [301, weighty, 5],
  [302, weighty, 0],
  [300, left, 7],
  [301, unreviewed, 7],
]

async function counting() {
  const { core } = await aScene()
  await core.store.write(async ({ tx }) => {
    await tx.put(karmaStats, { id: idOf(300), karma: 1_000, postCount: 0, commentCount: 0 })
    for (const [voter, postId, score] of cast) {
      const userId = idOf(voter)
      await tx.put(reviewVotes, { id: reviewVoteId(userId, postId, year), userId, postId, year, score, counted: score, at: over - 9 })
    }
    for (const [postId, positiveCount, reviewCount] of [
      [weighty, 2, 1],
      [liked, 3, 2],
      [left, 1, 0],
      [unreviewed, 9, 0],
    ] as const)
      await tx.put(reviewCandidates, { id: candidateId(postId, year), postId, year, voteCount: positiveCount, positiveCount, reviewCount })
  })
  const ports = { store: core.store, apply: core.apply }
  const results = () => core.store.read((read) => read.list(resultsOf(year, 9)))
  const count = () => core.store.read((read) => read.get(reviewCounts, String(year)))
  return { core, ports, results, count }
}

test('the votes of a year are counted once it takes no more, and not a moment before', async () => {
  const { ports, results, count } = await counting()
  await countFinished(ports, over - 1)
  expect([await results(), await count()]).toEqual([[], undefined])
  await countFinished(ports, over)
  // By weight: 6 × 4 + 1 above 3 × 4. What has one vote above neutral was not in the vote.
  expect(await results()).toMatchObject([
    { postId: weighty, rank: 1, score: 5, values: [4, 1] },
    { postId: liked, rank: 2, score: 12, values: [4, 4, 4] },
  ])
  expect(await count()).toEqual({ id: '2025', countedAt: over, postCount: 2, voterCount: 4 })
})

test('what is voted on posts without a review costs nothing, and weakens no vote', async () => {
  const { core, ports, results } = await counting()
  await core.store.write(async ({ tx }) => {
    for (let n = 0; n < 12; n += 1) {
      const postId = idOf(700 + n)
      await tx.put(reviewVotes, { id: reviewVoteId(idOf(301), postId, year), userId: idOf(301), postId, year, score: 7, counted: 7, at: 1 })
    }
  })
  await countFinished(ports, over)
  expect((await results()).map(({ postId, score }) => [postId, score])).toEqual([
    [weighty, 5],
    [liked, 12],
  ])
})

test('how posts stand is counted a day before reviews are written, and not again before half of that is over', async () => {
  const { core, ports } = await counting()
  const scores = async () => {
    const rows = await core.store.read((read) => read.list(candidatesOf(year, 1, 9)))
    return rows.flatMap(({ postId, score, place }) => (place === undefined ? [] : [[place, postId, score]])).toSorted()
  }
  const due = phaseStart(year, 'reviews') - dayMs
  await countFinished(ports, due - 1)
  expect(await scores()).toEqual([])
  await countFinished(ports, due)
  // What has one vote above neutral is no candidate; a review is not asked for yet.
  const first = [
    [1, weighty, 5],
    [2, liked, 12],
    [3, unreviewed, 9],
  ]
  expect(await scores()).toEqual(first)
  const id = reviewVoteId(idOf(304), liked, year)
  await core.store.write(({ tx }) => tx.put(reviewVotes, { id, userId: idOf(304), postId: liked, year, score: 7, counted: 7, at: due + 1 }))
  await countFinished(ports, phaseStart(year, 'reviews'))
  expect(await scores()).toEqual(first)
  await countFinished(ports, (phaseStart(year, 'reviews') + phaseStart(year, 'voting')) / 2)
  expect((await scores()).find(([, postId]) => postId === liked)).toEqual([2, liked, 21])
  expect(await core.store.read((read) => read.list(resultsOf(year, 9)))).toEqual([])
})

test('where administrators have begun reviews before their day, how posts stand is counted at once', async () => {
  const { core, ports } = await counting()
  await core.store.write(({ tx }) => tx.put(reviewPlans, { ...noPlan(year), phase: 'reviews' }))
  await countFinished(ports, phaseStart(year, 'nominations') + 1)
  expect(await core.store.read((read) => read.get(reviewCounts, interimId(year)))).toMatchObject({ postCount: 3 })
})

test('is not counted again, and on demand comes to the same', async () => {
  const { core, ports, results, count } = await counting()
  await countFinished(ports, over)
  const [first, at] = [await results(), await core.store.read((read) => read.count(resultsOf(year, 9)))]
  await countFinished(ports, over + 9)
  expect([await results(), (await count())?.countedAt]).toEqual([first, over])
  await countYear(ports, year, over + 10)
  expect((await results()).map((one) => ({ ...one, countedAt: over }))).toEqual(first)
  expect(at).toBe(2)
})

test('a count that was cut off is done anew, and what only it had found is gone', async () => {
  const { core, ports, results } = await counting()
  await core.store.write(({ tx }) =>
    tx.put(reviewResults, { id: candidateId(left, year), postId: left, year, rank: 1, score: 9, values: [9], countedAt: over - 1 }),
  )
  await countFinished(ports, over)
  expect((await results()).map(({ postId }) => postId)).toEqual([weighty, liked])
})

test('is counted anew once it is asked, without the posts that were taken out', async () => {
  const { core, ports, results, count } = await counting()
  await countFinished(ports, over)
  const plan = { ...noPlan(year), excludedPostIds: [weighty], countAskedAt: over + 5 }
  await core.store.write(({ tx }) => tx.put(reviewPlans, plan))
  for (const now of [over + 6, over + 7]) await countFinished(ports, now)
  expect((await results()).map(({ postId, rank }) => [postId, rank])).toEqual([[liked, 1]])
  expect(await count()).toMatchObject({ countedAt: over + 6, postCount: 1 })
})

test('votes are not counted while administrators have opened the review again', async () => {
  const { core, ports, results } = await counting()
  await core.store.write(({ tx }) => tx.put(reviewPlans, { ...noPlan(year), phase: 'voting' }))
  await countFinished(ports, over)
  expect(await results()).toEqual([])
})

test('a result says nothing of who voted, nor of what one voter weighs', async () => {
  const { ports, results } = await counting()
  await countFinished(ports, over)
  const text = JSON.stringify(await results())
  for (const voter of [300, 301, 302, 303]) expect(text).not.toContain(idOf(voter))
  expect(Object.keys((await results())[0] ?? {}).toSorted()).toEqual(['countedAt', 'id', 'postId', 'rank', 'score', 'values', 'year'])
})

test('without votes there is nothing to say', async () => {
  const { core } = await aScene()
  await countFinished({ store: core.store, apply: core.apply }, over)
  expect(await core.store.read((read) => read.get(reviewCounts, String(year)))).toBeUndefined()
})

test('requests get a turn between the pieces of a large count, which comes to what a whole one does', async () => {
  const { core } = await aScene()
  const [voters, postCount] = [50, 40]
  const cast = Array.from({ length: voters * postCount }, (_, n) => ({
    userId: idOf(400 + (n % voters)),
    postId: idOf(600 + Math.floor(n / voters)),
    score: reviewScores[(n * 7 + Math.floor(n / 3)) % 8] ?? 0,
  }))
  await core.store.write(async ({ tx }) => {
    for (const { userId, postId, score } of cast)
      await tx.put(reviewVotes, { id: reviewVoteId(userId, postId, year), userId, postId, year, score, counted: score, at: over - 9 })
    for (let n = 0; n < postCount; n += 1)
      await tx.put(reviewCandidates, {
        id: candidateId(idOf(600 + n), year),
        postId: idOf(600 + n),
        year,
        voteCount: 9,
        positiveCount: 9,
        reviewCount: 1,
      })
  })
  let [readsInTurn, longest, isCounting] = [0, 0, true]
  const others = (async () => {
    for (; isCounting; readsInTurn = 0) await new Promise((resolve) => setImmediate(resolve))
  })()
  const store = {
    read: ((work) => {
      longest = Math.max(longest, (readsInTurn += 1))
      // As long as a piece takes on a slow machine.
      for (const until = performance.now() + 4; performance.now() < until;);
      return core.store.read(work)
    }) satisfies typeof core.store.read,
  }
  await countYear({ store: store as typeof core.store, apply: core.apply }, year, over)
  isCounting = false
  await others
  expect(longest).toBeLessThanOrEqual(3)
  const whole = countVotes(cast, { karmaOf: () => 0 })
  const found = await core.store.read((read) => read.list(resultsOf(year, 99)))
  expect(found.map(({ postId, score, values }) => ({ postId, score, values }))).toEqual(
    whole.map(({ postId, score, values }) => ({ postId, score, values: values.map(Math.round) })),
  )
})

test('a count whose votes are gone since is done anew when it is asked, and finds nothing', async () => {
  const { core, ports, results, count } = await counting()
  await countFinished(ports, over)
  await core.store.write(async ({ tx }) => {
    for (const [voter, postId] of cast) await tx.delete(reviewVotes, reviewVoteId(idOf(voter), postId, year))
    await tx.put(reviewPlans, { ...noPlan(year), countAskedAt: over + 5 })
  })
  await countFinished(ports, over + 6)
  expect(await results()).toEqual([])
  expect(await count()).toMatchObject({ countedAt: over + 6, postCount: 0, voterCount: 0 })
})
