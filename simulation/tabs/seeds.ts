import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PlantedFault } from '../../scripts/plant-faults.ts'
import type { TabRun } from './run.ts'

export interface TabOrder {
  readonly seed: number
  readonly isTraced: boolean
}

export interface TracedRun extends TabRun {
  readonly lines: readonly string[]
}

interface SeedOptions {
  readonly isTraced?: boolean
  /**
   * Planted in the shipped client's source; with one, no seed is begun after the first that fails.
   */
  readonly fault?: PlantedFault | null
}

const lanes = 2

/** Runs the seeds on two threads of their own, in the order in which they are done. */
export async function runTabSeeds(
  seeds: readonly number[],
  { isTraced = false, fault = null }: SeedOptions = {},
): Promise<readonly TracedRun[]> {
  const found: TracedRun[] = []
  const left = [...seeds]
  const lane = async (): Promise<void> => {
    const worker = new Worker(join(import.meta.dirname, 'tab-seeds-worker.ts'), { workerData: { fault } })
    try {
      while (fault === null || found.every(({ faults }) => faults.length === 0)) {
        const seed = left.shift()
        if (seed === undefined) return
        const order: TabOrder = { seed, isTraced }
        worker.postMessage(order)
        // What the thread answers; an error of it rejects.
        const [done] = (await once(worker, 'message')) as [TracedRun]
        found.push(done)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, seeds.length) }, lane))
  return found
}

/** The first so many. */
export const firstSeeds = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1)
