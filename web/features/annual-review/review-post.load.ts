import { reviewsOfPost } from '#shared/annual-review/queries.ts'
import { canWriteReview } from '#shared/annual-review/rules.ts'
import type { PostReview } from '#shared/annual-review/schema.ts'
import { candidateId, reviewCandidates, reviewPlans } from '#shared/annual-review/schema.ts'
import { reviewYearOf } from '#shared/annual-review/years.ts'
import { inPlace, stands } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { discussionPart } from '../../blocks/discussion/discussion-view.ts'
import { trustedAuthors } from '../../blocks/trusted-authors.ts'
import { needsSignIn, notFound } from '../../data/answer.ts'
import type { Asked } from './review-lines.ts'
import { ballotRows, frameOf, joinedAtOf, ownVotes, reviewLines } from './review-lines.ts'

/** Of a post, newest first: the others are among its comments. */
const maxShown = 50

/** `/reviewPost/:postId`: the form for a review of a post, and what others have written. */
export async function loadReviewPost(data: PageData, { params }: LoadRequest) {
  const { read, viewer, now } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const post = await reviewedPost(read, params['postId'] ?? '')
  if (post === null) throw notFound()
  const year = reviewYearOf(post.publishedAt)
  const plan = await read.get(reviewPlans, String(year))
  const joinedAt = await joinedAtOf(data, viewer)
  const candidate = await read.get(reviewCandidates, candidateId(post.id, year))
  const votes = (await ownVotes(data, viewer, year)).filter(({ postId }) => postId === post.id)
  const asked: Asked = { viewer, year, joinedAt, plan, votes, candidates: new Map(candidate === undefined ? [] : [[post.id, candidate]]) }
  const [line] = await reviewLines(data, await ballotRows(data, [post], asked), asked)
  return {
    head: { title: `Review “${post.title}”`, robots: 'noindex' as const },
    ownCopy: true as const,
    frame: frameOf(year, now, plan),
    /** `null`: the viewer has no vote on it now. */
    line: line?.refusal === null ? line : null,
    votes,
    ...(await reviewsAround(data, viewer, { post, year, joinedAt, plan })),
  }
}

/** The post, why the viewer writes no review of it now, and the reviews of others. */
async function reviewsAround(data: PageData, viewer: MemberViewer, about: Parameters<typeof canWriteReview>[1]) {
  const { post, year } = about
  const verdict = canWriteReview(viewer, about, data.now)
  const rows = await reviewComments(data.read, await data.read.list(reviewsOfPost(post.id, year, maxShown)))
  const { view, bodies } = await discussionPart(data, rows)
  return { post, refusal: verdict.allowed ? null : verdict.reason, discussion: view, bodies }
}

/** Of a year, with the whole text: beside the ballot. `null`: there is no such post. */
export async function loadReviewPanel(data: PageData, viewer: MemberViewer, of: Pick<Asked, 'year' | 'joinedAt' | 'plan'>, postId: string) {
  const post = await reviewedPost(data.read, postId)
  if (post === null || reviewYearOf(post.publishedAt) !== of.year) return null
  const revision = await data.read.get(revisions, post.revisionId ?? post.latestRevisionId)
  const { bodies, ...around } = await reviewsAround(data, viewer, { ...of, post })
  const html =
    revision === undefined
      ? ''
      : await (data.longHtml ?? data.html)(revision.body, {
          ...{ idPrefix: `text-${post.id}-`, profile: 'essay' },
          trusted: (await trustedAuthors(data.read, [post.authorId])).has(post.authorId),
        })
  return { ...around, textId: revision?.id ?? '', bodies: { ...bodies, [`text-${post.id}`]: html } }
}

async function reviewedPost(read: Read, postId: string) {
  const post = await read.get(posts, postId)
  if (post?.status !== 'published') return null
  const { publishedAt } = post
  return publishedAt === null ? null : { ...post, publishedAt }
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
