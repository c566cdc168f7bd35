import { parentPort } from 'node:worker_threads'
import { planFrom } from './plan.ts'
import { runPlan } from './run.ts'
import type { FromSeeds, ToSeeds } from './seeds.ts'

/** A thread that runs seeds as it is told. */
parentPort?.on('message', ({ seed, bug }: ToSeeds) => {
  void (async () => {
    const startedAt = performance.now()
    const { faults, figures } = await runPlan(planFrom(seed), { bug })
    const done: FromSeeds = { seed, faults, figures, ms: performance.now() - startedAt }
    parentPort?.postMessage(done)
  })()
})
