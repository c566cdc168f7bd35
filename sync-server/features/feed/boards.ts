import type { Read } from '#shared/kernel/transaction.ts'
import type { Board } from '#shared/feed/board-schema.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { boardFigures, boards, dayOf, karmaDays } from '#shared/feed/board-schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { hourMs } from '#shared/kernel/durations.ts'
import { isSameJson } from '#shared/kernel/same.ts'

/** Beyond these, the board of the month is made from its newest days. */
const maxDayRows = 50_000
const forgottenAtOnce = 500

export interface BoardWork {
  readonly boards: readonly Pick<Board, 'id' | 'lines'>[]
  readonly pastDays: readonly string[]
}

type Sums = ReadonlyMap<string, number>

/**
 * Days that are over are looked at this often: what was given on them stands, but for what came
 * late.
 */
const pastLastsMs = hourMs

/**
 * Answers, each time it is asked, the boards that are different from what stands, and day rows that
 * are too old.
 */
export function boardWorker(): (read: Read, now: number) => Promise<BoardWork> {
  let past: { readonly today: number; readonly at: number; readonly sums: Sums } | null = null
  return async (read, now) => {
    const today = dayOf(now)
    if (past === null || past.today !== today || now - past.at >= pastLastsMs)
      past = { today, at: now, sums: await sumsOf(read, today - boardFigures.days + 1, today) }
    const sums = new Map(past.sums)
    for (const [userId, karma] of await sumsOf(read, today, today + 1)) sums.set(userId, (sums.get(userId) ?? 0) + karma)
    return boardWork(read, now, sums)
  }
}

/** What everybody was given, from one day until before another. */
async function sumsOf(read: Read, from: number, until: number): Promise<Sums> {
  const days = await read.list(
    defineQuery({ table: karmaDays, index: ['day'], equals: [], from, until, order: 'descending', limit: maxDayRows }),
  )
  const sums = new Map<string, number>()
  for (const { userId, karma } of days) sums.set(userId, (sums.get(userId) ?? 0) + karma)
  return sums
}

async function boardWork(read: Read, now: number, sums: Sums): Promise<BoardWork> {
  const top = await read.list(
    defineQuery({ table: karmaStats, index: ['karma'], equals: [], from: 1, order: 'descending', limit: boardFigures.most + 100 }),
  )
  const allTime = await present(
    read,
    top.map(({ id, karma }) => ({ userId: id, karma })),
    now,
  )
  const since = dayOf(now) - boardFigures.days + 1
  const best = [...sums].filter(([, karma]) => karma !== 0).toSorted(([x, a], [y, b]) => b - a || (x < y ? -1 : 1))
  const month = await present(
    read,
    best.slice(0, boardFigures.most + 100).map(([userId, karma]) => ({ userId, karma })),
    now,
  )
  const old = await read.list(
    defineQuery({ table: karmaDays, index: ['day'], equals: [], until: since, order: 'ascending', limit: forgottenAtOnce }),
  )
  const existing = await read.getMany(boards, ['allTime', 'month'])
  const next = [
    { id: 'allTime', lines: allTime },
    { id: 'month', lines: month },
  ] as const
  return {
    boards: next.filter(({ id, lines }) => !isSameJson(existing.find((board) => board.id === id)?.lines ?? [], lines)),
    pastDays: old.map(({ id }) => id),
  }
}

async function present(read: Read, lines: Board['lines'], now: number): Promise<Board['lines']> {
  const found = await read.getMany(
    members,
    lines.map(({ userId }) => userId),
  )
  const here = new Set(found.filter((member) => !member.isDeactivated && (member.bannedUntil ?? 0) <= now).map(({ id }) => id))
  return lines.filter(({ userId }) => here.has(userId)).slice(0, boardFigures.most)
}
