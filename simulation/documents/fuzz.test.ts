import { describe, expect, test } from 'vitest'
import { isLong } from '#shared/testing/extent.ts'
import { recordedSeed, renew } from '../recorded-seeds.ts'
import type { DocumentBug } from './bugs.ts'
import { documentBugs } from './bugs.ts'
import { runDocuments } from './run.ts'
import { runDocumentSeeds } from './seeds.ts'

const seeds = isLong ? 500 : 120

test(`${seeds} seeds: three editors, two nodes, and whatever dies, all end with one text, and nothing called saved is lost`, async () => {
  const found = await runDocumentSeeds(seeds)
  const failed = found.filter(({ faults }) => faults.length > 0)
  expect(failed.map(({ seed, faults }) => `documents seed ${seed}: ${faults.join(' · ')}`)).toEqual([])
  expect(found).toHaveLength(seeds)
  const [edits, acknowledged] = [sum(found.map((run) => run.edits)), sum(found.map((run) => run.acknowledged))]
  process.stdout.write(`  ${seeds} seeds, ${edits} edits, ${acknowledged} acknowledged frames\n`)
})

test('a seed fixes a run to the last line', async () => {
  const lines = async (): Promise<readonly string[]> => {
    const told: string[] = []
    await runDocuments(3, { trace: (line) => told.push(line) })
    return told
  }
  const first = await lines()
  expect(first.length).toBeGreaterThan(10)
  expect(await lines()).toEqual(first)
})

describe('a planted bug is caught', () => {
  // In a list by name, see `documentBugs`.
  test.for(Object.keys(documentBugs) as DocumentBug[])('%s', async (bug) => {
    const seed = recordedSeed('documents', bug)
    expect((await runDocuments(seed, { bug })).faults, renew).not.toEqual([])
    // By the bug, and by nothing else.
    expect((await runDocuments(seed)).faults).toEqual([])
  })
})

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
