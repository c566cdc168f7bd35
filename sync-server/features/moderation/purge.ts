/**
 * Takes a purged member's work away, some of it at a time, each step in a transaction of its own:
 * what is half done is gone on with at the next. What is taken away bears the time of the purge.
 */
import type { TriggerContext } from '#server/sync/triggers.ts'
import { recountComment } from '#server/triggers/recount.ts'
import { relistPost } from '#server/triggers/relist.ts'
import { logComment } from './log-triggers.ts'
import { countVote } from '#server/triggers/count-vote.ts'
import { commentsOfMember } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Query } from '#shared/kernel/query.ts'
import type { Row } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import type { Purge } from '#shared/moderation/measure-schema.ts'
import { purges } from '#shared/moderation/measure-schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { putPost } from '#shared/posts/put-post.ts'
import { posts } from '#shared/posts/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import type { Vote } from '#shared/votes/schema.ts'
import { votes } from '#shared/votes/schema.ts'
import { isCommon, ownersOf } from '#shared/wiki/access.ts'

const atOnce = 50
const page = 200

type Taken = Pick<Purge, 'posts' | 'comments' | 'sequences' | 'votes'>

/** What is left is found anew each time, so that nothing that was added meanwhile stays. */
export async function takeMoreAway(context: TriggerContext, userId: string): Promise<void> {
  const { tx, now } = context
  const purge = await tx.get(purges, userId)
  if (purge === undefined || purge.doneAt !== null) return
  const taken: Taken = { posts: 0, comments: 0, sequences: 0, votes: 0 }
  for (const [name, step] of [
    ['posts', takePosts],
    ['comments', takeComments],
    ['sequences', takeSequences],
    ['votes', takeVotes],
  ] as const) {
    const left = atOnce - taken.posts - taken.comments - taken.sequences - taken.votes
    if (left > 0) taken[name] += await step(context, purge, left)
  }
  const isDone = taken.posts + taken.comments + taken.sequences + taken.votes < atOnce
  await tx.put(purges, {
    ...purge,
    posts: purge.posts + taken.posts,
    comments: purge.comments + taken.comments,
    sequences: purge.sequences + taken.sequences,
    votes: purge.votes + taken.votes,
    doneAt: isDone ? now : null,
  })
}

async function takePosts(context: TriggerContext, { id, byId, at }: Purge, most: number): Promise<number> {
  const { tx, now } = context
  let count = 0
  for (const status of ['published', 'draft'] as const) {
    const query = defineQuery({
      ...{ table: posts, index: ['authorId', 'status', 'createdAt'], equals: [id, status], order: 'ascending' },
      limit: page,
    })
    // A page of the wiki is everybody's, and where quick takes stand others have answered.
    const found = await firstOf(tx, query, (post) => !isCommon(post) && !kindFacts(post).hasTakes, most - count)
    for (const post of found) {
      await putPost(context, { ...post, status: 'removed', archivedAt: at, archivedById: byId })
      await relistPost(tx, post.id, now)
    }
    count += found.length
  }
  return count
}

async function takeComments({ tx, now }: TriggerContext, { id, byId, at }: Purge, most: number): Promise<number> {
  const found = await firstOf(tx, commentsOfMember(id, page), ({ removedBy }) => removedBy === null, most)
  for (const { id: commentId } of found) {
    // As it is by now: one that answers another is counted there.
    const comment = await tx.get(comments, commentId)
    if (comment === undefined) continue
    const next = { ...comment, removedBy: 'moderator', removedById: byId, removedAt: at } as const
    await tx.put(comments, next)
    await recountComment(tx, next, now)
    await logComment(tx, next, now)
  }
  return found.length
}

async function takeSequences({ tx }: TriggerContext, { id, byId, at }: Purge, most: number): Promise<number> {
  const query = defineQuery({ table: sequences, index: ['authorId', 'createdAt'], equals: [id], order: 'ascending', limit: page })
  const found = await firstOf(tx, query, ({ removedAt }) => removedAt === null, most)
  for (const sequence of found) await tx.put(sequences, { ...sequence, removedAt: at, removedById: byId })
  return found.length
}

async function takeVotes({ tx, now }: TriggerContext, { id }: Purge, most: number): Promise<number> {
  const found = await firstOf(tx, votesOf(id), ({ value }) => value !== 0, most)
  for (const vote of found) {
    const comment = vote.targetKind === 'comment' ? await tx.get(comments, vote.targetId) : undefined
    const post = await tx.get(posts, comment?.postId ?? vote.targetId)
    const none: Vote = { ...vote, value: 0, power: 0 }
    if (post === undefined) await tx.put(votes, none)
    else await countVote(tx, none, post, comment === undefined ? ownersOf(post) : [comment.authorId], now)
  }
  return found.length
}

export const votesOf = (userId: string) =>
  defineQuery({ table: votes, index: ['userId', 'at'], equals: [userId], order: 'ascending', limit: page })

async function firstOf<R extends Row>(read: Read, query: Query<R>, fits: (row: R) => boolean, most: number): Promise<readonly R[]> {
  const found: R[] = []
  for (let offset = 0; found.length < most; offset += page) {
    const rows = await read.list({ ...query, offset })
    found.push(...rows.filter(fits))
    if (rows.length < page) break
  }
  return found.slice(0, most)
}
