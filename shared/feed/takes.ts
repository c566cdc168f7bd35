/** Quick takes on the front page (content.md 6.1) and on a member's page. */
import type { Common } from '../kernel/common.ts'
import type { Read } from '../kernel/transaction.ts'
import type { CommentInPlace } from '../comments/queries.ts'
import { quickTakesIdOf } from '../comments/container.ts'
import { commentsOfPost, inPlace, stands } from '../comments/queries.ts'
import { comments } from '../comments/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { dayMs, hourMs } from '../kernel/durations.ts'

export const takeFigures = {
  shown: 7,
  days: 5,
  youngMs: 2 * hourMs,
  leastYoung: -5,
  leastOld: 1,
  lookedThrough: 500,
  ofMember: 20,
} as const

/**
 * Of the last days, best first: at least one point once they are two hours old. `includesAll`:
 * those that are not meant for the front page too.
 */
export const frontTakes: Common<{ readonly includesAll: boolean }, readonly CommentInPlace[]> = {
  name: 'feed.takes',
  keyOf: ({ includesAll }) => String(includesAll),
  make: (read, { includesAll }, now) => bestTakes(read, includesAll, now),
  bytesOf: (takes) => takes.length * 6_000,
}

async function bestTakes(read: Read, includesAll: boolean, now: number): Promise<readonly CommentInPlace[]> {
  const { shown, days, youngMs, leastYoung, leastOld } = takeFigures
  const since = now - days * dayMs
  const posted = await read.list(takesPosted(since, now + 1))
  const young = posted.filter((take) => stands(take) && (includesAll || take.isOffFrontpage !== true))
  const scoreOf = ({ comment, tally }: CommentInPlace) => tally.baseScore / (Math.max(0, now - comment.postedAt) / hourMs + 2) ** 1.15
  return (await inPlace(read, young))
    .filter(({ comment, tally }) => tally.baseScore >= (now - comment.postedAt < youngMs ? leastYoung : leastOld))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, shown)
}

/** A member's own, newest first. */
export async function takesOfMember(
  read: Read,
  userId: string,
  limit: number,
): Promise<{ readonly rows: readonly CommentInPlace[]; readonly hasMore: boolean }> {
  const found: CommentInPlace[] = []
  const step = 200
  for (let offset = 0; offset < 5_000 && found.length <= limit; offset += step) {
    const part = await read.list({ ...commentsOfPost(quickTakesIdOf(userId), step), order: 'descending', offset })
    found.push(
      ...(await inPlace(
        read,
        part.filter((take) => take.isQuickTake === true && stands(take)),
      )),
    )
    // A short part is not the last one: what a reader may not see is left out of it.
    if (part.length === 0) break
  }
  return { rows: found.slice(0, limit), hasMore: found.length > limit }
}

/** The newest of a stretch of time. */
const takesPosted = (from: number, until: number) =>
  defineQuery({
    table: comments,
    index: ['isQuickTake', 'postedAt'],
    equals: [true],
    from,
    until,
    order: 'descending',
    limit: takeFigures.lookedThrough,
  })

/**
 * Of one stretch of time, best first. The oldest are the first to be left out where there are very
 * many.
 */
export async function takesBetween(read: Read, from: number, until: number): Promise<readonly CommentInPlace[]> {
  const posted = (await read.list(takesPosted(from, until))).filter(stands)
  return (await inPlace(read, posted)).toSorted((a, b) => b.tally.baseScore - a.tally.baseScore || b.comment.postedAt - a.comment.postedAt)
}
