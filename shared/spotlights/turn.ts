import type { Spotlight } from './schema.ts'
import { dayMs } from '../kernel/durations.ts'

type Turning = Pick<Spotlight, 'id' | 'number' | 'shownAt' | 'days'>

/**
 * Whose turn begins now: of those that may have one, the next in their order once the one before
 * has had its days; after the last the first again. `null`: somebody still has theirs, or there is
 * nobody else.
 * @param all in any order, those that have no turn any more included: one that was taken away
 *   leaves its place in the order.
 * @param mayHaveTurn by id.
 */
export function nextTurn(all: readonly Turning[], mayHaveTurn: ReadonlySet<string>, now: number): string | null {
  const waiting = all.filter(({ id }) => mayHaveTurn.has(id)).toSorted((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1))
  const last = all.filter(({ shownAt }) => shownAt > 0).toSorted((a, b) => b.shownAt - a.shownAt)[0]
  if (last === undefined) return waiting[0]?.id ?? null
  if (mayHaveTurn.has(last.id) && now < last.shownAt + last.days * dayMs) return null
  const next = waiting.find(({ number, id }) => id !== last.id && (number > last.number || (number === last.number && id > last.id)))
  const chosen = next ?? waiting[0]
  return chosen === undefined || chosen.id === last.id ? null : chosen.id
}
