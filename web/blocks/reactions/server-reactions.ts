import type { Read } from '#shared/kernel/transaction.ts'
import { reactionsUnder, reactionViews } from '#shared/reactions/queries.ts'
import type { ServerReactions } from './local-reactions.ts'

/** How a post and its comments were reacted to, for its page. */
export async function serverReactions(read: Read, postId: string): Promise<ServerReactions> {
  return reactionViews(read, await read.list(reactionsUnder(postId)))
}
