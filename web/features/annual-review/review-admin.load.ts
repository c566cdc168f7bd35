import { karmaStats } from '#shared/accounts/schema.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { phases, startedPhases } from '#shared/annual-review/phases.ts'
import { noPlan } from '#shared/annual-review/plan-mutations.ts'
import { ballotsOfYear, resultsOf, votersOf } from '#shared/annual-review/queries.ts'
import { canManageReview } from '#shared/annual-review/rules.ts'
import type { ReviewVoter } from '#shared/annual-review/schema.ts'
import { reviewCounts } from '#shared/annual-review/schema.ts'
import { areResultsPublic, canBePlanned, isVotingPhase, phaseOf, phaseStart, reviewDayOf } from '#shared/annual-review/years.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { staffAnswer } from '../../blocks/staff/staff-answer.ts'
import { authorizePage, notFound } from '../../data/answer.ts'
import { askedYear } from './review-lines.ts'

/** Voters that are put in order by karma: those with the most votes. */
const maxSorted = 1_000
const previewed = 10

/** `/reviewAdmin/:year`: what administrators set for a review, and who has voted. */
export async function loadReviewAdmin(data: PageData, request: LoadRequest) {
  const { read, viewer, now } = data
  authorizePage(canManageReview(viewer))
  const { year, latest, plan: found } = await askedYear(data, request, links.reviewAdmin)
  if (!canBePlanned(year, now)) throw notFound()
  const plan = found ?? noPlan(year)
  const counted = await read.get(reviewCounts, String(year))
  // As the job: where nobody has voted there is no first count.
  const canCount = counted !== undefined || (await read.list(ballotsOfYear(year, 1))).length > 0
  const phase = phaseOf(year, now, plan)
  const dayOf = (one: (typeof startedPhases)[number], planned: typeof found) => reviewDayOf(phaseStart(year, one, planned))
  return {
    head: { title: `Administer the review of ${year}`, robots: 'noindex' as const },
    year,
    years: [latest + 1, latest, latest - 1, latest - 2, year].filter((one, at, all) => canBePlanned(one, now) && all.indexOf(one) === at),
    phase: { ...{ now: phase, set: plan.phase, byDates: phaseOf(year, now, { ...plan, phase: null }) }, all: phases },
    dates: startedPhases.map((one) => ({
      ...{ phase: one, day: dayOf(one, plan), usual: dayOf(one, undefined) },
      typed: plan.starts[one] === null ? '' : dayOf(one, plan),
    })),
    results: {
      count: counted === undefined ? null : { at: counted.countedAt, posts: counted.postCount, voters: counted.voterCount },
      isAsked: canCount && plan.countAskedAt !== null && plan.countAskedAt >= (counted?.countedAt ?? 0),
      hasEnded: phase !== 'unstarted' && !isVotingPhase(phase),
      isPublic: areResultsPublic(year, now, plan),
      publishedAt: plan.publishedAt,
      first: await firstResults(read, year),
    },
    list: await staffAnswer(request.url, {
      tabs: [
        { name: 'voters', word: 'Voters', count: await read.count(votersOf(year, 1)) },
        { name: 'votes', word: 'Votes' },
        { name: 'excluded', word: 'Excluded posts', count: plan.excludedPostIds.length },
      ],
      sorts: [
        { name: 'votes', word: 'Most votes' },
        { name: 'karma', word: 'Most karma' },
        { name: 'latest', word: 'Voted last' },
      ],
      rows: ({ tab, sort }, limit) =>
        tab === 'excluded'
          ? excludedRows(read, year, plan.excludedPostIds.slice(0, limit))
          : tab === 'votes'
            ? voteRows(read, year, limit)
            : voterRows(read, year, sort, limit),
    }),
  }
}

export interface ReviewAdminRow {
  readonly id: string
  readonly year: number
  readonly name: string
  readonly href: string
  /** `null`: a post, not a voter. `votes` `null`: one vote of theirs, and not on what or how. */
  readonly voter: { readonly votes: number | null; readonly karma: number; readonly at: number } | null
}

/**
 * Each vote by its time and voter, the last first: neither its post nor its score. Each of the
 * `limit` members who voted last has one at least, so that nobody else has a newer one.
 */
async function voteRows(read: Read, year: number, limit: number): Promise<readonly ReviewAdminRow[]> {
  const voters = await read.list(votersOf(year, limit, 'at'))
  const cast = voters
    .flatMap(({ userId, at, dates = [at] }) => dates.map((one) => ({ userId, at: one })))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limit)
  const ids = [...new Set(cast.map(({ userId }) => userId))]
  const karma = new Map((await read.getMany(karmaStats, ids)).map((stats) => [stats.id, stats.karma]))
  const cards = await memberCards(read, ids)
  return cast.map(({ userId, at }, n) => {
    const { name, slug } = cards.get(userId) ?? unknownMember
    return {
      ...{ id: `vote-${n}`, year, name, href: slug === '' ? links.reviewAdmin(year) : links.user(slug) },
      voter: { votes: null, karma: karma.get(userId) ?? 0, at },
    }
  })
}

async function voterRows(read: Read, year: number, sort: string, limit: number): Promise<readonly ReviewAdminRow[]> {
  const isByKarma = sort === 'karma'
  const listed = await read.list(votersOf(year, isByKarma ? maxSorted : limit, sort === 'latest' ? 'at' : 'voteCount'))
  const found = listed.filter(({ voteCount }) => voteCount > 0)
  const ids = found.map(({ userId }) => userId)
  const karma = new Map((await read.getMany(karmaStats, ids)).map((stats) => [stats.id, stats.karma]))
  const karmaOf = ({ userId }: ReviewVoter): number => karma.get(userId) ?? 0
  const shown = (isByKarma ? found.toSorted((a, b) => karmaOf(b) - karmaOf(a)) : found).slice(0, limit)
  const cards = await memberCards(
    read,
    shown.map(({ userId }) => userId),
  )
  return shown.map((voter) => {
    const { name, slug } = cards.get(voter.userId) ?? unknownMember
    return {
      ...{ id: voter.userId, year, name, href: slug === '' ? links.reviewAdmin(year) : links.user(slug) },
      voter: { votes: voter.voteCount, karma: karmaOf(voter), at: voter.at },
    }
  })
}

async function excludedRows(read: Read, year: number, ids: readonly string[]): Promise<readonly ReviewAdminRow[]> {
  const found = new Map((await read.getMany(posts, ids)).map((post) => [post.id, post]))
  return ids.map((id) => {
    const post = found.get(id)
    return {
      id,
      year,
      name: post?.title ?? 'A post that was deleted',
      href: post === undefined ? links.reviewAdmin(year) : links.post(post),
      voter: null,
    }
  })
}

async function firstResults(read: Read, year: number) {
  const results = await read.list(resultsOf(year, previewed))
  const found = new Map(
    (
      await read.getMany(
        posts,
        results.map(({ postId }) => postId),
      )
    ).map((post) => [post.id, post]),
  )
  return results.flatMap(({ postId, rank, score, values }) => {
    const post = found.get(postId)
    return post === undefined ? [] : [{ id: postId, rank, score, votes: values.length, title: post.title, href: links.post(post) }]
  })
}

export const loads: Loads = { '/reviewAdmin': loadReviewAdmin, '/reviewAdmin/:year': loadReviewAdmin }
