/** Keeps the moderation log that everybody reads in line with what it is about. */
import type { TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { removeComment, restoreComment } from '#shared/comments/mutations.ts'
import { setCommentMark } from '#shared/comments/mark-mutations.ts'
import { publishNotice } from '#shared/curation/mutations.ts'
import { curationNotices } from '#shared/curation/schema.ts'
import type { Comment } from '#shared/comments/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import type { LogEntry } from '#shared/moderation/log-schema.ts'
import { moderationLog } from '#shared/moderation/log-schema.ts'
import { barFromThread, letBackIn } from '#shared/moderation/mutations.ts'
import { bansByOwner, bansUnderPost } from '#shared/moderation/queries.ts'
import { rejectComment, rejectPost } from '#shared/moderation/review-mutations.ts'
import { posts } from '#shared/posts/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import { isSameJson } from '#shared/kernel/same.ts'

/** It stands there, or no more. */
async function keep(tx: Transaction, isThere: boolean, entry: Omit<LogEntry, 'id'>): Promise<void> {
  const id = `${entry.kind}:${entry.targetId}`
  const before = await tx.get(moderationLog, id)
  if (!isThere) return before === undefined ? undefined : tx.delete(moderationLog, id)
  const next = { id, ...entry, at: before?.at ?? entry.at }
  if (!isSameJson(next, before)) await tx.put(moderationLog, next)
}

type Around = Pick<TriggerContext, 'tx' | 'now'>

const plain = { isOwn: false, count: 0 } as const

/** What a comment's marks and removal are to the log. */
export async function logComment(tx: Transaction, comment: Comment, now: number): Promise<void> {
  const { id: targetId, authorId, removedBy, rejectedReason, hat, postedAt, removedAt } = comment
  const isGone = removedBy !== null
  await keep(tx, !isGone && hat === 'shown', { kind: 'moderatorComment', targetId, authorId, at: postedAt, ...plain })
  await keep(tx, !isGone && rejectedReason !== undefined, { kind: 'rejectedComment', targetId, authorId, at: now, ...plain })
  const deleted = { kind: 'deletedComment', targetId, authorId, at: removedAt ?? now, ...plain, isOwn: removedBy === 'author' } as const
  await keep(tx, isGone && comment.message === undefined, deleted)
}

const ofComment = async ({ tx, now }: Around, { id }: { readonly id: string }): Promise<void> =>
  logComment(tx, await getOrThrow(tx, comments, id), now)

async function ofBans({ tx, now }: Around, { postId }: { readonly postId: string }): Promise<void> {
  const post = await getOrThrow(tx, posts, postId)
  const { authorId } = post
  const under = (await tx.list(bansUnderPost(postId))).length
  await keep(tx, under > 0, { kind: 'barredFromPost', targetId: postId, authorId, at: now, isOwn: false, count: under })
  const [ownerId] = ownersOf(post)
  if (ownerId === undefined) return
  const byOwner = (await tx.list(bansByOwner(ownerId))).filter((ban) => ban.postId === null).length
  const more = { at: now, isOwn: false, count: byOwner }
  await keep(tx, byOwner > 0, { kind: 'barredByAuthor', targetId: ownerId, authorId: ownerId, ...more })
}

export const logTriggers = [
  defineTrigger(removeComment, ofComment),
  defineTrigger(restoreComment, ofComment),
  defineTrigger(rejectComment, ofComment),
  defineTrigger(setCommentMark, ofComment),
  defineTrigger(publishNotice, async (context, { id }) => {
    const { commentId } = await getOrThrow(context.tx, curationNotices, id)
    if (commentId !== null) await ofComment(context, { id: commentId })
  }),
  defineTrigger(rejectPost, async ({ tx, now }, { id, reason }) => {
    const { authorId } = await getOrThrow(tx, posts, id)
    await keep(tx, reason !== null, { kind: 'rejectedPost', targetId: id, authorId, at: now, ...plain })
  }),
  defineTrigger(barFromThread, ofBans),
  defineTrigger(letBackIn, ofBans),
]
