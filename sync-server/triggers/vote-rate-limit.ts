import type { MemberViewer } from '#shared/kernel/viewer.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { VoteEvent } from '#shared/votes/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { voteLimits } from '#shared/votes/rules.ts'
import { voteEvents } from '#shared/votes/schema.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'

/**
 * @throws AppError 'rate-limited' by the figures of content.md 12.3, with the time until one more
 *   vote or reaction fits.
 */
export async function requireVoteRateLimit(
  tx: Transaction,
  { userId }: MemberViewer,
  now: number,
  { authorIds, isStrong, field }: { readonly authorIds: readonly string[]; readonly isStrong: boolean; readonly field: string },
): Promise<void> {
  const mine = { index: ['userId', 'at'], equals: [userId] } as const
  const limits: readonly VoteLimit[] = [
    { ...mine, most: voteLimits.perHour, withinMs: hourMs },
    { ...mine, most: voteLimits.perDay, withinMs: dayMs },
    ...authorIds.map((authorId) => ({
      index: ['userId', 'targetAuthorId', 'at'] as const,
      equals: [userId, authorId],
      most: voteLimits.perDayOnOneAuthor,
      withinMs: dayMs,
    })),
    ...(isStrong
      ? [{ index: ['userId', 'isStrong', 'at'] as const, equals: [userId, true], most: voteLimits.strongPerHour, withinMs: hourMs }]
      : []),
  ]
  for (const limit of limits) {
    const waitMs = await waitOf(tx, limit, now)
    if (waitMs > 0) throw new AppError('rate-limited', { retryAfterMs: waitMs, field })
  }
}

interface VoteLimit {
  readonly index: readonly (keyof VoteEvent & string)[]
  readonly equals: readonly (string | boolean)[]
  readonly most: number
  readonly withinMs: number
}

/** How long until one more vote stays within the limit; 0: at once. */
async function waitOf(tx: Transaction, { index, equals, most, withinMs }: VoteLimit, now: number): Promise<number> {
  const query = defineQuery({ table: voteEvents, index, equals, from: now - withinMs, order: 'ascending', limit: 1 })
  const count = await tx.count(query)
  if (count < most) return 0
  const [leaving] = await tx.list({ ...query, offset: count - most })
  return leaving === undefined ? 0 : leaving.at + withinMs - now + 1
}
