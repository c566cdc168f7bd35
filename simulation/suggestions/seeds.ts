import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SuggestionBug } from './bugs.ts'
import type { SuggestionRun } from './run.ts'

export interface SuggestionOrder {
  readonly seed: number
  readonly bug: SuggestionBug | null
}

const lanes = 2

/**
 * Runs seeds on two threads, in the order in which they are done; with a bug, none is begun after
 * the first that fails.
 */
export async function runSuggestionSeeds(count: number, bug: SuggestionBug | null = null): Promise<readonly SuggestionRun[]> {
  const found: SuggestionRun[] = []
  let next = 1
  const lane = async (): Promise<void> => {
    const worker = new Worker(join(import.meta.dirname, 'suggestion-seeds-worker.ts'))
    try {
      while (next <= count && (bug === null || found.every(({ faults }) => faults.length === 0))) {
        const order: SuggestionOrder = { seed: next, bug }
        next += 1
        worker.postMessage(order)
        // What the thread answers; an error of it rejects.
        const [done] = (await once(worker, 'message')) as [SuggestionRun]
        found.push(done)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return found
}
