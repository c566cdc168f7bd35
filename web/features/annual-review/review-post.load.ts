import { reviewsOfPost } from '#shared/annual-review/queries.ts'
import { canWriteReview } from '#shared/annual-review/rules.ts'
import type { PostReview } from '#shared/annual-review/schema.ts'
import { candidateId, reviewCandidates, reviewPlans } from '#shared/annual-review/schema.ts'
import { reviewYearOf } from '#shared/annual-review/years.ts'
import { inPlace, stands } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { discussionPart } from '../../blocks/discussion/discussion-view.ts'
import { needsSignIn, notFound } from '../../data/answer.ts'
import type { Asked } from './review-lines.ts'
import { ballotRows, frameOf, joinedAtOf, ownVotes, reviewLines } from './review-lines.ts'

/** Of a post, newest first: the others are among its comments. */
const maxShown = 50

/** `/reviewPost/:postId`: the form for a review of a post, and what others have written. */
export async function loadReviewPost(data: PageData, { params }: LoadRequest) {
  const { read, viewer, now } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const post = await read.get(posts, params['postId'] ?? '')
  if (typeof post?.publishedAt !== 'number' || post.status !== 'published') throw notFound()
  const year = reviewYearOf(post.publishedAt)
  const plan = await read.get(reviewPlans, String(year))
  const joinedAt = await joinedAtOf(data, viewer)
  const verdict = canWriteReview(viewer, { post, year, joinedAt, plan }, now)
  const candidate = await read.get(reviewCandidates, candidateId(post.id, year))
  const votes = (await ownVotes(data, viewer, year)).filter(({ postId }) => postId === post.id)
  const asked: Asked = { viewer, year, joinedAt, plan, votes, candidates: new Map(candidate === undefined ? [] : [[post.id, candidate]]) }
  const [line] = await reviewLines(data, await ballotRows(data, [post], asked), asked)
  const rows = await reviewComments(read, await read.list(reviewsOfPost(post.id, year, maxShown)))
  const { view, bodies } = await discussionPart(data, rows)
  return {
    head: { title: `Review “${post.title}”`, robots: 'noindex' as const },
    post,
    frame: frameOf(year, now, plan),
    /** `null`: the viewer has no vote on it now. */
    line: line?.refusal === null ? line : null,
    votes,
    refusal: verdict.allowed ? null : verdict.reason,
    discussion: view,
    bodies,
  }
}

/** The comments that reviews are, with the posts they stand under. */
export async function reviewComments(read: Read, reviews: readonly Pick<PostReview, 'id'>[]) {
  const found = await read.getMany(
    comments,
    reviews.map(({ id }) => id),
  )
  return inPlace(read, found.filter(stands))
}

export const loads: Loads = { '/reviewPost/:postId': loadReviewPost }
