/** `1 comment`, `12 comments`; for counts that a reader hears as well as sees. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${Math.abs(count) === 1 ? one : many}`
}

/**
 * Thousands apart by a comma. By hand: a page of comments has thousands of these, and `Intl` takes
 * longer for them than React for the page.
 */
export function grouped(count: number): string {
  return Math.abs(count) < 1_000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/gu, ',')
}

/** A score with a true minus sign. */
export function signed(score: number): string {
  return score < 0 ? `−${grouped(-score)}` : grouped(score)
}

/** `1 point`, `−3 points`. */
export const points = (score: number): string => `${signed(score)} ${Math.abs(score) === 1 ? 'point' : 'points'}`
