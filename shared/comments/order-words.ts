import type { CommentOrder } from './orders.ts'

/** What the orders of comments are called. */
export const orderWords: Readonly<Record<CommentOrder, string>> = {
  postCommentsTop: 'Top scoring',
  postCommentsMagic: 'Hot',
  postCommentsNew: 'Newest first',
  postCommentsOld: 'Oldest first',
  postCommentsRecentReplies: 'Recent replies',
}
