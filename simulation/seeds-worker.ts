import { parentPort, workerData } from 'node:worker_threads'
import { serverRegistry } from '#server/server-registry.ts'
import { planFrom } from './plan.ts'
import { runPlan } from './run.ts'
import type { FromSeeds, SeedsWorkerData, ToSeeds } from './seeds.ts'
import { nodesOnPostgres, openPostgres } from './world/database-on-postgres.ts'

// As it was told when it was started.
const { databaseUrl } = workerData as SeedsWorkerData
const opening = databaseUrl === null ? null : openPostgres(databaseUrl, serverRegistry.tables, nodesOnPostgres)

/** A thread that runs seeds as it is told. */
parentPort?.on('message', ({ seed, bug, nodes }: ToSeeds) => {
  void (async () => {
    const postgres = await opening
    const startedAt = performance.now()
    const { faults, figures } = await runPlan(planFrom(seed, nodes), { bug, postgres })
    const done: FromSeeds = { seed, faults, figures, ms: performance.now() - startedAt }
    parentPort?.postMessage(done)
  })()
})
