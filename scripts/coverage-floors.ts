/** Coverage by area of the code, and the floor of each, which may only rise. */
import * as z from 'zod/mini'

export type Floors = Readonly<Record<string, number>>

const Summary = z.record(z.string(), z.object({ lines: z.object({ total: z.number(), covered: z.number() }) }))

export interface Area {
  readonly name: string
  readonly total: number
  readonly covered: number
  /**
   * Of its lines that the tests run, rounded down to a tenth, so that a floor is never above what
   * was measured.
   */
  readonly percent: number
}

/**
 * Whose tests a change is looked at with: `shared/text`, `web/features`, `sync-server/sync`. Files
 * at the top of a side are one area.
 */
export function areaOf(path: string): string {
  const [side = '', folder = '', ...rest] = path.split('/')
  return rest.length === 0 ? side : `${side}/${folder}`
}

/** @param summary of the reporter `json-summary`; paths below `root` count */
export function areasOf(summary: unknown, root: string): readonly Area[] {
  const sums = new Map<string, { total: number; covered: number }>()
  for (const [path, { lines }] of Object.entries(Summary.parse(summary))) {
    if (!path.startsWith(`${root}/`)) continue
    const name = areaOf(path.slice(root.length + 1))
    const { total, covered } = sums.get(name) ?? { total: 0, covered: 0 }
    sums.set(name, { total: total + lines.total, covered: covered + lines.covered })
  }
  return [...sums]
    .filter(([, { total }]) => total > 0)
    .map(([name, { total, covered }]) => ({ name, total, covered, percent: Math.floor((covered / total) * 1_000) / 10 }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * What is not as it has to be, one line each. @param earlier the floors as they were committed
 * before
 */
export function faultsOf(areas: readonly Area[], floors: Floors, earlier: Floors): readonly string[] {
  const below = areas.flatMap(({ name, percent }) => {
    const floor = floors[name]
    if (floor === undefined) return [`${name} has no floor: \`npm run test:coverage -- --raise\` gives it one`]
    return percent < floor ? [`${name}: ${percent} % is below its floor of ${floor} %: its new lines lack tests`] : []
  })
  const lowered = areas.flatMap(({ name }) => {
    const [before = 0, now = 0] = [earlier[name], floors[name]]
    return now < before ? [`${name}: the floor was lowered from ${before} % to ${now} %; it may only rise`] : []
  })
  return [...below, ...lowered]
}

/** The floors as they would be, none of them lower; areas that are gone are left out. */
export function raised(areas: readonly Area[], floors: Floors): Floors {
  return Object.fromEntries(areas.map(({ name, percent }) => [name, Math.max(percent, floors[name] ?? 0)]))
}
