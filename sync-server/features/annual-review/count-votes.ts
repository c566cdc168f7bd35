import { karmaStats } from '#shared/accounts/schema.ts'
import type { CountedVote } from '#shared/annual-review/count.ts'
import { startCount } from '#shared/annual-review/count.ts'
import { finishInterimCount, finishReviewCount, maxResults } from '#shared/annual-review/mutations.ts'
import { allReviewPlans, ballotsOfYear, candidatesOf } from '#shared/annual-review/queries.ts'
import { interimId, reviewCounts, reviewPlans } from '#shared/annual-review/schema.ts'
import type { VotingPhase } from '#shared/annual-review/phases.ts'
import type { Plan } from '#shared/annual-review/years.ts'
import { currentReviewYear, interimCountDue, isCandidate, isVotingPhase, phaseOf } from '#shared/annual-review/years.ts'
import { yieldToEventLoop } from '#server/sync/yield-to-event-loop.ts'
import type { JobPorts } from '../define-server-domain.ts'

/** Rows read without a turn for others: some 5 ms on a slow machine. */
const rowsAtOnce = 500
/** Results made without a turn for others. */
const resultsAtOnce = 100

type Ports = Pick<JobPorts, 'store' | 'apply'>

/**
 * Counts the votes of a year once no more are taken; anew where that was asked. Without votes there
 * is nothing to say. Before the end it counts a few times how posts stand.
 */
export async function countFinished(ports: Ports, now: number, isStopping?: AbortSignal): Promise<void> {
  const plans = await ports.store.read((read) => read.list(allReviewPlans()))
  const latest = currentReviewYear(now, plans)
  for (const year of new Set([latest - 1, latest, ...plans.map((plan) => plan.year)])) {
    const plan = plans.find((one) => one.year === year)
    const phase = phaseOf(year, now, plan)
    if (isVotingPhase(phase)) await countInterimIfDue(ports, year, now, plan, isStopping)
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
 * Reads in pieces, with turns for who waits for an answer: no vote can come any more. It is written
 * in one, so that a count that was cut off anywhere has changed nothing, and is done anew.
 */
export async function countYear({ store, apply }: Ports, year: number, now: number, isStopping?: AbortSignal): Promise<void> {
  const { inVote, reviewed } = await candidates(store, year, 'voting')
  const counting = await countBallots(store, year, isStopping, (postId) => reviewed.has(postId))
  if (counting === null) return
  const { count, voterCount } = counting
  const results = []
  for (const { postId, score } of count.ranked().filter((one) => inVote.has(one.postId))) {
    if (results.length % resultsAtOnce === 0) await yieldToEventLoop()
    // Whole numbers: a tenth that only one voter's scaling makes would show them on every post.
    results.push({ postId, score, counts: count.wholeCountsOf(postId) })
  }
  await applied(apply, finishReviewCount.name, { year, countedAt: now, voterCount, results })
}

async function applied(apply: Ports['apply'], name: string, args: { readonly year: number; readonly [key: string]: unknown }) {
  const outcome = await apply({ name, args, userId: null, source: 'server' })
  if (outcome.kind !== 'applied') throw new Error(`${name} of ${args.year}: ${outcome.kind}`)
}

/** @returns `null` where it was cut off. */
async function countBallots(store: Ports['store'], year: number, isStopping?: AbortSignal, isCharged?: (postId: string) => boolean) {
  const excluded = new Set((await store.read((read) => read.get(reviewPlans, String(year))))?.excludedPostIds)
  const karma = new Map<string, number>()
  const count = startCount({ karmaOf: (userId) => karma.get(userId) ?? 0, ...(isCharged === undefined ? {} : { isCharged }) })
  let voterCount = 0
  for await (const { ballot, karma: own } of ballots(store, year)) {
    if (isStopping?.aborted === true) return null
    const [{ userId } = { userId: '' }] = ballot
    karma.set(userId, own)
    // What is spent on a post that is not reviewed is spent on nothing.
    const counted = ballot.filter(({ postId, score }) => score > 0 && !excluded.has(postId))
    count.add(counted)
    if (counted.length > 0) voterCount += 1
  }
  return { count, voterCount }
}

/**
 * How posts stand before the final vote, a few times: by that it is known which need a review. In
 * between nothing is added up, so that no single vote can be seen to change a score.
 */
async function countInterimIfDue(ports: Ports, year: number, now: number, plan: Plan, isStopping?: AbortSignal): Promise<void> {
  const due = interimCountDue(year, now, plan)
  const last = await ports.store.read((read) => read.get(reviewCounts, interimId(year)))
  if (due === null || (last !== undefined && last.countedAt >= due)) return
  const counting = await countBallots(ports.store, year, isStopping)
  if (counting === null) return
  const { inVote } = await candidates(ports.store, year, 'reviews')
  const ranked = counting.count.ranked().filter(({ postId }) => inVote.has(postId))
  const scores = ranked.map(({ postId, score }, at) => ({ postId, score: Math.floor(score), place: at + 1 }))
  await applied(ports.apply, finishInterimCount.name, { year, countedAt: now, voterCount: counting.voterCount, scores })
}

/** Which posts are in the vote of a phase, and on which a vote costs something in the last one. */
async function candidates(store: Ports['store'], year: number, phase: VotingPhase) {
  const [inVote, reviewed] = [new Set<string>(), new Set<string>()]
  for (let offset = 0; offset < maxResults; offset += rowsAtOnce) {
    await yieldToEventLoop()
    const query = { ...candidatesOf(year, 0, rowsAtOnce), offset }
    const piece = await store.read((read) => read.list(query))
    for (const one of piece) {
      if ((one.reviewCount ?? 0) > 0) reviewed.add(one.postId)
      if (isCandidate(one, phase)) inVote.add(one.postId)
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
