/** Which orders of comments are offered under a post, and which one an address gets. */
import type { Post } from '../posts/schema.ts'
import type { Look } from '../reading/look.ts'
import type { HidesScores } from './scores.ts'
import type { CommentOrder } from './orders.ts'
import { commentOrders } from './orders.ts'
import { hidesScores } from './scores.ts'

const byScore: readonly CommentOrder[] = ['postCommentsTop', 'postCommentsMagic']

/** By score only where scores are shown. */
export const ordersUnder = (post: HidesScores): readonly CommentOrder[] =>
  hidesScores(post) ? commentOrders.filter((order) => !byScore.includes(order)) : commentOrders

/** The order that a reader has chosen for all discussions (`look.order`), where they have. */
const orderWishes: Readonly<Record<Look['order'], CommentOrder | null>> = {
  usual: null,
  top: 'postCommentsTop',
  magic: 'postCommentsMagic',
  newest: 'postCommentsNew',
  oldest: 'postCommentsOld',
  replies: 'postCommentsRecentReplies',
}

/**
 * The order to go to, of a discussion that nobody has asked to see in another; `null`: it stands in
 * its reader's order, or in one that its author or the staff have given it.
 */
export function wishedOrder(wish: Look['order'], shown: CommentOrder, post: HidesScores & Pick<Post, 'commentOrder'>): CommentOrder | null {
  const wished = orderWishes[wish]
  if (wished === null || wished === shown || typeof post.commentOrder === 'string') return null
  return ordersUnder(post).includes(wished) ? wished : null
}

/** What the address asks for, else the post's own, where the staff have given it one. */
export function commentOrderOf(text: string | null, post: HidesScores & Pick<Post, 'commentOrder'>): CommentOrder {
  const offered = ordersUnder(post)
  const usual = hidesScores(post) ? 'postCommentsNew' : 'postCommentsTop'
  return offered.find((order) => order === text) ?? offered.find((order) => order === post.commentOrder) ?? usual
}

/** How the answers of a question may be ordered (`?answersSorting=`); content.md 5.5. */
const answerOrdersAs = {
  top: 'postCommentsTop',
  magic: 'postCommentsMagic',
  newest: 'postCommentsNew',
  oldest: 'postCommentsOld',
  latestReply: 'postCommentsRecentReplies',
} as const satisfies Record<string, CommentOrder>
export type AnswerOrder = keyof typeof answerOrdersAs

export function answerOrdersUnder(post: HidesScores): readonly AnswerOrder[] {
  const offered = ordersUnder(post)
  // `Object.keys` forgets which keys they are.
  return (Object.keys(answerOrdersAs) as AnswerOrder[]).filter((order) => offered.includes(answerOrdersAs[order]))
}

export function answerOrderOf(text: string | null, post: HidesScores): AnswerOrder {
  return answerOrdersUnder(post).find((order) => order === text) ?? (hidesScores(post) ? 'newest' : 'top')
}

export const orderOfAnswers = (order: AnswerOrder): CommentOrder => answerOrdersAs[order]
