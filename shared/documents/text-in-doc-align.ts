/** Places in two lists that hold the same, in ascending order in both. */
export type Pair = readonly [a: number, b: number]

const deepest = 50

/**
 * Which items of `b` can be the ones of `a`, unchanged: what is equal at both ends, and between
 * them what stands once in each list, in the longest order that both keep (patience diff). Not
 * always the most there could be; never slow, and seldom surprising to a reader.
 */
export function matchingPairs(a: readonly string[], b: readonly string[]): readonly Pair[] {
  const pairs: Pair[] = []
  keepIn(a, b, { aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }, pairs, 0)
  return pairs
}

interface Part {
  readonly aFrom: number
  readonly aTo: number
  readonly bFrom: number
  readonly bTo: number
}

function keepIn(a: readonly string[], b: readonly string[], part: Part, pairs: Pair[], depth: number): void {
  let { aFrom, aTo, bFrom, bTo } = part
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) pairs.push([aFrom++, bFrom++])
  const behind: Pair[] = []
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) behind.push([--aTo, --bTo])

  const anchors = depth < deepest ? longestRise(uniquePairs(a, b, { aFrom, aTo, bFrom, bTo })) : []
  for (const [index, [atA, atB]] of anchors.entries()) {
    const [beforeA, beforeB] = anchors[index - 1] ?? [aFrom - 1, bFrom - 1]
    keepIn(a, b, { aFrom: beforeA + 1, aTo: atA, bFrom: beforeB + 1, bTo: atB }, pairs, depth + 1)
    pairs.push([atA, atB])
  }
  const last = anchors.at(-1)
  if (last !== undefined) keepIn(a, b, { aFrom: last[0] + 1, aTo, bFrom: last[1] + 1, bTo }, pairs, depth + 1)
  pairs.push(...behind.reverse())
}

/** What stands exactly once in each part, in the order of `a`. */
function uniquePairs(a: readonly string[], b: readonly string[], { aFrom, aTo, bFrom, bTo }: Part): readonly Pair[] {
  const places = new Map<string, { inA: number; inB: number; times: number }>()
  for (let at = aFrom; at < aTo; at++) {
    const place = places.get(a[at] ?? '')
    if (place === undefined) places.set(a[at] ?? '', { inA: at, inB: -1, times: 1 })
    else place.times = 9
  }
  for (let at = bFrom; at < bTo; at++) {
    const place = places.get(b[at] ?? '')
    if (place === undefined) continue
    place.times += 1
    place.inB = at
  }
  return [...places.values()].filter(({ times }) => times === 2).map(({ inA, inB }): Pair => [inA, inB])
}

/** The longest part of it in which the second place rises as well. */
export function longestRise(pairs: readonly Pair[]): readonly Pair[] {
  /** For each length the index of the pair that ends such a rise lowest. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [index, pair] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < pair[1]) low = middle + 1
      else high = middle
    }
    before.push(ends[low - 1])
    ends[low] = index
  }
  const rise: Pair[] = []
  for (let at = ends.at(-1); at !== undefined; at = before[at]) {
    const pair = pairs[at]
    if (pair !== undefined) rise.push(pair)
  }
  return rise.reverse()
}
