/** How a thread may be ordered, as in the address (`?view=`); content.md 12.9. */
export const commentOrders = [
  'postCommentsTop',
  'postCommentsMagic',
  'postCommentsNew',
  'postCommentsOld',
  'postCommentsRecentReplies',
] as const
export type CommentOrder = (typeof commentOrders)[number]
