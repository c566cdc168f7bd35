import { describe, expect, onTestFinished, test } from 'vitest'
import { members } from '#shared/accounts/schema.ts'
import type { ReviewScore } from '#shared/annual-review/count.ts'
import { countVotes } from '#shared/annual-review/count.ts'
import { resultsOf, votersOf } from '#shared/annual-review/queries.ts'
import { candidateId, reviewCandidates, reviewCounts } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { posts } from '#shared/posts/schema.ts'
import { aMember, aPost, idOf } from '#shared/testing/factories.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPlaces } from '#server/store/testing/product-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { countFinished } from './count-votes.ts'

const year = 2025
const over = phaseStart(year, 'results')
const voters = Array.from({ length: 200 }, (_, n) => idOf(1_000 + n))
const reviewed = [1, 2, 3].map(idOf)

/** Every voter on every post, two times: what they think last is what counts. */
const scoreOf = (voter: number, post: number): ReviewScore => [5, 6, 7, 1, 2, 3, 4][(voter * 3 + post) % 7] as ReviewScore
const ballots = voters.flatMap((userId, voter) => reviewed.map((postId, post) => ({ userId, postId, score: scoreOf(voter, post) })))

describe.each(productPlaces)('votes in the review on %s', (_name, makePlace) => {
  const aStore = async () => {
    const place = await makePlace()
    const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    const clock = { now: phaseStart(year, 'nominations') }
    const writer = inProcessWriter(store, serverRegistry, { clock: () => clock.now })
    onTestFinished(async () => {
      await writer.close()
      await store.close()
      await place.remove()
    })
    await store.write(async ({ tx }) => {
      for (const id of voters) {
        const names = { userName: `m${id}`, userNameKey: `m${id}`, displayNameKey: `m${id}`, slug: `m${id}`, displayName: id }
        await tx.put(members, aMember({ id, ...names, joinedAt: yearStart(year) - 1 }))
      }
      for (const [n, id] of reviewed.entries())
        await tx.put(posts, aPost({ id, slug: `p-${n}`, authorId: idOf(9), publishedAt: yearStart(year) + n }))
    })
    const vote = (userId: string, postId: string, score: ReviewScore) =>
      writer.apply({ name: 'reviewVotes.set', args: { postId, year, score }, userId, source: 'member' })
    return { store, writer, clock, vote }
  }

  test('of 200 members who vote at once every vote is in the sums, once, and the last of each', async () => {
    const { store, writer, clock, vote } = await aStore()
    const first = await Promise.all(ballots.map(({ userId, postId }, n) => vote(userId, postId, n % 2 === 0 ? 7 : 2)))
    const last = await Promise.all(ballots.map(({ userId, postId, score }) => vote(userId, postId, score)))
    expect(new Set([...first, ...last].map(({ kind }) => kind))).toEqual(new Set(['applied']))
    const candidates = await store.read((read) => read.getMany(reviewCandidates, reviewed.map((id) => candidateId(id, year)))) // oxfmt-ignore
    for (const { postId, voteCount, positiveCount } of candidates) {
      const own = ballots.filter((one) => one.postId === postId)
      expect([voteCount, positiveCount]).toEqual([200, own.filter(({ score }) => score > 4).length])
    }
    const found = await store.read((read) => read.list(votersOf(year, 300)))
    expect(found.map(({ voteCount }) => voteCount)).toEqual(voters.map(() => 3))

    await store.write(async ({ tx }) => {
      for (const one of candidates) await tx.put(reviewCandidates, { ...one, reviewCount: 1 })
    })
    clock.now = over
    const ports = { store, apply: (request: Parameters<typeof writer.apply>[0]) => writer.apply(request) }
    // Two nodes at once, and one that was stopped amid it before.
    await countFinished(ports, over, AbortSignal.abort())
    await Promise.all([countFinished(ports, over), countFinished(ports, over)])
    const results = await store.read((read) => read.list(resultsOf(year, 9)))
    expect(results.map(({ postId, score }) => ({ postId, score }))).toEqual(
      countVotes(ballots, { karmaOf: () => 0 }).map(({ postId, score }) => ({ postId, score })),
    )
    expect(results.map(({ values }) => values.length)).toEqual([200, 200, 200])
    expect(await store.read((read) => read.get(reviewCounts, String(year)))).toMatchObject({ postCount: 3, voterCount: 200 })
  })
})
