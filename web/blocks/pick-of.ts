/**
 * One of so many, from the clock, which nobody can choose: a page that is asked for in the same
 * moment again picks the same one.
 */
export function pickOf(now: number, count: number): number {
  // Knuth's multiplicative hash: neighbours in time land far apart.
  return Number((BigInt(Math.trunc(now)) * 2_654_435_761n) % BigInt(count))
}
