/**
 * A pool of vitest for files that are not isolated: a process runs a few of them, then another
 * takes its place. Each process loads the product's modules once for all of its files, and none
 * lives long enough to grow large.
 */
import type { PoolRunnerInitializer, PoolTask, WorkerRequest } from 'vitest/node'
import { ForksPoolWorker } from 'vitest/node'

/** @param maxFiles that one process runs */
export function recycledForks(maxFiles: number): PoolRunnerInitializer {
  return {
    name: 'recycled-forks',
    createPoolWorker: (options) => new RecycledFork(options, maxFiles),
  }
}

type Options = ConstructorParameters<typeof ForksPoolWorker>[0]

class RecycledFork extends ForksPoolWorker {
  override readonly name = 'recycled-forks'
  readonly #maxFiles: number
  #files = 0

  constructor(options: Options, maxFiles: number) {
    super(options)
    this.#maxFiles = maxFiles
  }

  override send(message: WorkerRequest): void {
    if (message.type === 'run' || message.type === 'collect') this.#files += message.context.files.length
    super.send(message)
  }

  canReuse({ context }: PoolTask): boolean {
    return this.#files < this.#maxFiles && context.environment.name === 'node'
  }
}
