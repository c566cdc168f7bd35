/**
 * A short run of faults. With another seed each time and more rounds:
 * `npm run faults -- --rounds 500`, and `npm run test:long -- --only faults`.
 */
import { expect, test } from 'vitest'
import { isLong } from '#shared/testing/extent.ts'
import { runFaults } from './fault-run.ts'

const seed = '7'
const rounds = isLong ? 20 : 5

test(`seed ${seed}: three nodes of which one after the other fails in ${rounds} rounds lose nothing, and do nothing twice`, async () => {
  const { problems, history, figures } = await runFaults(rounds, seed)
  process.stdout.write(`  seed ${seed}: ${JSON.stringify(figures)}\n`)
  if (problems.length > 0) process.stdout.write(`${history.join('\n')}\n`)
  expect(problems).toEqual([])
})
