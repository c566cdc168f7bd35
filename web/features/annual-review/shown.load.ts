import { candidateId, reviewCandidates, reviewPlans } from '#shared/annual-review/schema.ts'
import { isCandidate, isEligible, isReviewYear, isVotingPhase, phaseOf, reviewYearOf } from '#shared/annual-review/years.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import { rowsOf } from '#shared/feed/queries.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { frameOf, planOnDevice, reviewYears } from './review-lines.ts'

/** That a post can be reviewed now, for the review of which year. */
export async function loadReviewAsk({ read, now, isOfDevice }: PageData, { postId }: { readonly postId: string }) {
  // A device has no plans but those that a page has given it.
  if (isOfDevice === true) return undefined
  const post = await read.get(posts, postId)
  if (typeof post?.publishedAt !== 'number') return null
  const year = reviewYearOf(post.publishedAt)
  const plan = await read.get(reviewPlans, String(year))
  if (!isReviewYear(year, now, plan) || !isVotingPhase(phaseOf(year, now, plan)) || !isEligible(post, year, plan)) return null
  return { year, plan: planOnDevice(plan) }
}

/**
 * A post that can be voted on now, for those who have read a review of it. A page for everyone says
 * nobody's vote.
 */
export async function loadReviewVote(data: PageData, { postId }: { readonly postId: string }) {
  const asked = await loadReviewAsk(data, { postId })
  if (asked === null || asked === undefined) return asked
  const { read, now } = data
  const [post, candidate] = [await read.get(posts, postId), await read.get(reviewCandidates, candidateId(postId, asked.year))]
  const phase = phaseOf(asked.year, now, await read.get(reviewPlans, String(asked.year)))
  const counts = candidate ?? { voteCount: 0, positiveCount: 0, reviewCount: 0 }
  const isNominated = phase === 'nominations' || (isVotingPhase(phase) && isCandidate(counts, phase))
  if (post === undefined || !isNominated) return null
  const [row] = await rowsOf(read, [post])
  if (row === undefined) return null
  const { voteCount, positiveCount, reviewCount = 0 } = counts
  return {
    ...asked,
    line: { row: postRowView(row), voteCount, positiveCount, reviewCount, karmaVote: 0, refusal: null, ownerIds: ownersOf(post) },
  }
}

/** The review that runs now, on the front page, which is one for all. */
export async function loadRunningReview(data: PageData) {
  // As above.
  if (data.isOfDevice === true) return undefined
  const { latest, planOf } = await reviewYears(data)
  const { year, isYear, phase, lastDay } = frameOf(latest, data.now, planOf(latest))
  return !isYear || phase === 'complete' ? null : { year, phase, lastDay }
}

export const shows: Shows = {
  'running-review': definePart({ on: ['front-top'], order: 7, load: loadRunningReview }),
  'review-ask': definePart({ on: ['text-end'], order: 20, load: loadReviewAsk }),
  'review-vote': definePart({ on: ['review-end'], order: 10, load: loadReviewVote }),
}
