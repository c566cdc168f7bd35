// `npm test`: the gates two at a time, then the unit tests, the simulation of devices and server with its faults,
// then the journeys in a browser. `npm run check`: the gates alone.
// Ends with what failed, by name, and one line that counts everything: each gate is one, each test is one.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { closingLine, countsOfReport, failuresIn, none, sum, unsteadyIn } from './counts.ts'
import type { Counts } from './counts.ts'
import { projectDir, runScript, runSteps } from './steps.ts'
import type { Ran } from './steps.ts'

/** Slowest first. Each is a script of package.json. */
const gates = ['lint:layers', 'lint:unused', 'types', 'format:check', 'lint:css', 'lint']

const reports = join(projectDir, '.cache/reports')

const startedAt = performance.now()
const isGatesOnly = process.argv[2] === 'gates'
let counts = none
const unsteady: string[] = []
const failed: string[] = []

// What the journeys need is made beside the gates.
await countSteps(isGatesOnly ? gates : ['build', 'chromium', ...gates])
if (!isGatesOnly) {
  await countTests('test:unit')
  await countTests('test:simulation')
  await countTests('test:e2e')
}
if (unsteady.length > 0) console.log(`\nPassed only at the second attempt, each a bug to be found:\n${unsteady.join('\n')}`)
if (failed.length > 0) console.log(`\nFailed:\n${failed.join('\n')}`)
console.log(`\nIn ${Math.round((performance.now() - startedAt) / 1000)} s:`)
console.log(closingLine(counts))
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1

async function countSteps(names: readonly string[]): Promise<void> {
  for (const { name, exitCode } of await runSteps(names, 2, tell)) {
    add({ ...none, ...(exitCode === 0 ? { passed: 1 } : { failed: 1 }) })
    if (exitCode !== 0) failed.push(name)
  }
}

async function countTests(name: string): Promise<void> {
  const report = join(reports, `${name.replace(':', '-')}.json`)
  mkdirSync(reports, { recursive: true })
  rmSync(report, { force: true })
  console.log(`\n… ${name}`)
  const ran = await runScript(name, { args: `--reporter=default --reporter=json --outputFile.json=${report}`, isLive: true })
  tell(ran)
  const counted = countsOfReport(report, ran.exitCode)
  add(counted)
  const named = failuresIn(report)
  failed.push(...(named.length === 0 && counted.failed > 0 ? [`${name}: something outside its tests`] : named))
  unsteady.push(...unsteadyIn(report))
}

function tell({ name, exitCode, output, seconds }: Ran): void {
  const isGood = exitCode === 0
  console.log(`${isGood ? '✓' : '✗'} ${name}  ${seconds.toFixed(1)} s${exitCode === null ? '  (stopped: time was up)' : ''}`)
  if (!isGood) console.log(output.trimEnd().replace(/^/gm, '    '))
}

function add(more: Counts): void {
  counts = sum(counts, more)
}
