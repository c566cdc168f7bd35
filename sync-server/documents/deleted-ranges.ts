import type { ClientRange } from '#shared/documents/inspect.ts'

interface Range {
  readonly from: number
  readonly to: number
}

/**
 * What is deleted in a document, as merged stretches for each client: tells whether an update that
 * only deletes brings anything new.
 */
export class DeletedRanges {
  readonly #byClient = new Map<number, Range[]>()

  has({ client, from, to }: ClientRange): boolean {
    if (from >= to) return true
    const ranges = this.#byClient.get(client) ?? []
    const range = ranges[lastStartingAtOrBefore(ranges, from)]
    return range !== undefined && range.to >= to
  }

  /** How much of it is not deleted yet. */
  lacking({ client, from, to }: ClientRange): number {
    let left = Math.max(0, to - from)
    const ranges = this.#byClient.get(client) ?? []
    for (let at = Math.max(0, lastStartingAtOrBefore(ranges, from)); at < ranges.length; at++) {
      const range = ranges[at]
      if (range === undefined || range.from >= to) break
      left -= Math.max(0, Math.min(to, range.to) - Math.max(from, range.from))
    }
    return left
  }

  add({ client, from, to }: ClientRange): void {
    if (from >= to) return
    const ranges = this.#byClient.get(client) ?? []
    this.#byClient.set(client, ranges)
    let first = lastStartingAtOrBefore(ranges, from)
    if (first < 0 || (ranges[first]?.to ?? 0) < from) first += 1
    let end = first
    let merged: Range = { from, to }
    for (let next = ranges[end]; next !== undefined && next.from <= to; next = ranges[end]) {
      merged = { from: Math.min(merged.from, next.from), to: Math.max(merged.to, next.to) }
      end += 1
    }
    ranges.splice(first, end - first, merged)
  }
}

/** -1 when all start later. */
function lastStartingAtOrBefore(ranges: readonly Range[], from: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ranges[middle]?.from ?? 0) <= from) low = middle + 1
    else high = middle
  }
  return low - 1
}
