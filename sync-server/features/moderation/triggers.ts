/**
 * What follows from what the staff decide: work that was let in, or turned away, joins or leaves
 * the lists and the counts.
 */
import { defineTrigger } from '#server/sync/triggers.ts'
import type { TriggerContext } from '#server/sync/triggers.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { recountComment } from '#server/triggers/recount.ts'
import { relistPost } from '#server/triggers/relist.ts'
import { commentsOfMember } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { purgeStep } from '#shared/moderation/purge-mutations.ts'
import { takeMoreAway } from './purge.ts'
import { approveContent, approveMember, approvePost, rejectComment, rejectPost, snoozeMember } from '#shared/moderation/review-mutations.ts'
import { posts } from '#shared/posts/schema.ts'

/** As many as may have waited. */
const mostLetIn = 1_000

async function relistMember({ tx, now }: TriggerContext, { userId }: { readonly userId: string }): Promise<void> {
  for (const post of await tx.list(publishedBy(userId))) if (post.publishedAt === now) await relistPost(tx, post.id, now)
  for (const comment of await tx.list(commentsOfMember(userId, mostLetIn))) if (comment.postedAt === now) await recount(tx, comment.id, now)
}

const publishedBy = (userId: string) =>
  defineQuery({
    table: posts,
    index: ['authorId', 'status', 'createdAt'],
    equals: [userId, 'published'],
    order: 'descending',
    limit: mostLetIn,
  })

const recount = async (tx: Transaction, id: string, now: number): Promise<void> =>
  recountComment(tx, await getOrThrow(tx, comments, id), now)

export const measureTriggers = [
  defineTrigger(purgeStep, (context, { userId }) => takeMoreAway(context, userId)),
  defineTrigger(approveMember, relistMember),
  defineTrigger(approveContent, relistMember),
  defineTrigger(snoozeMember, relistMember),
  defineTrigger(approvePost, ({ tx, now }, { id }) => relistPost(tx, id, now)),
  defineTrigger(rejectPost, ({ tx, now }, { id }) => relistPost(tx, id, now)),
  defineTrigger(rejectComment, ({ tx, now }, { id }) => recount(tx, id, now)),
]
