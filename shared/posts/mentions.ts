/**
 * "Mentioned in": where else on this site a post is linked to, in public texts and in comments that
 * stand.
 */
import type { Comment } from '../comments/schema.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Post } from './schema.ts'
import { memberCards, unknownMember } from '../accounts/queries.ts'
import { stands } from '../comments/queries.ts'
import { commentPingbacks, comments } from '../comments/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { tallies } from '../votes/schema.ts'
import { isListed } from './rules.ts'
import { pingbacks, posts } from './schema.ts'

export interface Mention {
  readonly post: Post
  /** A comment under that post; `null`: its own text. */
  readonly comment: { readonly id: string; readonly by: string } | null
}

/** content.md 3.1, 12.12 */
export const mentionsShown = 5
const lookedThrough = 200

/** Those above 0 only, the best first. */
export async function mentionsOf(read: Read, postId: string): Promise<readonly Mention[]> {
  // Their ids begin with those of what links, which are in the order of time: the newest.
  const from = { equals: [postId], order: 'descending', limit: lookedThrough } as const
  const texts = await read.list(defineQuery({ table: pingbacks, index: ['toPostId'], ...from }))
  const said = await linkingComments(read, await read.list(defineQuery({ table: commentPingbacks, index: ['toPostId'], ...from })))
  const under = said.map((comment) => comment.postId)
  const found = await read.getMany(posts, [...new Set([...texts.map(({ fromPostId }) => fromPostId), ...under])])
  const postsById = new Map(found.filter(isListed).map((post) => [post.id, post]))
  const ids = [...texts.map(({ fromPostId }) => fromPostId), ...said.map(({ id }) => id)]
  const scores = new Map((await read.getMany(tallies, ids)).map((tally) => [tally.id, tally.baseScore]))
  const all = [
    ...texts.map(({ fromPostId }) => ({ id: fromPostId, postId: fromPostId, comment: null })),
    ...said.map((comment) => ({ id: comment.id, postId: comment.postId, comment })),
  ]
  const best = all
    .flatMap(({ id, postId: at, comment }) => {
      const [post, score] = [postsById.get(at), scores.get(id) ?? 0]
      return post === undefined || score <= 0 ? [] : [{ post, comment, score }]
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mentionsShown)
  const cards = await memberCards(
    read,
    best.flatMap(({ comment }) => comment?.authorId ?? []),
  )
  return best.map(({ post, comment }) => ({
    post,
    comment: comment === null ? null : { id: comment.id, by: (cards.get(comment.authorId) ?? unknownMember).name },
  }))
}

async function linkingComments(read: Read, found: readonly { readonly commentId: string }[]): Promise<readonly Comment[]> {
  const rows = await read.getMany(
    comments,
    found.map(({ commentId }) => commentId),
  )
  return rows.filter((comment) => stands(comment) && comment.message === undefined)
}
