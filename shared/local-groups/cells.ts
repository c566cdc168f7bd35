/**
 * Cells of the sphere, about as wide as high, so that what is near a place is found by an index:
 * first those cells that a circle touches, then the distance itself (`distanceOf`). Rows go from
 * the South Pole to the North Pole; the nearer a row is to a pole, the fewer columns it has.
 */
import type { Coordinates } from './coordinates.ts'
import type { Nearby } from './nearby.ts'
import { kmPerDegree } from './distance.ts'

/** Degrees that a cell is high. A wide circle asks for few large ones, not for many small ones. */
const heights = { cell: 1, area: 8 } as const
export type CellSize = keyof typeof heights

/** In km: the small cells of a wider circle would be too many. */
const widestOfCells = 200

const radians = Math.PI / 180

const rowsOf = (height: number): number => Math.ceil(180 / height)
const rowOf = (latitude: number, height: number): number => Math.min(Math.floor((latitude + 90) / height), rowsOf(height) - 1)

/** As many as fit where the row is longest. */
function columnsOf(row: number, height: number): number {
  const [south, north] = [-90 + row * height, Math.min(90, -90 + (row + 1) * height)]
  const nearest = south < 0 && north > 0 ? 0 : Math.min(Math.abs(south), Math.abs(north))
  return Math.max(1, Math.floor((360 * Math.cos(nearest * radians)) / height))
}

/** Both ends of 180° are one place. */
const columnOf = (longitude: number, columns: number): number => Math.floor(((longitude + 180) / 360) * columns)
const within = (column: number, columns: number): number => ((column % columns) + columns) % columns

/** @param size small cells, or areas of many of them. */
export function cellOf({ latitude, longitude }: Coordinates, size: CellSize): string {
  const row = rowOf(latitude, heights[size])
  const columns = columnsOf(row, heights[size])
  return `${row}:${within(columnOf(longitude, columns), columns)}`
}

/** What a row says of its place; `null`: it has no point on the map. */
export function cellsOf(place: Coordinates | null): { readonly cell: string | null; readonly area: string | null } {
  return { cell: place === null ? null : cellOf(place, 'cell'), area: place === null ? null : cellOf(place, 'area') }
}

export const sizeFor = (radius: number): CellSize => (radius <= widestOfCells ? 'cell' : 'area')

/** All that a circle on the sphere touches, each once. */
export function cellsAround({ latitude, longitude, radius }: Nearby, size: CellSize): readonly string[] {
  const height = heights[size]
  // A trace more, for what lies on the edge.
  const reach = (radius / kmPerDegree) * (1 + 1e-9) + 1e-9
  const [south, north] = [latitude - reach, latitude + reach]
  const hasPole = south <= -90 || north >= 90
  // The widest part of a circle lies nearer to the pole than its center.
  const east = hasPole ? 180 : Math.asin(Math.min(1, Math.sin(reach * radians) / Math.cos(latitude * radians))) / radians
  const found: string[] = []
  for (let row = rowOf(Math.max(south, -90), height); row <= rowOf(Math.min(north, 90), height); row += 1) {
    const columns = columnsOf(row, height)
    const [first, last] = [columnOf(longitude - east, columns), columnOf(longitude + east, columns)]
    const count = Math.min(last - first + 1, columns)
    for (let step = 0; step < count; step += 1) found.push(`${row}:${within(first + step, columns)}`)
  }
  return found
}
