import { defineQuery } from '../kernel/query.ts'
import type { Read } from '../kernel/transaction.ts'
import { phaseAt } from './rules.ts'
import type { SeasonalEvent, SeasonalKind } from './schema.ts'
import { seasonalEvents, seasonalLimits } from './schema.ts'

/** Newest first. */
export const allSeasonalEvents = () =>
  defineQuery({ table: seasonalEvents, index: ['createdAt'], equals: [], order: 'descending', limit: seasonalLimits.events })

const begunOfKind = (kind: SeasonalKind, now: number) =>
  defineQuery({
    ...{ table: seasonalEvents, index: ['kind', 'startAt'], equals: [kind], until: now + 1 },
    ...{ order: 'descending', limit: seasonalLimits.events },
  })

/** The one of a kind that began last of those that run, or else of those that are over. */
export async function seasonalEventOf(read: Read, kind: SeasonalKind, now: number): Promise<SeasonalEvent | undefined> {
  const begun = await read.list(begunOfKind(kind, now))
  return begun.find((event) => phaseAt(event, now) === 'running') ?? begun[0]
}

/** Whose phase time has changed. */
export const startedSince = (now: number) =>
  defineQuery({
    ...{ table: seasonalEvents, index: ['phase', 'startAt'], equals: ['planned'], until: now + 1 },
    ...{ order: 'ascending', limit: seasonalLimits.events },
  })
export const endedSince = (now: number) =>
  defineQuery({
    ...{ table: seasonalEvents, index: ['phase', 'endAt'], equals: ['running'], until: now + 1 },
    ...{ order: 'ascending', limit: seasonalLimits.events },
  })
