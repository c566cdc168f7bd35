/**
 * What requests come to: how many, how they ended, how long they took. Runs for each of them, pages
 * from the cache included, so it only adds to rows of numbers; whoever wants to know reads the
 * sums. It never keeps an address, a name or anything else of a request.
 */

export const routeClasses = ['kept', 'page', 'data', 'own', 'mutation', 'api', 'sync', 'feed', 'file', 'watch'] as const
/**
 * `kept`: a page from the cache; `page`: any other page, and what is at no known address; `data`: a
 * page's data; `own`: what is the reader's own; `mutation`: forms and mutations; `api`: programs;
 * `sync`: devices by POST; `feed`: feeds and site maps; `file`: files; `watch`: health and metrics.
 */
export type RouteClass = (typeof routeClasses)[number]

export const endings = ['2xx', '304', '3xx', '4xx', '5xx', 'cut'] as const
/** By status; `cut`: the client went away before it had its answer. */
export type Ending = (typeof endings)[number]

/** ms, upper bounds; what took longer is in one more. */
export const latencyBoundsMs = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000] as const

/** Said of what took longer than the last bound. */
const beyondMs = 10_000

/**
 * What a reader waits for. Files come off the disk, and a device's POST lasts as long as its
 * mutations.
 */
const waitedFor: ReadonlySet<RouteClass> = new Set(['kept', 'page', 'data', 'own', 'mutation', 'api', 'feed'])

const bucketCount = latencyBoundsMs.length + 1

/** Sums since the start; two of them, subtracted, are the time between. */
export interface RequestSums {
  readonly answers: number
  /** Answered with 5xx. */
  readonly faults: number
  /** Of what readers wait for, by `latencyBoundsMs`. */
  readonly buckets: readonly number[]
}

interface Latency {
  readonly route: RouteClass
  /** By `latencyBoundsMs`, each for itself. */
  readonly buckets: readonly number[]
  readonly sumMs: number
}

export class RequestMeter {
  readonly #counts = new Float64Array(routeClasses.length * endings.length)
  readonly #buckets = new Float64Array(routeClasses.length * bucketCount)
  readonly #sumsMs = new Float64Array(routeClasses.length)

  note(route: RouteClass, ending: Ending, ms: number): void {
    const at = routeClasses.indexOf(route)
    add(this.#counts, at * endings.length + endings.indexOf(ending), 1)
    add(this.#buckets, at * bucketCount + bucketOf(ms), 1)
    add(this.#sumsMs, at, ms)
  }

  counts(): readonly { readonly route: RouteClass; readonly ending: Ending; readonly count: number }[] {
    return routeClasses.flatMap((route, at) =>
      endings.map((ending, n) => ({ route, ending, count: this.#counts[at * endings.length + n] ?? 0 })).filter(({ count }) => count > 0),
    )
  }

  latencies(): readonly Latency[] {
    return routeClasses
      .map((route, at) => ({ route, buckets: this.#bucketsAt(at), sumMs: this.#sumsMs[at] ?? 0 }))
      .filter(({ buckets }) => buckets.some((count) => count > 0))
  }

  sums(): RequestSums {
    const counts = this.counts()
    const waited = this.latencies().filter(({ route }) => waitedFor.has(route))
    return {
      answers: counts.reduce((sum, { count }) => sum + count, 0),
      faults: counts.reduce((sum, { ending, count }) => sum + (ending === '5xx' ? count : 0), 0),
      buckets: Array.from({ length: bucketCount }, (_, n) => waited.reduce((sum, { buckets }) => sum + (buckets[n] ?? 0), 0)),
    }
  }

  #bucketsAt(at: number): readonly number[] {
    return [...this.#buckets.subarray(at * bucketCount, (at + 1) * bucketCount)]
  }
}

export function endingOf(status: number, isWhole: boolean): Ending {
  if (!isWhole) return 'cut'
  if (status === 304) return '304'
  return status >= 500 ? '5xx' : status >= 400 ? '4xx' : status >= 300 ? '3xx' : '2xx'
}

/**
 * ms, the upper bound of the bucket that it falls in; `null` without an answer. @param part 0.99
 * for the 99th of a hundred.
 */
export function quantileOf(buckets: readonly number[], part: number): number | null {
  const all = buckets.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let below = 0
  for (const [n, count] of buckets.entries()) {
    below += count
    if (below >= all * part) return latencyBoundsMs[n] ?? beyondMs
  }
  return null
}

function bucketOf(ms: number): number {
  let n = 0
  while (n < latencyBoundsMs.length && ms > (latencyBoundsMs[n] ?? 0)) n += 1
  return n
}

function add(row: Float64Array, at: number, by: number): void {
  row[at] = (row[at] ?? 0) + by
}
