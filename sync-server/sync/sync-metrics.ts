import type { WireError } from '#shared/sync/protocol.ts'

/**
 * What an operator wants to know of the sync, counted where it happens; `http/metrics.ts` shows it.
 */
export interface SyncMetrics {
  readonly refusals: Map<WireError['code'], number>
  readonly resets: Map<string, number>
  readonly byes: Map<string, number>
  /** Mutations by outcome. */
  readonly mutations: Map<string, number>
  /** ms from a mutation's arrival to its answer. */
  readonly ackMs: Samples
  /**
   * ms that a mutation had waited on its device when it came, by the device's clock; by kind of
   * device.
   */
  readonly queueAgeMs: Map<string, Samples>
  digestsSent: number
  digestMismatches: number
  pages: number
}

export function createSyncMetrics(): SyncMetrics {
  return {
    refusals: new Map(),
    resets: new Map(),
    byes: new Map(),
    mutations: new Map(),
    ackMs: new Samples(),
    queueAgeMs: new Map(),
    digestsSent: 0,
    digestMismatches: 0,
    pages: 0,
  }
}

export function countOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

export function addSample<Key>(samples: Map<Key, Samples>, key: Key, value: number): void {
  const found = samples.get(key) ?? new Samples()
  samples.set(key, found)
  found.add(value)
}

const kept = 1_000

/** The last thousand values. */
export class Samples {
  readonly #values: number[] = []
  #next = 0

  add(value: number): void {
    this.#values[this.#next % kept] = value
    this.#next += 1
  }

  /** @param part 0.99 for the 99th of a hundred; 0 without a value. */
  quantile(part: number): number {
    const sorted = this.#values.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  }
}
