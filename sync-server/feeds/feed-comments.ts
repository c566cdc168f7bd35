/**
 * Which comments a feed has, newest first: those alone that stand in lists, under posts that do.
 */
import type { CommentInPlace } from '#shared/comments/queries.ts'
import type { Query } from '#shared/kernel/query.ts'
import type { Comment } from '#shared/comments/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { CommentFeedParams } from './feed-params.ts'
import {
  commentsByDate,
  commentsOfMember,
  commentsOfPost,
  inPlace,
  quickTakesByActivity,
  repliesTo,
  stands,
} from '#shared/comments/queries.ts'

export const commentsInFeed = 50
const step = 100
const lookedThrough = 1_000

export async function commentsOfFeed(read: Read, { view, of }: CommentFeedParams): Promise<readonly CommentInPlace[]> {
  const found: CommentInPlace[] = []
  for (let offset = 0; offset < lookedThrough && found.length < commentsInFeed; offset += step) {
    const part = await read.list({ ...walkOf({ view, of }), order: 'descending', limit: step, offset })
    const fits = part.filter((comment) => stands(comment) && (view !== 'quickTakes' || comment.isQuickTake === true))
    found.push(...(await inPlace(read, fits)))
    if (part.length === 0) break
  }
  return found.toSorted((a, b) => b.comment.postedAt - a.comment.postedAt).slice(0, commentsInFeed)
}

function walkOf({ view, of }: Pick<CommentFeedParams, 'view' | 'of'>): Query<Comment> {
  switch (view) {
    case 'rss':
      return commentsByDate(step)
    case 'quickTakes':
      return quickTakesByActivity(step)
    case 'commentReplies':
      return repliesTo(of, step)
    case 'postCommentsNew':
      return commentsOfPost(of, step)
    case 'userComments':
      return commentsOfMember(of, step)
  }
}
