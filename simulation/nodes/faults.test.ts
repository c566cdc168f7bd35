/** A short run of faults; `SEED=8 ROUNDS=40` asks for another. By hand, with another seed each time: `npm run faults -- --rounds 500`. */
import { expect, test } from 'vitest'
import { runFaults } from './fault-run.ts'

const seed = process.env['SEED'] ?? '7'
const rounds = Number(process.env['ROUNDS'] ?? 20)

test(
  `seed ${seed}: three nodes of which one after the other fails in ${rounds} rounds lose nothing, and do nothing twice`,
  { timeout: 900_000 },
  async () => {
    const { problems, history, figures } = await runFaults(rounds, seed)
    process.stdout.write(`  seed ${seed}: ${JSON.stringify(figures)}\n`)
    if (problems.length > 0) process.stdout.write(`${history.join('\n')}\n`)
    expect(problems).toEqual([])
  },
)
