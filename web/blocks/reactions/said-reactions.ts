import type { Read } from '#shared/kernel/transaction.ts'
import { reactionsUnder, reactionViews } from '#shared/reactions/queries.ts'
import type { SaidReactions } from './reactions-here.ts'

/** How a post and its comments were reacted to, for its page. */
export async function saidReactions(read: Read, postId: string): Promise<SaidReactions> {
  return reactionViews(read, await read.list(reactionsUnder(postId)))
}
