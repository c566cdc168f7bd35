import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DocumentBug } from './bugs.ts'
import type { DocumentRun } from './run.ts'

export interface SeedOrder {
  readonly seed: number
  readonly bug: DocumentBug | null
}

const lanes = 2

/**
 * Runs seeds on two threads, in the order in which they are done; with a bug, none is begun after
 * the first that fails.
 */
export async function runDocumentSeeds(count: number, bug: DocumentBug | null = null): Promise<readonly DocumentRun[]> {
  const found: DocumentRun[] = []
  let next = 1
  const lane = async (): Promise<void> => {
    const worker = new Worker(join(import.meta.dirname, 'document-seeds-worker.ts'))
    try {
      while (next <= count && (bug === null || found.every(({ faults }) => faults.length === 0))) {
        const order: SeedOrder = { seed: next, bug }
        next += 1
        worker.postMessage(order)
        // What the thread answers; an error of it rejects.
        const [done] = (await once(worker, 'message')) as [DocumentRun]
        found.push(done)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return found
}
