import { parentPort } from 'node:worker_threads'
import type { SeedOrder } from './seeds.ts'
import { runDocuments } from './run.ts'

/** A thread that runs seeds as it is told. */
parentPort?.on('message', ({ seed, bug }: SeedOrder) => {
  void (async () => {
    const done = await runDocuments(seed, { bug })
    parentPort?.postMessage(done)
  })()
})
