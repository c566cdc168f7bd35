import type { RateLimitProfile } from '#shared/moderation/rate-limit.ts'
import { requireRateLimit } from '#server/triggers/rate-limit.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { comments } from '#shared/comments/schema.ts'
import { createDialogue, sayInDialogue } from '#shared/dialogues/mutations.ts'
import { dialoguesADay } from '#shared/dialogues/rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { isStaffOrOperator } from '#shared/kernel/viewer.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { posts } from '#shared/posts/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const statuses = ['draft', 'published', 'removed'] as const

const begunBy = (authorId: string, status: (typeof statuses)[number], from: number) =>
  defineQuery({
    table: posts,
    index: ['authorId', 'status', 'createdAt'],
    equals: [authorId, status],
    from,
    order: 'descending',
    limit: 100,
  })

/**
 * Where everybody reads along, messages go no faster than comments; before that they are between
 * its authors.
 */
export const dialogueTriggers = (pace: RateLimitProfile) => [
  defineTrigger(createDialogue, async ({ tx, viewer, now }, { id }) => {
    const author = signedIn(viewer)
    const isRepeated = (await getOrThrow(tx, posts, id)).createdAt !== now
    if (isRepeated || isStaffOrOperator(author)) return
    const since = now - dayMs
    const begun = (await Promise.all(statuses.map((status) => tx.list(begunBy(author.userId, status, since))))).flat()
    const times = begun.filter((post) => kindFacts(post).hasMessages && post.id !== id).map(({ createdAt }) => createdAt)
    if (times.length >= dialoguesADay) throw new AppError('rate-limited', { retryAfterMs: Math.min(...times) - since })
  }),
  defineTrigger(sayInDialogue, async ({ tx, viewer, now }, { id, postId }) => {
    const message = await getOrThrow(tx, comments, id)
    const isRepeated = message.postedAt !== now
    if (isRepeated || message.message !== 'said') return
    const post = await getOrThrow(tx, posts, postId)
    await requireRateLimit(tx, pace, signedIn(viewer), now, { action: 'comment', id, post })
  }),
]
