/** What follows from when and where an event is said to be; on devices too. */
import type { Event } from './schema.ts'
import { dayMs } from '../kernel/durations.ts'
import { AppError } from '../kernel/errors.ts'
import { cellsOf } from '../local-groups/cells.ts'
import { areWhole, coordinatesOf } from '../local-groups/coordinates.ts'
import { isOver } from './rules.ts'
import { eventLimits } from './schema.ts'
import { isZone, momentOf } from './zones.ts'

type TimeAndPlace = Pick<Event, 'starts' | 'ends' | 'zone' | 'isOnline' | 'location'>
type Coordinates = Partial<Pick<Event, 'latitude' | 'longitude'>>
/** Where a coordinate is absent it stays as it was. */
type Said = TimeAndPlace & { readonly [Name in keyof Coordinates]?: Coordinates[Name] | undefined }

/** @throws AppError 'invalid' with the field that cannot be */
export function timeAndPlace(said: Said, before?: Event) {
  const { starts, ends, zone, isOnline, location } = said
  if (!isZone(zone)) throw new AppError('invalid', { field: 'zone' })
  const [startAt, endAt] = [starts === '' ? null : momentOf(starts, zone), ends === '' ? null : momentOf(ends, zone)]
  // An end alone says nothing.
  if (startAt === null && (starts !== '' || ends !== '')) throw new AppError('invalid', { field: 'starts' })
  if (endAt === null && ends !== '') throw new AppError('invalid', { field: 'ends' })
  const lasts = startAt === null || endAt === null ? 0 : endAt - startAt
  if (lasts < 0 || lasts > eventLimits.days * dayMs) throw new AppError('invalid', { field: 'ends' })
  if (!isOnline && location === '') throw new AppError('invalid', { field: 'location' })
  if (!areWhole({ ...before, ...said })) throw new AppError('invalid', { field: 'latitude' })
  return { startAt, endAt, ...cellsOf(coordinatesOf({ ...before, ...said })) }
}

/** What those who come have to hear of a change; `null`: nothing, as of what was over and is. */
export function changeOf(before: Event, next: Event, now: number): 'canceled' | 'restored' | 'changed' | null {
  if (isOver(before, now) && isOver(next, now)) return null
  if (next.isCancelled) return before.isCancelled ? null : 'canceled'
  if (before.isCancelled) return 'restored'
  const fields = ['startAt', 'endAt', 'zone', 'isOnline', 'location', 'joinUrl'] as const
  return fields.some((field) => next[field] !== before[field]) ? 'changed' : null
}
