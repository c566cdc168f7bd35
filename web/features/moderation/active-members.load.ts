import { memberCards } from '#shared/accounts/queries.ts'
import { karmaStats, members } from '#shared/accounts/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { lastActive } from '#shared/moderation/active-members.ts'
import { limitsEnding } from '#shared/moderation/measure-queries.ts'
import { mayAct } from '#shared/moderation/measure-rules.ts'
import { memberReceptions, memberReviews } from '#shared/moderation/measure-schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { staffAddress, staffAnswer } from '../../blocks/staff/staff-answer.ts'
import { authorizePage } from '../../data/answer.ts'

const first = 200
const mostLimits = 1_000

export type ActiveRow = Awaited<ReturnType<typeof rowsOf>>[number]

const orders: Readonly<Record<string, (a: ActiveRow, b: ActiveRow) => number>> = {
  active: (a, b) => b.lastAt - a.lastAt,
  karma: (a, b) => a.karma - b.karma,
  last20: (a, b) => (a.last20Karma ?? 0) - (b.last20Karma ?? 0),
  month: (a, b) => (a.monthKarma ?? 0) - (b.monthKarma ?? 0),
  downvoters: (a, b) => (b.downVoters ?? 0) - (a.downVoters ?? 0),
  limits: (a, b) => b.limits - a.limits,
}

/**
 * `/admin/recentlyActiveUsers`: those who wrote last, in the order that is asked for. Any order is
 * of the same members.
 */
export async function loadActiveMembers({ read, viewer, now }: PageData, { url }: LoadRequest) {
  authorizePage(mayAct(viewer, 'listMembers'))
  let hasMore = false
  const list = await staffAnswer(url, {
    first,
    tabs: [
      { name: 'all', word: 'All' },
      { name: 'positive', word: 'Without negative karma' },
    ],
    sorts: [
      { name: 'active', word: 'Last active' },
      { name: 'karma', word: 'Lowest karma' },
      { name: 'last20', word: 'Lowest of last 20' },
      { name: 'month', word: 'Lowest this month' },
      { name: 'downvoters', word: 'Downvoters' },
      { name: 'limits', word: 'Rate limits' },
    ],
    async rows({ tab, sort }, limit) {
      const rows = await rowsOf(read, limit, now)
      hasMore = rows.length === limit
      return rows
        .slice(0, limit - 1)
        .filter(({ karma }) => tab !== 'positive' || karma >= 0)
        .toSorted(orders[sort])
    },
  })
  const head = { title: 'Recently active members', robots: 'noindex' as const }
  // The kit sees only the rows that are shown.
  return { head, list: { ...list, more: hasMore ? staffAddress(list, { limit: limitOf(url.searchParams, first) + first }) : null } }
}

async function rowsOf(read: Read, limit: number, now: number) {
  const active = await lastActive(read, limit)
  const ids = active.map(({ id }) => id)
  const cards = await memberCards(read, ids)
  const stats = new Map((await read.getMany(karmaStats, ids)).map((one) => [one.id, one]))
  const rows = new Map((await read.getMany(members, ids)).map((one) => [one.id, one]))
  const reviews = new Map((await read.getMany(memberReviews, ids)).map((one) => [one.id, one]))
  const received = new Map((await read.getMany(memberReceptions, ids)).map((one) => [one.id, one]))
  const limits = await read.list(limitsEnding(now + 1, mostLimits, 0))
  return active.flatMap(({ id, lastAt }) => {
    const card = cards.get(id)
    if (card === undefined) return []
    const { karma = 0, postCount = 0, commentCount = 0 } = stats.get(id) ?? {}
    return [
      {
        ...{ id, lastAt, name: card.name, slug: card.slug, joinedAt: card.joinedAt, karma, postCount, commentCount },
        /** As a job last found it; `null`: not looked at yet. */
        last20Karma: received.get(id)?.last20Karma ?? null,
        monthKarma: received.get(id)?.monthKarma ?? null,
        downVoters: received.get(id)?.downVoters ?? null,
        limits: limits.filter(({ userId }) => userId === id).length,
        isBanned: (rows.get(id)?.bannedUntil ?? 0) > now,
        isInQueue: reviews.get(id)?.needsReview === true,
      },
    ]
  })
}
