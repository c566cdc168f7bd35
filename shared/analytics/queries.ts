import type { Read } from '../kernel/transaction.ts'
import type { PostDay } from './schema.ts'
import { commentsOfPost, stands } from '../comments/queries.ts'
import { defineQuery } from '../kernel/query.ts'
import { emptyPostDay, postDays } from './schema.ts'
import { dayMs } from '../kernel/durations.ts'

/** Twelve years. */
const maxDays = 4_400
const maxComments = 5_000

export interface AnalyticsDay extends PostDay {
  readonly comments: number
}

export interface Sums {
  readonly views: number
  readonly visitors: number
  readonly reads: number
  readonly karma: number
  readonly comments: number
  /** Share of visitors who had left within half a minute; `null` without visitors. */
  readonly bounceRate: number | null
  /** `null` where nobody was long enough on it to be counted. */
  readonly meanSeconds: number | null
}

/**
 * Each day from `from` to `until` (days since 1970, both included), those without anything too; at
 * most `maxDays`.
 */
export async function analyticsDays(read: Read, postId: string, from: number, until: number): Promise<readonly AnalyticsDay[]> {
  const known = await read.list(
    defineQuery({
      table: postDays,
      index: ['postId', 'day'],
      equals: [postId],
      from,
      until: until + 1,
      order: 'ascending',
      limit: maxDays,
    }),
  )
  const byDay = new Map(known.map((day) => [day.day, day]))
  const said = await read.list({ ...commentsOfPost(postId, maxComments), from: from * dayMs, until: (until + 1) * dayMs })
  const comments = new Map<number, number>()
  for (const comment of said.filter(stands)) {
    const day = Math.floor(comment.postedAt / dayMs)
    comments.set(day, (comments.get(day) ?? 0) + 1)
  }
  const first = Math.max(from, until - maxDays + 1)
  return Array.from({ length: Math.max(0, until - first + 1) }, (_, n) => {
    const day = first + n
    return { ...(byDay.get(day) ?? emptyPostDay(postId, day)), comments: comments.get(day) ?? 0 }
  })
}

/** Of all days. */
export async function viewsOf(read: Read, postId: string): Promise<number> {
  const days = await read.list(
    defineQuery({ table: postDays, index: ['postId', 'day'], equals: [postId], order: 'descending', limit: maxDays }),
  )
  return days.reduce((total, { views }) => total + views, 0)
}

export function sumsOf(days: readonly AnalyticsDay[]): Sums {
  const sum = (pick: (day: AnalyticsDay) => number) => days.reduce((total, day) => total + pick(day), 0)
  const visitors = sum((day) => day.visitors)
  const reads = sum((day) => day.reads)
  const seconds = sum((day) => day.seconds)
  return {
    views: sum((day) => day.views),
    visitors,
    reads,
    karma: sum((day) => day.karma),
    comments: sum((day) => day.comments),
    bounceRate: visitors === 0 ? null : Math.max(0, 1 - reads / visitors),
    meanSeconds: visitors === 0 || seconds === 0 ? null : Math.round(seconds / visitors),
  }
}
