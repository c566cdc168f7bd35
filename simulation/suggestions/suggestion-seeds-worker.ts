import { parentPort } from 'node:worker_threads'
import type { SuggestionOrder } from './seeds.ts'
import { runSuggestions } from './run.ts'

/** A thread that runs seeds as it is told. */
parentPort?.on('message', ({ seed, bug }: SuggestionOrder) => {
  void (async () => {
    const done = await runSuggestions(seed, { bug })
    parentPort?.postMessage(done)
  })()
})
