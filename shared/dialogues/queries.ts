import { commentsOfPost } from '../comments/queries.ts'
import { defineQuery } from '../kernel/query.ts'
import { dialogueInputs } from './schema.ts'

/**
 * So much is said before a dialogue is published: the publication rewrites each message, in one
 * transaction.
 */
export const maxHeld = 5_000

/** Everything under a dialogue, in the order it was said: its messages, and what readers say. */
export const messagesOf = (postId: string) => commentsOfPost(postId, maxHeld)

/** What those who take part are about to say. */
export const inputsOf = (postId: string) =>
  defineQuery({ table: dialogueInputs, index: ['postId', 'changedAt'], equals: [postId], order: 'ascending', limit: 50 })
