/**
 * Where a point of the sphere is on the flat map: Miller's cylindrical projection (O. M. Miller,
 * "Notes on cylindrical world map projections", Geographical Review 32, 1942). Unlike Mercator's it
 * has the poles, and a city in the north is less stretched than with plain degrees.
 */
import type { Coordinates } from './coordinates.ts'

/** In units of the map: x grows to the east from 180° west, y to the south from the North Pole. */
export interface Point {
  readonly x: number
  readonly y: number
}

const radians = Math.PI / 180
const stretched = (latitude: number): number => 1.25 * Math.log(Math.tan(Math.PI / 4 + 0.4 * latitude * radians))
const unit = 1_000 / (2 * Math.PI)

/** The drawing of the land goes on so far beyond 180°: two of them side by side leave no gap. */
export const outlineSeam = 1

export const world = { width: 1_000, height: 2 * stretched(90) * unit } as const

const within = (y: number): number => Math.min(Math.max(y, 0), world.height)

export function project({ latitude, longitude }: Coordinates): Point {
  // At the poles themselves a logarithm misses the edge by its last digit.
  return { x: ((longitude + 180) / 360) * world.width, y: within(world.height / 2 - stretched(latitude) * unit) }
}

/** Of any point: x runs on around the world, y ends at the poles. */
export function unproject({ x, y }: Point): Coordinates {
  const north = (world.height / 2 - within(y)) / unit
  const latitude = (2.5 * (Math.atan(Math.exp(0.8 * north)) - Math.PI / 4)) / radians
  return { latitude: Math.min(Math.max(latitude, -90), 90), longitude: (around(x) / world.width) * 360 - 180 }
}

/** The same place between 180° west, which is in it, and 180° east, which is not. */
export const around = (x: number): number => ((x % world.width) + world.width) % world.width
