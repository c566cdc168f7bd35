/**
 * `npm run faults -- --rounds 500 --seed 7`: the run of faults.test.ts, for as long as one likes.
 * Ends with 1 when something was not as it has to be.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runFaults } from './fault-run.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' }, seed: { type: 'string' } } })
const seed = values.seed ?? String(randomInt(1_000_000))
process.stdout.write(`seed ${seed}\n`)
const { problems, figures } = await runFaults(Number(values.rounds), seed, (line) => process.stdout.write(`${line}\n`))
process.stdout.write(`${JSON.stringify({ seed, ...figures })}\n`)
for (const problem of problems) process.stdout.write(`  ✗ ${problem}\n`)
process.exit(problems.length > 0 ? 1 : 0)
