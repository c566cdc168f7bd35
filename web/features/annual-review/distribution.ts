/** Votes on a post as columns of dots, from strongest against to strongest for. */

export interface Column {
  /** A vote’s worth, to a whole number. */
  readonly value: number
  readonly count: number
}

const strongest = 9
const maxDots = 10

/** One for each whole value, those without a vote included: all posts are drawn to one scale. */
export function columnsOf(values: readonly number[]): readonly Column[] {
  const counts = new Map<number, number>()
  for (const value of values) {
    const at = Math.max(-strongest, Math.min(strongest, Math.round(value)))
    counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  return Array.from({ length: 2 * strongest + 1 }, (_, n) => ({ value: n - strongest, count: counts.get(n - strongest) ?? 0 }))
}

/** For how many votes a dot stands, so that the highest column of a page fits. */
export function votesPerDot(all: readonly (readonly Column[])[]): number {
  const highest = Math.max(1, ...all.flatMap((columns) => columns.map(({ count }) => count)))
  return Math.ceil(highest / maxDots)
}

/** For those who do not see it: "2 votes of +9, 1 of −4". */
export function distributionWords(columns: readonly Column[]): string {
  const given = columns.filter(({ count }) => count > 0)
  if (given.length === 0) return 'No votes'
  return given
    .toReversed()
    .map(({ value, count }, at) => `${count}${at > 0 ? '' : count === 1 ? ' vote' : ' votes'} of ${signedValue(value)}`)
    .join(', ')
}

export const signedValue = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0')
