/** A short run of faults with another seed each time, which is printed; `SEED=7 ROUNDS=20` asks for one. By hand: `npm run faults -- --rounds 500 --seed 7`. */
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { runFaults } from './fault-run.ts'

const seed = process.env['SEED'] ?? String(randomInt(1_000_000))
const rounds = Number(process.env['ROUNDS'] ?? 6)

test(
  `seed ${seed}: three nodes of which one after the other fails in ${rounds} rounds lose nothing, and do nothing twice`,
  { timeout: 600_000 },
  async () => {
    const { problems, history, figures } = await runFaults(rounds, seed)
    process.stdout.write(`  seed ${seed}: ${JSON.stringify(figures)}\n`)
    if (problems.length > 0) process.stdout.write(`${history.join('\n')}\n`)
    expect(problems).toEqual([])
  },
)
