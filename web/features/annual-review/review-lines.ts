/** What the pages of the annual review have in common: the year, and posts one may vote on. */
import { members } from '#shared/accounts/schema.ts'
import type { BallotRow } from '#shared/annual-review/ballot.ts'
import { phases } from '#shared/annual-review/phases.ts'
import { allReviewPlans, reviewVotesOf, reviewsByMember } from '#shared/annual-review/queries.ts'
import { canReviewVote, canTakePartInReview } from '#shared/annual-review/rules.ts'
import type { ReviewCandidate, ReviewPlan, ReviewResult, ReviewVote } from '#shared/annual-review/schema.ts'
import { candidateId, reviewCandidates } from '#shared/annual-review/schema.ts'
import { reviewConfig } from '#shared/annual-review/config.ts'
import { currentReviewYear, isReviewYear, isVotingPhase, phaseOf, phaseStart } from '#shared/annual-review/years.ts'
import { rowsOf } from '#shared/feed/queries.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import { readMarkId, readMarks } from '#shared/reading/schema.ts'
import { voteId, votes } from '#shared/votes/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import type { LoadRequest } from '../../app/route.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { elsewhere } from '../../data/answer.ts'

export type ReviewFrame = ReturnType<typeof frameOf>
export type ReviewLine = Awaited<ReturnType<typeof reviewLines>>[number]
export type OwnReviewVote = Pick<ReviewVote, 'postId' | 'score' | 'at'> & {
  /** Its post has a review: in the final vote it costs something. */
  readonly isReviewed: boolean
}

/** What is set for every year, and which is the latest. */
export async function reviewYears({ read, now }: Pick<PageData, 'read' | 'now'>) {
  const plans = await read.list(allReviewPlans())
  return { latest: currentReviewYear(now, plans), planOf: (year: number) => plans.find((plan) => plan.year === year) }
}

/** That have a review, newest first. */
export const yearsUntil = (latest: number): readonly number[] =>
  Array.from({ length: Math.max(0, latest - reviewConfig.firstYear + 1) }, (_, n) => latest - n)

/** The year of the address. @throws PageMoved where it names none: to the latest, which changes. */
export async function askedYear(data: PageData, { params, url }: LoadRequest, linkOf: (year: number) => string) {
  const { latest, planOf } = await reviewYears(data)
  const given = params['year']
  if (given === undefined) throw elsewhere(`${linkOf(latest)}${url.search}`)
  const year = /^\d{4}$/u.test(given) ? Number(given) : 0
  return { year, latest, plan: planOf(year), frame: frameOf(year, data.now, planOf(year)) }
}

/** Where the review of a year stands. */
export function frameOf(year: number, now: number, plan: ReviewPlan | undefined) {
  const isYear = isReviewYear(year, now, plan)
  const phase = phaseOf(year, now, plan)
  const at = phases.indexOf(phase)
  const next = phases[at + 1]
  const endsAt =
    isYear && isVotingPhase(phase) && next !== undefined && next !== 'unstarted' && (plan?.phase ?? null) === null
      ? phaseStart(year, next, plan)
      : null
  const dated = (['nominations', 'reviews', 'voting', 'results'] as const).map((one) => ({ phase: one, at: phaseStart(year, one, plan) }))
  return {
    ...{ year, isYear, phase, budget: reviewConfig.budget },
    /** By which a device judges a vote; what is excluded is not on the page. */
    plan: planOnDevice(plan),
    /** Of the phases, for as long as they are of interest. */
    timeline: isYear && phase !== 'complete' ? dated : [],
    /** Until votes of this phase are no longer taken; the last day is said a day early. */
    daysLeft: endsAt === null ? null : Math.max(0, Math.ceil((endsAt - dayMs - now) / dayMs)),
    lastDay: endsAt === null ? null : endsAt - dayMs,
  }
}

/** What of it a device is given: posts that are excluded are not on the page. */
export const planOnDevice = (plan: ReviewPlan | undefined): ReviewPlan | null =>
  plan === undefined ? null : { ...plan, excludedPostIds: [] }

/** When the viewer's account was made. */
export async function joinedAtOf({ read }: Pick<PageData, 'read'>, viewer: MemberViewer): Promise<number> {
  return (await read.get(members, viewer.userId))?.joinedAt ?? 0
}

/** All of the viewer's in a year: some points are spent on posts that a page does not show. */
export async function ownVotes({ read }: Pick<PageData, 'read'>, viewer: MemberViewer, year: number): Promise<readonly OwnReviewVote[]> {
  const found = await read.list(reviewVotesOf(viewer.userId, year))
  const candidates = await read.getMany(
    reviewCandidates,
    found.map(({ postId }) => candidateId(postId, year)),
  )
  const reviewed = new Set(candidates.flatMap(({ postId, reviewCount = 0 }) => (reviewCount > 0 ? [postId] : [])))
  return found.map(({ postId, score, at }) => ({ postId, score, at, isReviewed: reviewed.has(postId) }))
}

/** Which of these posts the viewer has read. */
export async function readAmong({ read }: Pick<PageData, 'read'>, { userId }: MemberViewer, found: readonly Post[]) {
  const ids = found.map(({ id }) => readMarkId(userId, id))
  return new Set((await read.getMany(readMarks, ids)).flatMap((mark) => (mark.isRead ? [mark.postId] : [])))
}

/** How many reviews the viewer has written in a year, as far as it matters for their share. */
export const writtenBy = async ({ read }: Pick<PageData, 'read'>, viewer: MemberViewer, year: number): Promise<number> =>
  (await read.list(reviewsByMember(viewer.userId, year, 10))).length

/** Why the viewer has no vote in this review now; `null`: they have. */
export function refusalOf(viewer: MemberViewer, part: Pick<Asked, 'year' | 'joinedAt' | 'plan'>, now: number) {
  const verdict = canTakePartInReview(viewer, part, now)
  return verdict.allowed ? null : verdict.reason
}

export interface Asked {
  readonly viewer: MemberViewer
  readonly year: number
  readonly joinedAt: number
  readonly plan: ReviewPlan | undefined
  readonly votes: readonly OwnReviewVote[]
  /** By post. */
  readonly candidates: ReadonlyMap<string, Pick<ReviewCandidate, 'voteCount' | 'positiveCount' | 'reviewCount' | 'score' | 'place'>>
  /** By post, once they are public. */
  readonly results?: ReadonlyMap<string, Pick<ReviewResult, 'rank' | 'score'>>
}

/** By which a ballot is sorted. */
export async function ballotRows({ read }: PageData, found: readonly Post[], asked: Asked) {
  const scores = new Map(asked.votes.map(({ postId, score }) => [postId, score]))
  const given = await read.getMany(
    votes,
    found.map(({ id }) => voteId(asked.viewer.userId, id, 'approval')),
  )
  const karmaVotes = new Map(given.map(({ targetId, value }) => [targetId, value]))
  return found.map((post): BallotRow & { readonly post: Post } => ({
    ...{ post, postId: post.id, score: scores.get(post.id) ?? 0 },
    voteCount: asked.candidates.get(post.id)?.voteCount ?? 0,
    positiveCount: asked.candidates.get(post.id)?.positiveCount ?? 0,
    reviewCount: asked.candidates.get(post.id)?.reviewCount ?? 0,
    isOwn: ownersOf(post).includes(asked.viewer.userId),
    karmaVote: karmaVotes.get(post.id) ?? 0,
    lastCommentedAt: post.lastCommentedAt ?? 0,
    interimScore: asked.candidates.get(post.id)?.score,
    interimPlace: asked.candidates.get(post.id)?.place,
    rank: asked.results?.get(post.id)?.rank,
  }))
}

/** As they are drawn, with what the viewer may do. */
export async function reviewLines({ read, now }: PageData, rows: Awaited<ReturnType<typeof ballotRows>>, asked: Asked) {
  const drawn = await rowsOf(
    read,
    rows.map(({ post }) => post),
  )
  return rows.map(({ post, voteCount, positiveCount, reviewCount, karmaVote, score }, at) => {
    const row = drawn[at]
    if (row === undefined) throw new Error(`no row of ${post.id}`)
    const result = asked.results?.get(post.id)
    const verdict = canReviewVote(asked.viewer, { ...asked, post, candidacy: { positiveCount, reviewCount }, hasVoted: score > 0 }, now)
    return {
      ...{ row: postRowView(row), voteCount, positiveCount, reviewCount, karmaVote },
      refusal: verdict.allowed ? null : verdict.reason,
      /** So that a device that does not have the post can judge a vote on it. */
      ownerIds: ownersOf(post),
      /** Once results are public; absent: it was not in the vote. */
      ...(result !== undefined && { result }),
    }
  })
}

/** That several of these have, the most common first. */
export function commonTags(found: readonly Post[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const tag of found.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const shared = [...counts].filter(([, count]) => count > 1).toSorted(([, a], [, b]) => b - a)
  return shared.slice(0, 8).map(([tag]) => tag)
}
