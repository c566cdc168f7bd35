/** Reads `?limit=`: whole, more than `first`, at most `most`; anything else is `first`. */
export function limitOf(search: URLSearchParams, first: number, most = 1_000): number {
  const given = Number(search.get('limit'))
  return Number.isInteger(given) && given > first ? Math.min(given, most) : first
}
