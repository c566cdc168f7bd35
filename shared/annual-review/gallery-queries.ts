/** The galleries that are shown: which posts of which years, in their order. */
import type { Read } from '../kernel/transaction.ts'
import type { Post } from '../posts/schema.ts'
import type { Doc } from '../text/schema.ts'
import { posts } from '../posts/schema.ts'
import { allReviewPlans, winnersOf } from './queries.ts'
import type { ReviewPlan, ReviewWinner } from './schema.ts'
import { isEligible, isGalleryPublic } from './years.ts'

export interface Gallery {
  readonly year: number
  readonly winners: readonly { readonly post: Post; readonly winner: ReviewWinner }[]
  /** Since when it is public, in ms since 1970 UTC. */
  readonly at: number
}

/** Years whose galleries are looked at: the newest. */
const maxYears = 40

/**
 * Newest first. A post that is no longer published, or not of that year by now, is not among its
 * winners; a year that has none left is none.
 * @param only that year's alone
 */
export async function shownGalleries(
  { read, now }: { readonly read: Read; readonly now: number },
  only?: number,
): Promise<readonly Gallery[]> {
  const isAsked = (plan: ReviewPlan): boolean => (only === undefined || plan.year === only) && isGalleryPublic(plan.year, now, plan)
  const plans = (await read.list(allReviewPlans())).filter(isAsked).slice(0, maxYears)
  const chosen = await Promise.all(plans.map(async (plan) => ({ plan, winners: await read.list(winnersOf(plan.year)) })))
  const ids = chosen.flatMap(({ winners }) => winners.map(({ id }) => id))
  const here = new Map((await read.getMany(posts, ids)).map((post) => [post.id, post]))
  return chosen
    .map(({ plan, winners }) => ({
      year: plan.year,
      at: plan.galleryAt ?? 0,
      winners: winners.flatMap((winner) => {
        const post = here.get(winner.id)
        return post !== undefined && isEligible(post, plan.year, plan) ? [{ post, winner }] : []
      }),
    }))
    .filter(({ winners }) => winners.length > 0)
}

/** In the addresses of sequences, where the ids of those that members make have no hyphen. */
export const winnersSequenceId = (year: number): string => `best-of-${year}`

/** @returns `null` for the id of any other sequence. */
export function yearOfWinners(sequenceId: string): number | null {
  const year = /^best-of-(\d{4})$/u.exec(sequenceId)?.[1]
  return year === undefined ? null : Number(year)
}

export interface WinnersSequence {
  readonly id: string
  readonly year: number
  readonly title: string
  /** The site: no member has made it. */
  readonly by: string
  readonly body: Doc
  /** In their order. */
  readonly posts: readonly Post[]
  /** Address of the first picture that was chosen for one of them. */
  readonly cover: string | null
  /** ms since 1970 UTC */
  readonly publishedAt: number
}

/**
 * The winners of a year as a sequence. It is never stored: it has the gallery's posts at any time,
 * on every node. `null`: there is no such gallery, or it is not shown.
 */
export async function winnersSequence(
  data: { readonly read: Read; readonly now: number },
  siteName: string,
  year: number,
): Promise<WinnersSequence | null> {
  const [gallery] = await shownGalleries(data, year)
  if (gallery === undefined) return null
  const members = siteName === '' ? 'members' : `members of ${siteName}`
  const text = `The posts of ${year} that ${members} found most important in the yearly review, in the order in which they were chosen.`
  return {
    ...{ id: winnersSequenceId(year), year, by: siteName || 'The annual review', publishedAt: gallery.at },
    title: siteName === '' ? `Best of ${year}` : `Best of ${siteName}, ${year}`,
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
    posts: gallery.winners.map(({ post }) => post),
    cover: gallery.winners.find(({ winner }) => (winner.picture ?? null) !== null)?.winner.picture?.src ?? null,
  }
}
