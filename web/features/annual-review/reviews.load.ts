import { hidesScores } from '#shared/comments/scores.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { reviewsOfYear } from '#shared/annual-review/queries.ts'
import { rankReviewers } from '#shared/annual-review/reviewers.ts'
import { isVotingPhase } from '#shared/annual-review/years.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { discussionPart } from '../../blocks/discussion/discussion-view.ts'
import { personView } from '../../blocks/people.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { loadResults } from './results.load.ts'
import { askedYear, reviewYears, yearsUntil } from './review-lines.ts'
import { reviewComments } from './review-post.load.ts'

/** The newest of a year, or of all: those beyond are in their posts’ discussions. */
const maxReviews = 1_000
const firstShown = 30
const maxReviewers = 20
/** Of one reviewer: the rest is a number. */
const maxLinked = 20

export type ReviewOrder = 'new' | 'top'
export type ReviewList = Awaited<ReturnType<typeof reviewList>>

/** `/reviews/:year`: its reviews; with `?tab=results` what its votes have made of its posts. */
export async function loadReviewsOfYear(data: PageData, request: LoadRequest) {
  if (request.params['year'] === 'all') return loadAllReviews(data, request)
  if (request.url.searchParams.get('tab') === 'results') {
    const { head, isAbsent, ...shown } = await loadResults(data, request)
    return { head, isAbsent, bodies: {}, shown }
  }
  const { year, latest, frame } = await askedYear(data, request, links.reviews)
  const years = yearsUntil(latest)
  if (!frame.isYear)
    return { head: { title: 'Not a review year' }, isAbsent: true as const, bodies: {}, shown: { tab: 'absent' as const, frame, years } }
  const usual = year === latest && isVotingPhase(frame.phase) ? 'new' : 'top'
  const listed = await data.read.list(reviewsOfYear(year, maxReviews))
  const { bodies, ...list } = await reviewList(data, listed, request, { usual, linkOf: (options) => links.reviews(year, options) })
  return {
    head: {
      title: `Reviews of ${year}`,
      description: `What members of ${data.site.name} say now of posts of ${year}.`,
      canonical: links.reviews(year, list.order === usual ? {} : { sort: list.order }),
    },
    isAbsent: undefined,
    ...{ bodies, shown: { tab: 'reviews' as const, frame, years, ...list } },
  }
}

/** `/reviews/all`: the reviews of every year. */
async function loadAllReviews(data: PageData, request: LoadRequest) {
  const { latest } = await reviewYears(data)
  const years = yearsUntil(latest)
  const listed = []
  for (const year of years) listed.push(...(await data.read.list(reviewsOfYear(year, maxReviews - listed.length))))
  const sorted = listed.toSorted((a, b) => b.at - a.at)
  const { bodies, ...list } = await reviewList(data, sorted, request, { usual: 'new', linkOf: (options) => links.reviews('all', options) })
  return {
    head: {
      title: 'Reviews of all years',
      description: `What members of ${data.site.name} say of earlier posts.`,
      canonical: links.reviews('all', list.order === 'new' ? {} : { sort: list.order }),
    },
    isAbsent: undefined,
    ...{ bodies, shown: { tab: 'all' as const, years, ...list } },
  }
}

interface Listing {
  readonly usual: ReviewOrder
  readonly linkOf: (options: { readonly sort?: ReviewOrder | undefined; readonly limit?: number | undefined }) => string
}

async function reviewList(
  data: PageData,
  listed: readonly { readonly id: string; readonly postId: string; readonly authorId: string }[],
  { url }: LoadRequest,
  { usual, linkOf }: Listing,
) {
  const { read } = data
  const asked = url.searchParams.get('sort')
  const order = asked === 'new' || asked === 'top' ? asked : usual
  const limit = limitOf(url.searchParams, firstShown, maxReviews)
  const found = await read.getMany(
    tallies,
    listed.map(({ id }) => id),
  )
  const karma = new Map(found.map((tally) => [tally.id, tally.baseScore]))
  const under = new Map((await read.getMany(posts, [...new Set(listed.map(({ postId }) => postId))])).map((post) => [post.id, post]))
  const rated = listed.map((review) => {
    const isHidden = hidesScores(under.get(review.postId))
    return { ...review, isHidden, karma: isHidden ? 0 : (karma.get(review.id) ?? 0) }
  })
  const sorted = order === 'new' ? rated : rated.toSorted((a, b) => b.karma - a.karma)
  const shown = await reviewComments(read, sorted.slice(0, limit))
  const { view, bodies } = await discussionPart(data, shown)
  const sort = order === usual ? {} : { sort: order }
  return {
    order,
    orders: (['new', 'top'] as const).map((one) => ({ order: one, href: linkOf(one === usual ? {} : { sort: one }) })),
    count: rated.length,
    reviewers: await reviewerLines(read, rated),
    discussion: view,
    bodies,
    more: sorted.length > limit ? linkOf({ ...sort, limit: limit + firstShown }) : null,
  }
}

async function reviewerLines(
  read: Read,
  rated: readonly {
    readonly id: string
    readonly postId: string
    readonly authorId: string
    readonly karma: number
    readonly isHidden: boolean
  }[],
) {
  const first = rankReviewers(rated).slice(0, maxReviewers)
  const linked = first.flatMap(({ reviews }) => reviews.slice(0, maxLinked))
  const cards = await memberCards(
    read,
    first.map(({ authorId }) => authorId),
  )
  const reviewed = new Map((await read.getMany(posts, [...new Set(linked.map(({ postId }) => postId))])).map((post) => [post.id, post]))
  return first.map(({ authorId, karma, reviews }) => ({
    id: authorId,
    person: personView(cards.get(authorId) ?? unknownMember),
    karma,
    count: reviews.length,
    reviews: reviews.slice(0, maxLinked).flatMap((review) => {
      const post = reviewed.get(review.postId)
      return post === undefined
        ? []
        : [{ title: post.title, href: links.commentInThread(post, review.id), karma: review.isHidden ? null : review.karma }]
    }),
  }))
}

export const loads: Loads = { '/reviews': loadReviewsOfYear, '/reviews/:year': loadReviewsOfYear }
