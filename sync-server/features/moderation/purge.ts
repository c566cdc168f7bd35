/**
 * Takes a purged member's work away, some of it at a time, each step in a transaction of its own:
 * what is half done is gone on with at the next. What is taken away bears the time of the purge.
 * What there is to take is said in `shared/moderation/purge-plan.ts`.
 */
import type { TriggerContext } from '#server/sync/triggers.ts'
import { recountComment } from '#server/triggers/recount.ts'
import { relistPost } from '#server/triggers/relist.ts'
import { recount } from '#server/triggers/wiki-contributions.ts'
import { logComment } from './log-triggers.ts'
import { countVote } from '#server/triggers/count-vote.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Rsvp } from '#shared/events/schema.ts'
import { moveUp } from '#shared/events/move-up.ts'
import { rsvps } from '#shared/events/schema.ts'
import type { Row } from '#shared/kernel/table.ts'
import { messages } from '#shared/messages/schema.ts'
import type { Purge } from '#shared/moderation/measure-schema.ts'
import { purges } from '#shared/moderation/measure-schema.ts'
import type { PurgeKind } from '#shared/moderation/purge-plan.ts'
import { firstPurged, purged } from '#shared/moderation/purge-plan.ts'
import { paymentDetails } from '#shared/payments/schema.ts'
import { putPost } from '#shared/posts/put-post.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import type { Vote } from '#shared/votes/schema.ts'
import { votes } from '#shared/votes/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'

const atOnce = 50

type Step = (context: TriggerContext, purge: Purge, most: number) => Promise<number>

const steps: readonly (readonly [PurgeKind, Step])[] = [
  ['posts', step(purged.posts, takePost)],
  ['drafts', step(purged.drafts, takePost)],
  ['comments', step(purged.comments, takeComment)],
  ['sequences', step(purged.sequences, ({ tx }, row, { byId, at }) => tx.put(sequences, { ...row, removedAt: at, removedById: byId }))],
  ['votes', step(purged.votes, takeVote)],
  // Its place among the others stays, so that no number of a message is missing.
  ['messages', step(purged.messages, ({ tx }, row) => tx.put(messages, { ...row, body: null, event: null }))],
  ['wikiEdits', step(purged.wikiEdits, takeCredit)],
  ['rsvps', step(purged.rsvps, takeRsvp)],
]

/** What is left is found anew each time, so that nothing that was added meanwhile stays. */
export async function takeMoreAway(context: TriggerContext, userId: string): Promise<void> {
  const { tx, now } = context
  const purge = await tx.get(purges, userId)
  if (purge === undefined || purge.doneAt !== null) return
  const counted = { drafts: 0, messages: 0, wikiEdits: 0, rsvps: 0, ...purge }
  // Not counted: one row at most, and nothing to look at before.
  if ((await tx.get(paymentDetails, userId)) !== undefined) await tx.delete(paymentDetails, userId)
  let left = atOnce
  for (const [kind, take] of steps) {
    if (left === 0) break
    const taken = await take(context, purge, left)
    counted[kind] += taken
    left -= taken
  }
  await tx.put(purges, { ...counted, doneAt: left > 0 ? now : null })
}

function step<R extends Row>(
  selectionOf: (userId: string) => Parameters<typeof firstPurged<R>>[1],
  take: (context: TriggerContext, row: R, purge: Purge) => Promise<void>,
): Step {
  return async (context, purge, most) => {
    const { found } = await firstPurged(context.tx, selectionOf(purge.id), most)
    for (const row of found) await take(context, row, purge)
    return found.length
  }
}

async function takeRsvp({ tx, now }: TriggerContext, { id, postId }: Rsvp): Promise<void> {
  await tx.delete(rsvps, id)
  await moveUp(tx, postId, now)
}

async function takePost(context: TriggerContext, post: Post, { byId, at }: Purge): Promise<void> {
  await putPost(context, { ...post, status: 'removed', archivedAt: at, archivedById: byId })
  await relistPost(context.tx, post.id, context.now)
}

async function takeComment({ tx, now }: TriggerContext, { id }: Row, { byId, at }: Purge): Promise<void> {
  // As it is by now: one that answers another is counted there.
  const comment = await tx.get(comments, id)
  if (comment === undefined) return
  const next = { ...comment, removedBy: 'moderator', removedById: byId, removedAt: at } as const
  await tx.put(comments, next)
  await recountComment(tx, next, now)
  await logComment(tx, next, now)
}

async function takeVote({ tx, now }: TriggerContext, vote: Vote): Promise<void> {
  const comment = vote.targetKind === 'comment' ? await tx.get(comments, vote.targetId) : undefined
  const version = vote.targetKind === 'revision' ? await tx.get(revisions, vote.targetId) : undefined
  const post = await tx.get(posts, comment?.postId ?? version?.postId ?? vote.targetId)
  const writerId = (comment ?? version)?.authorId
  const none: Vote = { ...vote, value: 0, power: 0 }
  if (post === undefined) await tx.put(votes, none)
  else await countVote(tx, none, post, writerId === undefined ? ownersOf(post) : [writerId], now)
}

/** Others may have built on the words: they stay, and count for nobody. */
async function takeCredit({ tx }: TriggerContext, { id }: Row): Promise<void> {
  const revision = await tx.get(revisions, id)
  if (revision === undefined) return
  const next = { ...revision, isUncredited: true }
  await tx.put(revisions, next)
  await recount(tx, next)
}
