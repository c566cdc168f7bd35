/**
 * Karma thresholds of feeds (content.md 10.1): few, so that one finished feed serves all who ask
 * for about the same.
 */
export const karmaMarks = [2, 30, 45, 75, 125, 200] as const
const boundaries = [16, 37, 60, 100, 162] as const

/** The mark that a number stands for. */
export function nearestMark(asked: number): number {
  const at = boundaries.findIndex((boundary) => asked < boundary)
  return karmaMarks.at(at < 0 ? -1 : at) ?? karmaMarks[0]
}

interface Marked {
  readonly maxBaseScore: number
  readonly reachedAt?: readonly number[] | undefined
}

/**
 * When each mark was reached first, in their order; 0: before anybody took note. As long as marks
 * have been reached.
 */
export function marksReached({ maxBaseScore, reachedAt }: Marked): readonly number[] {
  return reachedAt ?? karmaMarks.filter((mark) => maxBaseScore >= mark).map(() => 0)
}

/** The same after a score has become `maxBaseScore`. */
export function withMarks(before: Marked, maxBaseScore: number, now: number): readonly number[] {
  const known = marksReached(before)
  return [...known, ...karmaMarks.slice(known.length).flatMap((mark) => (maxBaseScore >= mark ? [now] : []))]
}
