import type { WorkerPool, WorkerPoolOptions } from '#server/files/worker-pool.ts'
import type { CardAnswered, CardAsked } from './render-card.ts'
import { workerPool } from '#server/files/worker-pool.ts'

export type CardWorkers = WorkerPool<CardAsked, CardAnswered>

/** The process that draws cards, seen from the server. */
export function cardWorkers(options: WorkerPoolOptions = {}): CardWorkers {
  return workerPool({ module: new URL('./card-process.ts', import.meta.url), broken: { fault: 'it died, or took too long' } }, options)
}
