import type { UserRateLimit } from './measure-schema.ts'
import { limitUnits } from './measure-schema.ts'

type Limit = Pick<UserRateLimit, 'actionsPerInterval' | 'intervalLength' | 'intervalUnit' | 'endsAt'>

/**
 * Until when these limits of one kind keep their member waiting; `null`: they may go on.
 * @param times when the earlier ones were made, newest first.
 */
export function limitEnd(limits: readonly Limit[], times: readonly number[], now: number): number | null {
  const ends = limits.map(({ actionsPerInterval, intervalLength, intervalUnit, endsAt }) => {
    if (actionsPerInterval === 0) return endsAt
    const oldestThatCounts = times[actionsPerInterval - 1]
    return oldestThatCounts === undefined ? 0 : Math.min(endsAt, oldestThatCounts + intervalLength * limitUnits[intervalUnit])
  })
  const until = Math.max(0, ...ends)
  return until > now ? until : null
}
