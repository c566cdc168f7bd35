import { beforeAll, expect, test } from 'vitest'
import { isLong } from '#shared/testing/extent.ts'
import planted from '../../scripts/planted/document-tabs.ts'
import { recordedSeed } from '../recorded-seeds.ts'
import type { TracedRun } from './seeds.ts'
import { firstSeeds, runTabSeeds } from './seeds.ts'

/** At which the product was not survived before it was mended. */
const onceNotSurvived = [4, 13, 21, 62, 128, 2267, 2294, 2303, 2699]
/** At which words are typed into a copy that is being given up. */
const typedOnWhileGivenUp = 91
/** Those at which planted faults show (`npm run test:planted -- document-tabs`), too. */
const recorded = [...new Set([...onceNotSurvived, typedOnWhileGivenUp, ...planted.map(({ name }) => recordedSeed('tabs', name))])]
const seeds = isLong ? [...new Set([...recorded, ...firstSeeds(300)])] : recorded
const repeated = 21

let found: readonly TracedRun[] = []
beforeAll(async () => {
  found = await runTabSeeds([...seeds, repeated], { isTraced: true })
})

test(`${seeds.length} seeds of the shipped client: each word typed is there once, in the store and in every tab, and what was said was so`, () => {
  const failed = found.filter(({ faults }) => faults.length > 0)
  expect(failed.map(({ seed, faults }) => `tabs seed ${seed}: ${faults.join(' · ')}`)).toEqual([])
  expect(found).toHaveLength(seeds.length + 1)
  process.stdout.write(`  ${seeds.length} seeds, ${found.reduce((sum, { words }) => sum + words, 0)} words\n`)
})

test('a seed of the shipped client fixes a run to the last line', () => {
  const [one, other] = found.filter(({ seed }) => seed === repeated)
  expect(one?.lines.length).toBeGreaterThan(50)
  expect(other?.lines).toEqual(one?.lines)
})
