import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BugName } from './bugs.ts'
import type { Figures } from './run.ts'

export interface ToSeeds {
  readonly seed: number
  readonly bug: BugName | null
  /** `null`: as many as the seed says. */
  readonly nodes: number | null
}

export interface FromSeeds {
  readonly seed: number
  /** What did not hold; none: the run was survived. */
  readonly faults: readonly string[]
  readonly figures: Figures
  readonly ms: number
}

export interface SeedsOptions {
  readonly from: number
  readonly count: number
  readonly bug?: BugName | null
  /** Start no further seed after the first that fails. */
  readonly untilFirst?: boolean
  readonly tell?: (done: FromSeeds) => void
  /** When it is not the seed that decides how many there are. */
  readonly nodes?: number | null
  /**
   * Empty PostgreSQL databases for the server's store, one for each thread; none: it is in memory
   * alone.
   */
  readonly databases?: readonly string[]
}

/** What a thread of seeds is told when it starts. */
export interface SeedsWorkerData {
  readonly databaseUrl: string | null
}

export const maxLanes = Math.max(1, Math.min(2, availableParallelism()))

/** Runs seeds on all cores. In the order of the seeds, however they came back. */
export async function runSeeds({
  from,
  count,
  bug = null,
  untilFirst = false,
  tell,
  nodes = null,
  databases,
}: SeedsOptions): Promise<readonly FromSeeds[]> {
  const found: FromSeeds[] = []
  let next = from
  let isOver = false
  const lane = async (databaseUrl: string | null): Promise<void> => {
    const workerData: SeedsWorkerData = { databaseUrl }
    const worker = new Worker(join(import.meta.dirname, 'seeds-worker.ts'), { workerData })
    try {
      while (!isOver && next < from + count) {
        const seed = next
        next += 1
        const done = await ask(worker, { seed, bug, nodes })
        found.push(done)
        tell?.(done)
        if (untilFirst && done.faults.length > 0) isOver = true
      }
    } finally {
      await worker.terminate()
    }
  }
  const lanes = databases ?? Array.from({ length: Math.min(count, maxLanes) }, () => null)
  await Promise.all(lanes.map(lane))
  return found.toSorted((a, b) => a.seed - b.seed)
}

function ask(worker: Worker, order: ToSeeds): Promise<FromSeeds> {
  return new Promise((resolve, reject) => {
    const done = (answer: FromSeeds): void => {
      worker.off('error', failed)
      resolve(answer)
    }
    const failed = (error: unknown): void => {
      worker.off('message', done)
      reject(new Error(`seed ${order.seed} broke its thread`, { cause: error }))
    }
    worker.once('message', done)
    worker.once('error', failed)
    worker.postMessage(order)
  })
}
