import { describe, expect, test } from 'vitest'
import { isLong } from '#shared/testing/extent.ts'
import { recordedSeed, renew } from '../recorded-seeds.ts'
import type { SuggestionBug } from './bugs.ts'
import { suggestionBugs } from './bugs.ts'
import { runSuggestions } from './run.ts'
import { runSuggestionSeeds } from './seeds.ts'

/** A share of the thousand that `npm run simulate` runs. */
const seeds = isLong ? 60 : 30

test(`${seeds} seeds: three editors propose, decide and write apart, and all end with one text, each proposal in it once or not at all`, async () => {
  const found = await runSuggestionSeeds(seeds)
  const failed = found.filter(({ faults }) => faults.length > 0)
  expect(failed.map(({ seed, faults }) => `suggestions seed ${seed}: ${faults.join(' · ')}`)).toEqual([])
  expect(found).toHaveLength(seeds)
  // What they do is what is meant.
  const sum = (of: (run: (typeof found)[number]) => number): number => found.reduce((total, run) => total + of(run), 0)
  expect(sum(({ proposals }) => proposals)).toBeGreaterThan(seeds)
  expect(sum(({ twice }) => twice)).toBeGreaterThan(3)
  process.stdout.write(`  ${sum(({ proposals }) => proposals)} proposals, ${sum(({ twice }) => twice)} taken over by two\n`)
})

test('a seed fixes a run to the last line', async () => {
  const lines = async (): Promise<readonly string[]> => {
    const told: string[] = []
    await runSuggestions(4, { trace: (line) => told.push(line) })
    return told
  }
  const first = await lines()
  expect(first.length).toBeGreaterThan(5)
  expect(await lines()).toEqual(first)
})

describe('a planted bug is caught', () => {
  // In a list by name, see `suggestionBugs`.
  test.for(Object.keys(suggestionBugs) as SuggestionBug[])('%s', async (bug) => {
    const seed = recordedSeed('suggestions', bug)
    expect((await runSuggestions(seed, { bug })).faults, renew).not.toEqual([])
    // By the bug, and by nothing else.
    expect((await runSuggestions(seed)).faults).toEqual([])
  })
})
