// `npm run world`: the outline of the world's land for /groups-map, from Natural Earth's 1:110m map
// as world-atlas has it, in the projection of the pins. It stands in web/blocks/towns.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { outlineSeam, project, world } from '#shared/local-groups/map-projection.ts'
import { projectDir } from './steps.ts'

const Pair = z.tuple([z.number(), z.number()])
const Land = z.object({
  transform: z.object({ scale: Pair, translate: Pair }),
  /** Each a line: its first point, then the way from each to the next. */
  arcs: z.array(z.array(Pair)),
  objects: z.object({
    land: z.object({
      geometries: z.array(z.object({ type: z.literal('MultiPolygon'), arcs: z.array(z.array(z.array(z.int()))) })),
    }),
  }),
})

/** Units of the drawing for each of the map's: what is left of a coordinate is whole. */
const fineness = 10

export const outlinePath = join(projectDir, 'web/blocks/towns/world.svg')

/** @returns the drawing; as high as the world, and wider by `outlineSeam` at both ends. */
export function worldOutline(): string {
  const source = join(projectDir, 'node_modules/world-atlas/land-110m.json')
  const { transform, arcs, objects } = Land.parse(JSON.parse(readFileSync(source, 'utf8')))
  const [scaleX, scaleY] = transform.scale
  const [fromX, fromY] = transform.translate
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([byX, byY]) => {
      ;[x, y] = [x + byX, y + byY]
      const degrees = { longitude: x * scaleX + fromX, latitude: Math.max(-90, y * scaleY + fromY) }
      const point = project(degrees)
      return [Math.round(point.x * fineness), Math.round(point.y * fineness)] as const
    })
  })
  // A negative number is an arc from its end. Each begins at the last point of the one before.
  const ring = (numbers: readonly number[]) =>
    numbers.flatMap((n, at) => {
      const line = n < 0 ? (lines[~n] ?? []).toReversed() : (lines[n] ?? [])
      return at === 0 ? line : line.slice(1)
    })
  const rings = objects.land.geometries.flatMap((geometry) => geometry.arcs.flat().flatMap((numbers) => flat(ring(numbers))))
  const paths = rings.map(pathOf).join('')
  const box = `${-seam} 0 ${width + 2 * seam} ${height}`
  const land = `<path fill="#8a8678" d="${paths}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" preserveAspectRatio="none">${land}</svg>\n`
}

type Ring = readonly (readonly [number, number])[]

const [width, height] = [world.width * fineness, Math.round(world.height * fineness)]
const seam = outlineSeam * fineness

/**
 * A ring of the sphere on the plane. One across 180° goes on beyond the edge there, and is drawn
 * once more where it comes in at the other; the one around the South Pole is closed along it.
 */
function flat(ring: Ring): readonly Ring[] {
  let around = 0
  const unwound = ring.map(([x, y], at) => {
    const before = ring[at - 1]?.[0] ?? x
    if (Math.abs(x - before) > width / 2) around += x < before ? width : -width
    return [x + around, y] as const
  })
  const [first, last] = [unwound[0]?.[0] ?? 0, unwound.at(-1)?.[0] ?? 0]
  const closed = Math.abs(last - first) > width / 2 ? aroundPole(unwound, Math.sign(last - first)) : unwound
  const ends = unwound.map(([x]) => x)
  const moves = [0, ...(Math.min(...ends) < 0 ? [width] : []), ...(Math.max(...ends) > width ? [-width] : [])]
  return moves.map((by) => closed.map(([x, y]) => [x + by, y] as const))
}

/** Beyond both ends by the seam, where it is flat. */
function aroundPole(ring: Ring, direction: number): Ring {
  const [from, to] = [ring[0] ?? [0, height], ring.at(-1) ?? [width, height]] as const
  const [start, end] = [from[0] - direction * seam, to[0] + direction * seam]
  return [[start, from[1]], ...ring, [end, to[1]], [end, height], [start, height], [start, from[1]]]
}

function pathOf(ring: Ring): string {
  const [first, ...rest] = ring
  if (first === undefined) return ''
  let [x, y] = first
  const ways = rest.slice(0, -1).flatMap(([nextX, nextY]) => {
    const way = [nextX - x, nextY - y] as const
    ;[x, y] = [nextX, nextY]
    return way[0] === 0 && way[1] === 0 ? [] : [`${way[0]}${way[1] < 0 ? '' : ' '}${way[1]}`]
  })
  // Islands smaller than the drawing can say are left out.
  if (ways.length < 2) return ''
  return `M${first[0]} ${first[1]}l${ways.reduce((all, way) => `${all}${all === '' || way.startsWith('-') ? '' : ' '}${way}`, '')}z`
}

if (import.meta.main) writeFileSync(outlinePath, worldOutline())
