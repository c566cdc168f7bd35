import type { Point } from './map-projection.ts'
import { around, world } from './map-projection.ts'

/** Points that would overlap on the map, shown as one at the place of the first of them. */
export interface Cluster<Each extends Point> extends Point {
  /** At least one, in the order they came. */
  readonly members: readonly Each[]
  /** At its farthest member, in units of the map. */
  readonly radius: number
}

/** The way around the world counts where it is shorter. */
export function distance(a: Point, b: Point): number {
  const x = around(a.x - b.x)
  return Math.hypot(Math.min(x, world.width - x), a.y - b.y)
}

/**
 * Puts each point to the nearest cluster that is closer than `apart`, or begins one with it. Those
 * that come out are at least so far from one another; the same points in the same order give the
 * same, whatever part of the map is shown.
 */
export function clustersOf<Each extends Point>(points: readonly Each[], apart: number): readonly Cluster<Each>[] {
  // A cell is at least `apart` wide, so that only its neighbors have to be asked; columns go on
  // around the world.
  const columns = Math.max(1, Math.floor(world.width / apart))
  const cellOf = ({ x, y }: Point) => [Math.floor((around(x) / world.width) * columns), Math.floor(y / apart)] as const
  const cells = new Map<string, { readonly x: number; readonly y: number; readonly members: Each[]; radius: number }[]>()
  const found: { readonly x: number; readonly y: number; readonly members: Each[]; radius: number }[] = []
  for (const point of points) {
    const [column, row] = cellOf(point)
    const near = [-1, 0, 1]
      .flatMap((right) => [-1, 0, 1].map((down) => `${(column + right + columns) % columns}:${row + down}`))
      .filter((cell, at, all) => all.indexOf(cell) === at)
      .flatMap((cell) => cells.get(cell) ?? [])
      .map((cluster) => ({ cluster, away: distance(cluster, point) }))
      .filter(({ away }) => away < apart)
    const nearest = near.reduce<(typeof near)[number] | null>((best, each) => (best === null || each.away < best.away ? each : best), null)
    if (nearest === null) {
      const cluster = { x: point.x, y: point.y, members: [point], radius: 0 }
      const cell = `${column}:${row}`
      cells.set(cell, [...(cells.get(cell) ?? []), cluster])
      found.push(cluster)
    } else {
      nearest.cluster.members.push(point)
      nearest.cluster.radius = Math.max(nearest.cluster.radius, nearest.away)
    }
  }
  return found
}
