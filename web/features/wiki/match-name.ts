import { bare, noRank, rankOf } from '#shared/wiki/name-rank.ts'

/** Names that a search means, the best first, by their short form too. */
export function matching<Named extends { readonly name: string; readonly shortName: string }>(
  all: readonly Named[],
  typed: string,
): readonly Named[] {
  const wanted = bare(typed)
  return all
    .map((one) => ({ one, rank: Math.min(rankOf(one.name, wanted), rankOf(one.shortName, wanted)) }))
    .filter(({ rank }) => rank < noRank)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
}
