import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone, serverOnly } from '../kernel/visibility.ts'
import { dayMs } from '../kernel/durations.ts'

export const boardPeriods = ['allTime', 'month'] as const
export type BoardPeriod = (typeof boardPeriods)[number]
export const boardFigures = { most: 500, step: 50, days: 30 } as const

export const BoardLine = z.strictObject({ userId: Id, karma: z.number() })

/**
 * Who has earned most, id the period: public, made by the server now and then; accounts that are
 * banned or gone are left out.
 */
export const Board = z.object({
  id: z.enum(boardPeriods),
  lines: z.array(BoardLine),
  at: Time,
})
export type Board = z.infer<typeof Board>

// Ids and sums of public work, of accounts that stand.
export const boards = defineTable({ name: 'boards', row: Board, visibility: everyone })

/**
 * What a member's work was given on one day, by others; id `USER:DAY`. For the board of the last
 * days; older ones are thrown away.
 */
export const KarmaDay = z.object({
  id: z.string(),
  userId: Id,
  /** Days since 1970, UTC. */
  day: z.number(),
  karma: z.number(),
})
export type KarmaDay = z.infer<typeof KarmaDay>

export const karmaDays = defineTable({
  name: 'karma_days',
  row: KarmaDay,
  indexes: [['day']],
  visibility: serverOnly,
  journal: false,
})

export const dayOf = (time: number): number => Math.floor(time / dayMs)
