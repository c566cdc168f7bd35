import { karmaStats } from '#shared/accounts/schema.ts'
import type { CountedVote } from '#shared/annual-review/count.ts'
import { countVotes } from '#shared/annual-review/count.ts'
import { finishReviewCount, maxResults, putReviewResults, resultsAtOnce } from '#shared/annual-review/mutations.ts'
import { candidatesOf, votesOfYear } from '#shared/annual-review/queries.ts'
import type { ReviewResult } from '#shared/annual-review/schema.ts'
import { candidateId, reviewCounts } from '#shared/annual-review/schema.ts'
import { currentReviewYear, isVotingPhase, phaseOf, reviewConfig } from '#shared/annual-review/years.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { JobPorts } from '../define-server-domain.ts'

const votesAtOnce = 5_000

type Ports = Pick<JobPorts, 'store' | 'apply'>

/**
 * Counts the votes of the latest year once no more are taken, and nothing before. Without votes
 * there is nothing to say.
 */
export async function countFinished(ports: Ports, now: number): Promise<void> {
  const latest = currentReviewYear(now)
  for (const year of [latest - 1, latest]) {
    const phase = phaseOf(year, now)
    if (phase === 'unstarted' || isVotingPhase(phase)) continue
    const isDue = await ports.store.read(
      async (read) => (await read.get(reviewCounts, String(year))) === undefined && (await read.list(votesOfYear(year, 1, 0))).length > 0,
    )
    if (isDue) await countYear(ports, year, now)
  }
}

/**
 * Reads in pieces and counts outside of any transaction: no vote can come any more. The end is
 * written last, so that a count that was cut off is done anew, to the same results.
 */
export async function countYear({ store, apply }: Ports, year: number, now: number): Promise<void> {
  const { votes, karma, ranked } = await store.read(async (read) => {
    const found = await allVotes(read, year)
    const voters = [...new Set(found.map(({ userId }) => userId))]
    return {
      votes: found,
      karma: new Map((await read.getMany(karmaStats, voters)).map((stats) => [stats.id, stats.karma])),
      ranked: new Set((await read.list(candidatesOf(year, reviewConfig.positiveVotes.voting, maxResults))).map(({ postId }) => postId)),
    }
  })
  const totals = countVotes(votes, { karmaOf: (userId) => karma.get(userId) ?? 0 }).filter(({ postId }) => ranked.has(postId))
  const results = totals.map(({ postId, score, values }, at): ReviewResult => ({
    // Whole numbers: a tenth that only one voter's scaling makes would show them on every post.
    ...{ id: candidateId(postId, year), postId, year, rank: at + 1, score, values: values.map(Math.round), countedAt: now },
  }))
  const must = async (name: string, args: unknown) => {
    const outcome = await apply({ name, args, userId: null, source: 'server' })
    if (outcome.kind !== 'applied') throw new Error(`${name} of ${year}: ${outcome.kind}`)
  }
  for (let from = 0; from < results.length; from += resultsAtOnce)
    await must(putReviewResults.name, { results: results.slice(from, from + resultsAtOnce) })
  const voterCount = new Set(votes.filter(({ score }) => score > 0).map(({ userId }) => userId)).size
  await must(finishReviewCount.name, { year, countedAt: now, postCount: results.length, voterCount })
}

async function allVotes(read: Read, year: number): Promise<readonly CountedVote[]> {
  const found: CountedVote[] = []
  for (let offset = 0; ; offset += votesAtOnce) {
    const piece = await read.list(votesOfYear(year, votesAtOnce, offset))
    for (const { userId, postId, score } of piece) found.push({ userId, postId, score })
    if (piece.length < votesAtOnce) return found
  }
}
