/**
 * `node simulation/tabs/run-seeds.ts FROM [TO]`: runs seeds of the shipped client and says what
 * each finds; one alone with every line of what happens.
 */
import { runTabSeeds } from './seeds.ts'

const tell = (line: string): void => void process.stdout.write(`${line}\n`)
const [from = 1, to = from] = process.argv.slice(2).map(Number)
const seeds = Array.from({ length: to - from + 1 }, (_, at) => from + at)
const runs = await runTabSeeds(seeds, { isTraced: from === to })
for (const { lines } of from === to ? runs : []) tell(lines.join('\n'))
const failed = runs.filter(({ faults }) => faults.length > 0)
for (const { seed, faults } of failed) tell(`seed ${seed}: ${faults.join(' · ')}`)
tell(`${runs.length} seeds, ${runs.reduce((sum, { words }) => sum + words, 0)} words, ${failed.length} not survived`)
process.exitCode = failed.length > 0 ? 1 : 0
