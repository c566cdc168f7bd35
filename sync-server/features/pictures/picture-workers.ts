/**
 * The process that decodes pictures, seen from the server. A picture that it dies of is `broken`.
 */
import type { WorkerPool, WorkerPoolOptions } from '#server/files/worker-pool.ts'
import type { Answered, Asked } from './remake.ts'
import { workerPool } from '#server/files/worker-pool.ts'

export type PictureWorkers = WorkerPool<Asked, Answered>

export function pictureWorkers(options: WorkerPoolOptions = {}): PictureWorkers {
  return workerPool({ module: new URL('./picture-process.ts', import.meta.url), broken: { fault: 'broken' } }, options)
}
