import { reviewPlans } from '#shared/annual-review/schema.ts'
import { isEligible, isReviewYear, isVotingPhase, phaseOf, reviewYearOf } from '#shared/annual-review/years.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import { planOnDevice } from './review-lines.ts'

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

export const shows: Shows = { 'review-ask': definePart({ on: ['text-end'], order: 20, load: loadReviewAsk }) }
