/** The galleries that are shown: which posts of which years, in their order. */
import { reviewConfig } from '#shared/annual-review/config.ts'
import { allReviewPlans, winnersOf } from '#shared/annual-review/queries.ts'
import type { ReviewWinner } from '#shared/annual-review/schema.ts'
import { isEligible, isGalleryPublic } from '#shared/annual-review/years.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'

export interface Gallery {
  readonly year: number
  readonly winners: readonly { readonly post: Post; readonly winner: ReviewWinner }[]
}

/** Years whose galleries are looked at: the newest. */
const maxYears = 40

/**
 * Newest first. A post that is no longer published, or not of that year by now, is not among its
 * winners; a year that has none left is none.
 */
export async function shownGalleries({ read, now }: Pick<PageData, 'read' | 'now'>): Promise<readonly Gallery[]> {
  const plans = (await read.list(allReviewPlans())).filter((plan) => isGalleryPublic(plan.year, now, plan)).slice(0, maxYears)
  const chosen = await Promise.all(plans.map(async (plan) => ({ plan, winners: await read.list(winnersOf(plan.year)) })))
  const ids = chosen.flatMap(({ winners }) => winners.map(({ id }) => id))
  const here = new Map((await read.getMany(posts, ids)).map((post) => [post.id, post]))
  return chosen
    .map(({ plan, winners }) => ({
      year: plan.year,
      winners: winners.flatMap((winner) => {
        const post = here.get(winner.id)
        return post !== undefined && isEligible(post, plan.year, plan) ? [{ post, winner }] : []
      }),
    }))
    .filter(({ winners }) => winners.length > 0)
}

/** All that are configured, and how many of these are in each. */
export const categoriesOf = (winners: Gallery['winners']) =>
  reviewConfig.categories.map(({ slug, name }) => ({
    ...{ slug, name },
    count: winners.filter(({ winner }) => winner.category === slug).length,
  }))
