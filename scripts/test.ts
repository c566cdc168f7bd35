// `npm test`: the gates two at a time, then the tiers of tiers.ts: units, the simulation of devices
// and server with its faults, the journeys in a browser. `npm run check`: the gates alone. Ends
// with what failed, by name, what each tier took, and one line that counts everything: each gate is
// one, each test is one.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { closingLine, countsOfReport, essenceOf, failuresIn, none, sum, unhandledIn } from './counts.ts'
import type { Counts } from './counts.ts'
import { ramFolder } from './ram-folder.ts'
import { projectDir, runStep, runSteps } from './steps.ts'
import type { Ran } from './steps.ts'
import { tableOf } from './table.ts'
import { commandOf, tiers } from './tiers.ts'
import type { Tier } from './tiers.ts'

/** Slowest first. Each is a script of package.json. */
const gates = ['lint:layers', 'lint:unused', 'types', 'format:check', 'lint:css', 'lint']

const reports = join(projectDir, '.cache/reports')

interface Price {
  readonly name: string
  readonly seconds: number
  readonly cpuSeconds: number
  readonly counts: Counts
}

const startedAt = performance.now()
const isGatesOnly = process.argv[2] === 'gates'
const prices: Price[] = []
const failed: string[] = []
// All tiers begin with one filled store (sync-server/http-tests/testing/seeded-store.ts).
const env = isGatesOnly ? {} : { ...ramFolder(), TEST_RUN: String(process.pid) }

// What the journeys need is made beside the gates.
await countSteps(isGatesOnly ? gates : ['build', 'chromium', ...gates])
if (!isGatesOnly) {
  for (const tier of tiers.filter(({ beside }) => beside === undefined)) {
    const others = tiers.filter(({ beside }) => beside === tier.name)
    await Promise.all([countTests(tier, true), ...others.map((other) => countTests(other, false))])
  }
}
const counts = prices.map((price) => price.counts).reduce(sum, none)
if (failed.length > 0) console.log(`\nFailed:\n${failed.join('\n')}`)
console.log(`\n${tableOf([['', 'wall', 'CPU', 'tests'], ...prices.map(rowOf)])}`)
console.log(`\nIn ${Math.round((performance.now() - startedAt) / 1000)} s:`)
console.log(closingLine(counts))
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1

async function countSteps(names: readonly string[]): Promise<void> {
  const begunAt = performance.now()
  const ran = await runSteps(names, 2, tell)
  const bad = ran.filter(({ exitCode }) => exitCode !== 0)
  failed.push(...bad.map(({ name }) => name))
  prices.push({
    name: isGatesOnly ? 'gates' : 'gates and build',
    seconds: (performance.now() - begunAt) / 1000,
    cpuSeconds: ran.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0),
    counts: { ...none, passed: ran.length - bad.length, failed: bad.length },
  })
}

/**
 * @param isLive its lines are shown as they come; of a tier that runs beside another, only a
 *   failure is
 */
async function countTests(tier: Tier, isLive: boolean): Promise<void> {
  const { name } = tier
  const report = join(reports, `${name.replaceAll(/\W+/gu, '-')}.json`)
  mkdirSync(reports, { recursive: true })
  rmSync(report, { force: true })
  console.log(`\n… ${name}`)
  const reporters = ['default', 'json', ...(tier.reporter === undefined ? [] : [tier.reporter])]
  const command = `${commandOf(tier)} ${reporters.map((each) => `--reporter=${each}`).join(' ')} --outputFile.json=${report}`
  const ran = await runStep({ name, command }, { isLive, env })
  tell(isLive ? { ...ran, output: '' } : ran)
  const counted = countsOfReport(report, ran.exitCode)
  prices.push({ ...ran, counts: counted })
  const named = failuresIn(report)
  failed.push(...named)
  const unnamed = named.length === 0 && counted.failed > 0 ? essenceOf(ran.output) : unhandledIn(ran.output)
  if (unnamed.length > 0) failed.push([`${name}: something outside its tests`, ...unnamed].join('\n    '))
}

function tell({ name, exitCode, output, seconds }: Ran): void {
  const isGood = exitCode === 0
  console.log(`${isGood ? '✓' : '✗'} ${name}  ${seconds.toFixed(1)} s${exitCode === null ? '  (stopped: time was up)' : ''}`)
  if (!isGood) console.log(output.trimEnd().replace(/^/gm, '    '))
}

function rowOf({ name, seconds, cpuSeconds, counts: { passed, failed: bad } }: Price): readonly string[] {
  return [name, `${seconds.toFixed(0)} s`, `${cpuSeconds.toFixed(0)} s`, String(passed + bad)]
}
