import type { Read } from '#shared/kernel/transaction.ts'
import { reactionsUnder } from '#shared/reactions/queries.ts'
import { reactionViews } from '#shared/reactions/shown.ts'
import type { SaidReactions } from './reactions-here.ts'

/** How a post and its comments were reacted to, for its page. */
export async function saidReactions(read: Read, postId: string): Promise<SaidReactions> {
  return Object.fromEntries((await read.list(reactionsUnder(postId))).map((tally) => [tally.id, reactionViews(tally.entries)]))
}
