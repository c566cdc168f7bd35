import type { Read } from '../kernel/transaction.ts'
import type { MemberCard } from '../accounts/queries.ts'
import type { Comment } from './schema.ts'
import type { Tally } from '../votes/schema.ts'
import type { Post } from '../posts/schema.ts'
import { memberCards, unknownMember } from '../accounts/queries.ts'
import { defineQuery } from '../kernel/query.ts'
import { posts } from '../posts/schema.ts'
import { tallies } from '../votes/schema.ts'
import { comments } from './schema.ts'

/** Comments loaded with a post at once; more come by "load more" (content.md 12.12). */
export const commentsAtOnce = 1_000

/** A post's comments, oldest first. */
export const commentsOfPost = (postId: string, limit = commentsAtOnce) =>
  defineQuery({ table: comments, index: ['postId', 'postedAt'], equals: [postId], order: 'ascending', limit })

/** One member's comments, newest first. */
export const commentsOfMember = (userId: string, limit: number) =>
  defineQuery({ table: comments, index: ['authorId', 'postedAt'], equals: [userId], order: 'descending', limit })

export interface ThreadComment {
  readonly comment: Comment
  readonly author: MemberCard
  readonly tally: Tally
}

export async function withAuthorsAndTallies(read: Read, rows: readonly Comment[]): Promise<readonly ThreadComment[]> {
  const cards = await memberCards(
    read,
    rows.map((comment) => comment.authorId),
  )
  const found = await read.getMany(
    tallies,
    rows.map((comment) => comment.id),
  )
  const talliesById = new Map(found.map((tally) => [tally.id, tally]))
  return rows.map((comment) => ({
    comment,
    author: cards.get(comment.authorId) ?? unknownMember,
    tally: talliesById.get(comment.id) ?? emptyTally('comment', comment.id, comment.postId),
  }))
}

export interface CommentInPlace extends ThreadComment {
  readonly post: Post
}

/** One member's newest comments with the posts they stand under; those under posts the viewer may not see are left out. */
export async function recentCommentsOf(read: Read, userId: string, limit: number): Promise<readonly CommentInPlace[]> {
  const rows = (await read.list(commentsOfMember(userId, limit))).filter((comment) => comment.removedBy === null)
  const found = await read.getMany(posts, [...new Set(rows.map((comment) => comment.postId))])
  const postsById = new Map(found.map((post) => [post.id, post]))
  const threadRows = await withAuthorsAndTallies(read, rows)
  return threadRows.flatMap((row) => {
    const post = postsById.get(row.comment.postId)
    return post === undefined ? [] : [{ ...row, post }]
  })
}

export function emptyTally(targetKind: 'post' | 'comment', id: string, postId: string): Tally {
  return { id, targetKind, postId, baseScore: 0, approvalVoteCount: 0, agreement: 0, agreementVoteCount: 0, maxBaseScore: 0 }
}
