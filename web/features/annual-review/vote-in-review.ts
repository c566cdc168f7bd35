/** Votes in the annual review; fetched with the first press. */
import { setReviewVote } from '#shared/annual-review/mutations.ts'
import { candidateId, ReviewScore, reviewCandidates, reviewPlans } from '#shared/annual-review/schema.ts'
import { reviewVotesOf } from '#shared/annual-review/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Device } from '../../data/device/device-api.ts'
import type { Done } from '../../blocks/mutate.ts'
import { mutate } from '../../blocks/mutate.ts'
import type { OwnReviewVote, ReviewFrame, ReviewLine } from './review-lines.ts'

export function voteInReview(line: ReviewLine, { year, plan }: Pick<ReviewFrame, 'year' | 'plan'>, score: number): Promise<Done> {
  const [postId, parsed] = [line.row.id, ReviewScore.parse(score)]
  return mutate(
    setReviewVote,
    { postId, year, score: parsed },
    {
      hint(device) {
        hintLine(device, line, year)
        if (plan !== null) device.hint(reviewPlans, plan)
      },
    },
  )
}

/** What this device knows of one's votes, what is queued included. */
export async function ownOnDevice(device: Device, year: number): Promise<readonly Omit<OwnReviewVote, 'isReviewed'>[]> {
  return device.account === null ? [] : device.read.list(reviewVotesOf(device.account, year))
}

/** As `web/blocks/hints.ts`: made up from what is shown, for the rule alone. */
function hintLine(device: Device, { row, ownerIds, voteCount, positiveCount, reviewCount }: ReviewLine, year: number): void {
  const [authorId = '', ...coauthorIds] = ownerIds
  const post: Post = {
    ...{ id: row.id, authorId, coauthorIds, title: row.title, slug: row.slug, kind: row.kind, linkUrl: null, lang: row.lang },
    ...{ direction: row.dir, status: 'published', createdAt: row.at, publishedAt: row.at, editedAt: null, writtenOn: null },
    ...{ revisionId: null, latestRevisionId: row.id, version: '1.0.0', wordCount: 0, excerpt: '', imageUrl: null, tags: [] },
    ...{ submitToFrontpage: false, frontpageAt: null, curatedAt: null, stickyPriority: 0, commentsLocked: false, awaitsReview: false },
    ...{ rejectedReason: null, noIndex: false, commentCount: row.commentCount, lastCommentedAt: null },
  }
  device.hint(posts, post)
  device.hint(reviewCandidates, { id: candidateId(row.id, year), postId: row.id, year, voteCount, positiveCount, reviewCount })
}
