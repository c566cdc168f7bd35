/**
 * The simulation with the product's own store on a real PostgreSQL under each of three nodes. Every
 * answer is compared with that of the database in memory; and as nothing that PostgreSQL takes its
 * time for is seen in simulated time, a run on it is the run in memory, message by message.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '#shared/testing/extent.ts'
import { newDatabase, startPostgres } from '#server/store/testing/real-postgres.ts'
import type { RealPostgres } from '#server/store/testing/real-postgres.ts'
import { serverRegistry } from '#server/server-registry.ts'
import type { BugName } from './bugs.ts'
import { bugs } from './bugs.ts'
import { thunderingHerdAfterRestart } from './thundering-herd.ts'
import { planFrom } from './plan.ts'
import { runPlan } from './run.ts'
import { maxLanes, runSeeds } from './seeds.ts'
import { nodesOnPostgres as nodes, openPostgres } from './world/database-on-postgres.ts'
import type { Postgres } from './world/database-on-postgres.ts'

const seeds = isLong ? 40 : 8

let server: RealPostgres
let postgres: Postgres
beforeAll(async () => {
  server = await startPostgres()
  postgres = await openPostgres((await newDatabase(server.url)).url, serverRegistry.tables, nodes)
})
afterAll(async () => {
  await postgres.close()
  await server.stop()
})

test(`${seeds} seeds are survived`, async () => {
  const databases: string[] = []
  for (let lane = 0; lane < maxLanes; lane += 1) databases.push((await newDatabase(server.url)).url)
  const found = await runSeeds({ from: 1, count: seeds, nodes, databases })
  const failed = found.filter(({ faults }) => faults.length > 0)
  expect(failed.map(({ seed, faults }) => `npm run simulate -- --postgres --seed ${seed}: ${faults.join(' · ')}`)).toEqual([])
  expect(found).toHaveLength(seeds)
})

test.for(isLong ? [9, 12] : [9])('seed %i is the same run as in memory, to the last message', async (seed) => {
  const lines = async (on: Postgres | null): Promise<readonly string[]> => {
    const told: string[] = []
    await runPlan(planFrom(seed, nodes), { postgres: on, trace: (line) => told.push(line) })
    return told
  }
  const inMemory = await lines(null)
  expect(inMemory.length).toBeGreaterThan(100)
  expect(await lines(postgres)).toEqual(inMemory)
})

// In memory `npm test` plants them as well (simulation.test.ts), and a run here is the run there.
describe('a planted bug is caught', () => {
  // In a list by name, see `bugs`.
  const all = (Object.keys(bugs) as BugName[]).filter((name) => name !== 'jitter-off')
  const names = isLong ? all : []
  test.for(names)('%s', async (bug) => {
    // The seed that shows it is looked for in memory, where that is quick: it is the same run.
    const found = await runSeeds({ from: 1, count: 200, bug, nodes, untilFirst: true })
    const plan = planFrom(found.find(({ faults }) => faults.length > 0)?.seed ?? 0, nodes)
    expect((await runPlan(plan, { bug, postgres })).faults).not.toEqual([])
    // By the bug, and by nothing else.
    expect((await runPlan(plan, { postgres })).faults).toEqual([])
  })

  test('jitter-off: a hundred devices that lost three servers together come back together', async () => {
    const [well, planted] = [await thunderingHerdAfterRestart(null, postgres), await thunderingHerdAfterRestart('jitter-off', postgres)]
    expect(well.returned).toBe(100)
    expect(well.maxAtOnce).toBeLessThan(34)
    expect(planted.maxAtOnce).toBeGreaterThan(90)
  })
})
