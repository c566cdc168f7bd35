// `npm run test:long`: all parts of long-parts.ts one after the other; `-- --only seeds` or
// `-- --only looks,faults` those alone; `-- --stress` is `--only stress`; `-- --day 2026-11-27` has
// the seeds of another day. A part has twenty minutes. Ends with what each command took, and 1 when
// one failed.
import { parseArgs } from 'node:util'
import { longEnv, longParts, partLimitMs, partNames } from './long-parts.ts'
import type { PartName } from './long-parts.ts'
import { seedOf } from './seed-of-day.ts'
import { runStep } from './steps.ts'
import { tableOf } from './table.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, stress: { type: 'boolean', default: false }, day: { type: 'string' } },
})
const day = values.day === undefined ? new Date() : new Date(values.day)
const parts = longParts(day)
console.log(`The seed of the day is ${seedOf(day)}.`)

const rows: string[][] = [['', 'wall', 'CPU', '']]
let failed = 0
for (const name of asked()) {
  const endsAt = performance.now() + partLimitMs
  if (parts[name].length === 0) report(name, 'nothing to run', null)
  for (const step of parts[name]) {
    const left = endsAt - performance.now()
    if (left <= 0) {
      report(`${name}: ${step.name}`, 'no time was left', null)
      continue
    }
    console.log(`\n… ${name}: ${step.name}`)
    const ran = await runStep(step, { isLive: true, env: longEnv, timeOutMs: left })
    report(`${name}: ${step.name}`, ran.exitCode === 0 ? null : ran.exitCode === null ? 'time was up' : 'failed', ran)
  }
}
console.log(`\n${tableOf(rows)}`)
console.log(failed === 0 ? 'All passed.' : `${failed} failed.`)
process.exitCode = failed === 0 ? 0 : 1

function report(name: string, fault: string | null, ran: { readonly seconds: number; readonly cpuSeconds: number } | null): void {
  if (fault !== null) failed += 1
  rows.push([
    name,
    ran === null ? '' : `${ran.seconds.toFixed(0)} s`,
    ran === null ? '' : `${ran.cpuSeconds.toFixed(0)} s`,
    fault ?? 'passed',
  ])
}

function asked(): readonly PartName[] {
  if (values.stress) return ['stress']
  if (values.only === undefined) return partNames
  return values.only.split(',').map((name) => {
    const part = partNames.find((known) => known === name)
    if (part === undefined) throw new Error(`no part is called ${name}; there are ${partNames.join(', ')}`)
    return part
  })
}
