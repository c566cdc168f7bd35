import { reviewConfig } from '#shared/annual-review/config.ts'
import { isReviewYear, phaseOf } from '#shared/annual-review/years.ts'
import { canWritePosts } from '#shared/posts/rules.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Loads } from '../../app/route.ts'
import { needsSignIn } from '../../data/answer.ts'
import { reviewYears } from './review-lines.ts'

/** `/newLongformReview`: what a review as a post of its own can be, and where to begin one. */
export async function loadLongformReview(data: PageData) {
  const { viewer, now } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const { latest: year, planOf } = await reviewYears(data)
  const plan = planOf(year)
  const verdict = canWritePosts(viewer)
  const isOver = !isReviewYear(year, now, plan) || phaseOf(year, now, plan) === 'complete'
  return {
    head: { title: 'New longform review', robots: 'noindex' as const },
    ...{ year, isOver },
    refusal: verdict.allowed ? null : verdict.reason,
    begin: verdict.allowed && !isOver ? links.newPost(undefined, { tagId: reviewConfig.longformTag }) : null,
    tag: reviewConfig.longformTag,
  }
}

export const loads: Loads = { '/newLongformReview': loadLongformReview }
