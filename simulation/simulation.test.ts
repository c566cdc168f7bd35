import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isLong } from '#shared/testing/extent.ts'
import type { BugName } from './bugs.ts'
import { bugs } from './bugs.ts'
import type { Plan } from './plan.ts'
import { planFrom } from './plan.ts'
import { runPlan } from './run.ts'
import { runSeeds } from './seeds.ts'
import { recordedSeed, renew } from './recorded-seeds.ts'
import { thunderingHerdAfterRestart } from './thundering-herd.ts'

const seeds = isLong ? 500 : 120

test(`${seeds} seeds are survived`, async () => {
  const found = await runSeeds({ from: 1, count: seeds })
  const failed = found.filter(({ faults }) => faults.length > 0)
  expect(failed.map(({ seed, faults }) => `npm run simulate -- --seed ${seed}: ${faults.join(' · ')}`)).toEqual([])
  expect(found).toHaveLength(seeds)
})

test('a seed fixes a run to the last message', async () => {
  const lines = async (): Promise<readonly string[]> => {
    const told: string[] = []
    await runPlan(planFrom(3), { trace: (line) => told.push(line) })
    return told
  }
  const first = await lines()
  expect(first.length).toBeGreaterThan(100)
  expect(await lines()).toEqual(first)
})

describe('what was once not survived is survived', () => {
  const folder = join(import.meta.dirname, 'regressions')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  test('there are some', () => expect(files.length).toBeGreaterThan(0))
  test.for(files)('%s', async (name) => {
    // Written by shrinking a plan.
    const plan = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Plan
    expect((await runPlan(plan)).faults).toEqual([])
  })
})

describe('a planted bug is caught', () => {
  // In a list by name, see `bugs`.
  const names = (Object.keys(bugs) as BugName[]).filter((name) => name !== 'jitter-off')
  test.for(names)('%s', async (bug) => {
    const plan = planFrom(recordedSeed('community', bug))
    expect((await runPlan(plan, { bug })).faults, renew).not.toEqual([])
    // By the bug, and by nothing else.
    expect((await runPlan(plan)).faults).toEqual([])
  })

  test('jitter-off: a hundred devices that lost the server together come back together', async () => {
    const [well, planted] = [await thunderingHerdAfterRestart(null), await thunderingHerdAfterRestart('jitter-off')]
    expect(well.returned).toBe(100)
    // Spread over half a second and more: never a third of them within a tenth.
    expect(well.maxAtOnce).toBeLessThan(34)
    expect(planted.maxAtOnce).toBeGreaterThan(90)
  })
})
