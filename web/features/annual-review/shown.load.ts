import { mixed } from '#shared/annual-review/ballot.ts'
import { reviewConfig } from '#shared/annual-review/config.ts'
import { candidatesOf } from '#shared/annual-review/queries.ts'
import { candidateId, reviewCandidates, reviewPlans } from '#shared/annual-review/schema.ts'
import { isCandidate, isEligible, isReviewYear, isVotingPhase, phaseOf, reviewDayOf, reviewYearOf } from '#shared/annual-review/years.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
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

/** Posts of a list, and candidates that are looked through for them. */
const [listed, lookedThrough] = [2, 200]

/** The review that runs now, with a few of its candidates, others each day; on the front page. */
export async function loadRunningReview(data: PageData) {
  // As above.
  if (data.isOfDevice === true) return undefined
  const { read, now } = data
  const { latest, planOf } = await reviewYears(data)
  const plan = planOf(latest)
  const { year, isYear, phase, lastDay, timeline } = frameOf(latest, now, plan)
  if (!isYear || phase === 'complete') return null
  // A visitor's page has the line alone: who cannot vote finds the rest on the pages of the review.
  if (data.viewer.kind === 'visitor') return { year, phase, lastDay, timeline: [], lists: [] }
  const shown = { year, phase, lastDay, timeline }
  if (!isVotingPhase(phase)) return { ...shown, lists: [] }
  const inVote = await read.list(candidatesOf(year, reviewConfig.positiveVotes[phase], lookedThrough))
  const today = reviewDayOf(now)
  const drawn = inVote
    .filter((one) => isCandidate(one, phase))
    .toSorted((a, b) => mixed(`${today}:${a.postId}`) - mixed(`${today}:${b.postId}`))
  const unreviewed = phase === 'voting' ? [] : drawn.filter(({ reviewCount = 0 }) => reviewCount === 0).slice(0, listed)
  const others = drawn.filter((one) => !unreviewed.includes(one)).slice(0, listed)
  const found = await read.getMany(
    posts,
    [...unreviewed, ...others].map(({ postId }) => postId),
  )
  const linksTo = (some: typeof drawn) =>
    some.flatMap(({ postId }) => {
      const post = found.find(({ id }) => id === postId)
      return post === undefined || !isEligible(post, year, plan) ? [] : [{ href: links.post(post), title: post.title }]
    })
  const lists = [
    { word: 'Without a review', posts: linksTo(unreviewed) },
    { word: 'Some of the candidates', posts: linksTo(others) },
  ]
  return { ...shown, lists: lists.filter(({ posts: some }) => some.length > 0) }
}

export const shows: Shows = {
  'running-review': definePart({ on: ['front-top'], order: 7, load: loadRunningReview }),
  'review-ask': definePart({ on: ['text-end'], order: 20, load: loadReviewAsk }),
  'review-vote': definePart({ on: ['review-end'], order: 10, load: loadReviewVote }),
}
