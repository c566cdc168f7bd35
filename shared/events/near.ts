import type { Read } from '../kernel/transaction.ts'
import type { Nearby } from '../local-groups/nearby.ts'
import type { Event } from './schema.ts'
import { cellsAround, sizeFor } from '../local-groups/cells.ts'
import { coordinatesOf } from '../local-groups/coordinates.ts'
import { distanceOf } from '../local-groups/distance.ts'
import { eventsInCell } from './queries.ts'

export interface NearEvent {
  readonly event: Event
  /** In km. */
  readonly distance: number
}

/** Of each cell at most: where more take place, those after them are left out. */
const mostOfCell = 2_000

/**
 * Events in lists within a radius that start from then on; the next first. It reads what lies in
 * the cells that the circle touches, in the order of their starts, and no more of it than it takes.
 */
export async function eventsNear(read: Read, nearby: Nearby, from: number, limit: number): Promise<readonly NearEvent[]> {
  const size = sizeFor(nearby.radius)
  const cells = cellsAround(nearby, size)
  for (let perCell = limit; ; perCell = Math.min(perCell * 4, mostOfCell)) {
    const perCells = await Promise.all(cells.map((cell) => read.list(eventsInCell(size, cell, from, perCell))))
    // Past the last of a cell that has more, something could be missing.
    const known = Math.min(...perCells.map((found) => (found.length < perCell ? Infinity : (found.at(-1)?.startAt ?? Infinity))))
    const near = perCells
      .flat()
      .flatMap((event) => distanced(event, nearby))
      .filter(({ event }) => (event.startAt ?? 0) <= known)
      .toSorted((a, b) => (a.event.startAt ?? 0) - (b.event.startAt ?? 0) || a.event.id.localeCompare(b.event.id))
    if (near.length >= limit || known === Infinity || perCell >= mostOfCell) return near.slice(0, limit)
  }
}

function distanced(event: Event, nearby: Nearby): readonly NearEvent[] {
  const place = coordinatesOf(event)
  const distance = place === null ? Infinity : distanceOf(nearby, place)
  return distance <= nearby.radius ? [{ event, distance }] : []
}
