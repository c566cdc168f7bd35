// `npm run test:coverage`: the share of lines that the units (and the DOM tier) run, by area, and
// fails when an area is below its floor in coverage-floors.json. `-- --raise` writes what was
// measured as the new floors, where it is higher.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { areasOf, faultsOf, raised } from './coverage-floors.ts'
import type { Floors } from './coverage-floors.ts'
import { projectDir, runStep } from './steps.ts'
import { tableOf } from './table.ts'
import { commandOf, tiers } from './tiers.ts'

const { values } = parseArgs({ options: { raise: { type: 'boolean', default: false } } })
const file = 'scripts/coverage-floors.json'
const folder = join(projectDir, '.cache/coverage')

const projects = [...new Set(tiers.filter(({ name }) => name === 'units' || name.startsWith('DOM')).flatMap((tier) => tier.projects))]
const flags = `--coverage.enabled --coverage.reporter=json-summary --coverage.reportsDirectory=${folder}`
const ran = await runStep({ name: 'coverage', command: `${commandOf({ name: 'coverage', projects })} ${flags}` })
if (ran.exitCode !== 0) {
  console.log(ran.output)
  throw new Error('The tests have to pass before their coverage is judged.')
}

const Floors = z.record(z.string(), z.number())
const floorsIn = (text: string): Floors => Floors.parse(JSON.parse(text))
const areas = areasOf(JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')), projectDir)
const floors = existsSync(join(projectDir, file)) ? floorsIn(readFileSync(join(projectDir, file), 'utf8')) : {}
const rows = areas.map(({ name, total, percent }) => [name, String(total), `${percent.toFixed(1)} %`, `${floors[name] ?? '–'} %`])
console.log(tableOf([['', 'lines', 'covered', 'floor'], ...rows]))

if (values.raise) {
  writeFileSync(join(projectDir, file), `${JSON.stringify(raised(areas, floors), null, 2)}\n`)
  console.log(`${file} holds what was measured, where that is higher: commit it.`)
} else {
  const faults = faultsOf(areas, floors, highestCommitted())
  for (const fault of faults) console.log(`✗ ${fault}`)
  if (faults.length === 0) console.log('No area is below its floor. `npm run test:coverage -- --raise` raises those that have more.')
  process.exitCode = faults.length === 0 ? 0 : 1
}

/** Of each area the highest floor that any commit gave it. */
function highestCommitted(): Floors {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: projectDir, encoding: 'utf8' })
  const highest: Record<string, number> = {}
  for (const commit of git('log', '--format=%H', '--diff-filter=AM', '--', file).split('\n').filter(Boolean)) {
    for (const [name, floor] of Object.entries(floorsIn(git('show', `${commit}:${file}`)))) {
      highest[name] = Math.max(highest[name] ?? 0, floor)
    }
  }
  return highest
}
