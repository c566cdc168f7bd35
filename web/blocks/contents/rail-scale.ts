/** A point of the page beside a point of the list of contents, both in px from their tops. */
export type RailPoint = readonly [page: number, rail: number]

/** At least so much of the bar is the window, however long the page is (content.md 2.8). */
const smallestWindow = 10

/**
 * Where a point of the page stands beside the list: between two entries in the same ratio as
 * between their parts. `points` rise in both.
 */
export function besideRail(points: readonly RailPoint[], page: number): number {
  const [first] = points
  if (first === undefined || page <= first[0]) return first?.[1] ?? 0
  for (let at = 1; at < points.length; at += 1) {
    const [before, after] = [points[at - 1], points[at]]
    if (before === undefined || after === undefined || page > after[0]) continue
    const share = after[0] === before[0] ? 1 : (page - before[0]) / (after[0] - before[0])
    return before[1] + share * (after[1] - before[1])
  }
  return points.at(-1)?.[1] ?? 0
}

/** The part of the bar that stands for what is in sight. */
export function windowOnRail(points: readonly RailPoint[], top: number, bottom: number): { readonly top: number; readonly height: number } {
  const from = besideRail(points, top)
  const height = Math.max(smallestWindow, besideRail(points, bottom) - from)
  const end = points.at(-1)?.[1] ?? 0
  return { top: Math.max(0, Math.min(from, end - height)), height }
}
