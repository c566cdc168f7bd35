import { reviewPlans, reviewWinners } from '#shared/annual-review/schema.ts'
import { isEligible, isGalleryPublic } from '#shared/annual-review/years.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'

/**
 * In place of what sort of post it is: that it stands in the gallery of its year. A device has no
 * winners (`withOthersPosts` keeps the chip that the server has sent).
 */
export async function winnerChip({ read, now, isOfDevice }: PageData, post: Post) {
  if (isOfDevice === true) return null
  const winner = await read.get(reviewWinners, post.id)
  if (winner === undefined) return null
  const { year, category } = winner
  const plan = await read.get(reviewPlans, String(year))
  if (!isGalleryPublic(year, now, plan) || !isEligible(post, year, plan)) return null
  return { name: `Best of ${year}`, href: links.bestOf({ year, category }) }
}
