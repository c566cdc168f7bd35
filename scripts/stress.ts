// `npm run test:long -- --stress`: the DOM tier and the journeys three times beside four busy
// loops, a report for each journey. It can be interrupted, and ends by itself after `--minutes 18`:
// the next run of the same commit goes on where it was (`--anew` begins again). Ends with 0 when
// all three passes are whole and nothing failed.
import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { endWithUs } from './child.ts'
import { ramFolder } from './ram-folder.ts'
import { projectDir, runStep } from './steps.ts'
import { doneIn, reportOf } from './stress-record.ts'
import { tableOf } from './table.ts'
import { commandOf, tiers } from './tiers.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '18' }, anew: { type: 'boolean', default: false } } })
const endsAt = performance.now() + Number(values.minutes) * 60_000
const passes = 3
const loops = 4
const tried = [{ name: 'DOM', projects: ['dom'] }, ...tiers.filter(({ name }) => name === 'journeys')]

const folder = ramFolder()
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: projectDir, encoding: 'utf8' }).trim()
const record = join(projectDir, `.cache/stress/${commit}.jsonl`)
if (values.anew) rmSync(record, { force: true })
for (let n = 0; n < loops; n += 1) endWithUs(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))

let left = 0
for (let pass = 1; pass <= passes; pass += 1) {
  for (const tier of tried) {
    const waiting = await filesOf(tier)
    const files = waiting.filter((file) => !doneIn(record).some((done) => done.pass === pass && done.file === file))
    const timeOutMs = endsAt - performance.now()
    if (files.length === 0) continue
    if (timeOutMs > 0) {
      console.log(`\n… pass ${pass}: ${tier.name}, ${files.length} files`)
      const command = `${commandOf(tier)} ${files.join(' ')} --reporter=default --reporter=./scripts/stress-reporter.ts`
      await runStep(
        { name: tier.name, command },
        { isLive: true, timeOutMs, env: { ...folder, STRESS_RECORD: record, STRESS_PASS: String(pass) } },
      )
    }
    const done = new Set(doneIn(record).flatMap((each) => (each.pass === pass ? [each.file] : [])))
    left += files.filter((file) => !done.has(file)).length
  }
}

const done = doneIn(record)
const failures = done.flatMap(({ pass, file, failed }) => failed.map((name) => `pass ${pass}, ${file}: ${name}`))
console.log(`\n${tableOf([['', 'passes', 'passed', 'failed', 'slowest'], ...reportOf(done)])}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
if (left > 0) console.log(`\n${left} files are left: the same command goes on with them.`)
// Without an `exit` the loops would keep the process.
process.exit(failures.length === 0 && left === 0 && done.length > 0 ? 0 : 1)

async function filesOf(tier: (typeof tried)[number]): Promise<readonly string[]> {
  const command = `${commandOf(tier).replace('vitest run', 'vitest list')} --filesOnly --json`
  const { output, exitCode } = await runStep({ name: 'list', command })
  if (exitCode !== 0) throw new Error(output)
  const Listed = z.array(z.object({ file: z.string() }))
  return Listed.parse(JSON.parse(output.slice(output.indexOf('[')))).map(({ file }) => relative(projectDir, file))
}
