/**
 * Marks posts that stand in a public gallery, so that every list, search and device can say so
 * without asking for winners. In the transaction that makes it so, or no longer.
 */
import { setReviewDates, setReviewExclusion, setReviewGallery, setReviewPhase } from '#shared/annual-review/plan-mutations.ts'
import { winnersOf } from '#shared/annual-review/queries.ts'
import { reviewPlans, reviewWinners } from '#shared/annual-review/schema.ts'
import { setReviewWinner } from '#shared/annual-review/winner-mutations.ts'
import { isEligible, isGalleryPublic } from '#shared/annual-review/years.ts'
import { posts } from '#shared/posts/schema.ts'
import type { TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

async function markPost({ tx, now }: TriggerContext, year: number, postId: string): Promise<void> {
  const [post, winner, plan] = [await tx.get(posts, postId), await tx.get(reviewWinners, postId), await tx.get(reviewPlans, String(year))]
  if (post === undefined) return
  const isShown = winner?.year === year && isGalleryPublic(year, now, plan) && isEligible(post, year, plan)
  if ((post.wonIn === year) === isShown) return
  const { wonIn: _before, ...unmarked } = post
  await tx.put(posts, isShown ? { ...unmarked, wonIn: year } : unmarked)
}

async function markYear(context: TriggerContext, { year }: { readonly year: number }): Promise<void> {
  for (const { id } of await context.tx.list(winnersOf(year))) await markPost(context, year, id)
}

export const winnerMarks = [
  defineTrigger(setReviewWinner, (context, { year, postId }) => markPost(context, year, postId)),
  defineTrigger(setReviewGallery, markYear),
  defineTrigger(setReviewPhase, markYear),
  defineTrigger(setReviewDates, markYear),
  defineTrigger(setReviewExclusion, markYear),
]
