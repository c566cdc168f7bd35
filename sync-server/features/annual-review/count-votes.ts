import { karmaStats } from '#shared/accounts/schema.ts'
import type { CountedVote } from '#shared/annual-review/count.ts'
import { startCount } from '#shared/annual-review/count.ts'
import { finishReviewCount, maxResults, putReviewResults, resultsAtOnce } from '#shared/annual-review/mutations.ts'
import { allReviewPlans, ballotsOfYear, candidatesOf } from '#shared/annual-review/queries.ts'
import type { ReviewResult } from '#shared/annual-review/schema.ts'
import { candidateId, reviewCounts, reviewPlans } from '#shared/annual-review/schema.ts'
import { currentReviewYear, isCandidate, isVotingPhase, phaseOf } from '#shared/annual-review/years.ts'
import { yieldToEventLoop } from '#server/sync/yield-to-event-loop.ts'
import type { JobPorts } from '../define-server-domain.ts'

/** Rows read without a turn for others: some 5 ms on a slow machine. */
const rowsAtOnce = 500
/** Values that travel to the writer together. */
const valuesAtOnce = 20_000

type Ports = Pick<JobPorts, 'store' | 'apply'>

/**
 * Counts the votes of a year once no more are taken, and nothing before; anew where that was asked.
 * Without votes there is nothing to say.
 */
export async function countFinished(ports: Ports, now: number, isStopping?: AbortSignal): Promise<void> {
  const plans = await ports.store.read((read) => read.list(allReviewPlans()))
  const latest = currentReviewYear(now, plans)
  for (const year of new Set([latest - 1, latest, ...plans.map((plan) => plan.year)])) {
    const plan = plans.find((one) => one.year === year)
    const phase = phaseOf(year, now, plan)
    if (phase === 'unstarted' || isVotingPhase(phase)) continue
    const isDue = await ports.store.read(async (read) => {
      const counted = await read.get(reviewCounts, String(year))
      if (counted === undefined) return (await read.list(ballotsOfYear(year, 1))).length > 0
      return (plan?.countAskedAt ?? 0) >= counted.countedAt
    })
    if (isDue) await countYear(ports, year, now, isStopping)
  }
}

/**
 * Reads in pieces, with turns for who waits for an answer: no vote can come any more. The end is
 * written last, so that a count that was cut off is done anew, to the same results.
 */
export async function countYear({ store, apply }: Ports, year: number, now: number, isStopping?: AbortSignal): Promise<void> {
  const excluded = new Set((await store.read((read) => read.get(reviewPlans, String(year))))?.excludedPostIds)
  const { inVote, reviewed } = await candidates(store, year)
  const karma = new Map<string, number>()
  const count = startCount({ karmaOf: (userId) => karma.get(userId) ?? 0, isCharged: (postId) => reviewed.has(postId) })
  let voterCount = 0
  for await (const { ballot, karma: own } of ballots(store, year)) {
    if (isStopping?.aborted === true) return
    const [{ userId } = { userId: '' }] = ballot
    karma.set(userId, own)
    // What is spent on a post that is not reviewed is spent on nothing.
    const counted = ballot.filter(({ postId, score }) => score > 0 && !excluded.has(postId))
    count.add(counted)
    if (counted.length > 0) voterCount += 1
  }
  const must = async (name: string, args: unknown) => {
    const outcome = await apply({ name, args, userId: null, source: 'server' })
    if (outcome.kind !== 'applied') throw new Error(`${name} of ${year}: ${outcome.kind}`)
  }
  const totals = count.ranked().filter(({ postId }) => inVote.has(postId))
  let [results, size]: [ReviewResult[], number] = [[], 0]
  const send = async () => {
    if (results.length > 0) await must(putReviewResults.name, { results })
    ;[results, size] = [[], 0]
  }
  for (const [at, { postId, score }] of totals.entries()) {
    await yieldToEventLoop()
    // Whole numbers: a tenth that only one voter's scaling makes would show them on every post.
    const values = count.valuesOf(postId).map(Math.round)
    results.push({ id: candidateId(postId, year), postId, year, rank: at + 1, score, values, countedAt: now })
    size += values.length
    if (results.length === resultsAtOnce || size >= valuesAtOnce) await send()
  }
  await send()
  await must(finishReviewCount.name, { year, countedAt: now, postCount: totals.length, voterCount })
}

/** Which posts were in the final vote, and on which a vote costs something: those with a review. */
async function candidates(store: Ports['store'], year: number) {
  const [inVote, reviewed] = [new Set<string>(), new Set<string>()]
  for (let offset = 0; offset < maxResults; offset += rowsAtOnce) {
    await yieldToEventLoop()
    const query = { ...candidatesOf(year, 0, rowsAtOnce), offset }
    const piece = await store.read((read) => read.list(query))
    for (const one of piece) {
      if ((one.reviewCount ?? 0) > 0) reviewed.add(one.postId)
      if (isCandidate(one, 'voting')) inVote.add(one.postId)
    }
    if (piece.length < rowsAtOnce) break
  }
  return { inVote, reviewed }
}

/** Every voter with all their votes of a year. */
async function* ballots(store: Ports['store'], year: number) {
  let ballot: CountedVote[] = []
  let karma = 0
  for (;;) {
    await yieldToEventLoop()
    // Goes on after those of the last voter's votes that were read.
    const [from, offset] = [ballot[0]?.userId ?? '', ballot.length]
    const { piece, stats } = await store.read(async (read) => {
      const found = await read.list(ballotsOfYear(year, rowsAtOnce, from, offset))
      return { piece: found, stats: await read.getMany(karmaStats, [...new Set(found.map(({ userId }) => userId))]) }
    })
    const karmaOf = new Map(stats.map((one) => [one.id, one.karma]))
    for (const { userId, postId, score } of piece) {
      if (ballot[0] !== undefined && ballot[0].userId !== userId) {
        yield { ballot, karma }
        ballot = []
      }
      if (ballot.length === 0) karma = karmaOf.get(userId) ?? 0
      ballot.push({ userId, postId, score })
    }
    if (piece.length === rowsAtOnce) continue
    if (ballot.length > 0) yield { ballot, karma }
    return
  }
}
