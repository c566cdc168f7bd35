// `npm run bench`: the measurements one after another, each in a process of its own; the last line
// is all figures as JSON. `npm run bench -- http paint`: only these.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endWithUs } from '../scripts/child.ts'

const all = [
  'store',
  'http',
  'bytes',
  'paint',
  'visit',
  'thread',
  'growth',
  'sync',
  'exchange',
  'read',
  'search',
  'near',
  'scale',
  'archive',
  'review',
  'queue',
]
const maxMs = 10 * 60_000

const asked = process.argv.slice(2)
const figures: Record<string, unknown> = {}
for (const name of asked.length === 0 ? all : asked) {
  console.log(`\n${name}`)
  const found = await measure(name)
  if (found === null) process.exitCode = 1
  figures[name] = found
}
console.log(`\n${JSON.stringify(figures)}`)

/** What the bench's last line says, or `null` when it failed. */
async function measure(name: string): Promise<unknown> {
  const path = join(import.meta.dirname, `${name}.ts`)
  if (!existsSync(path)) {
    console.error(`  There is no bench/${name}.ts.`)
    return null
  }
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'], timeout: maxMs })
  endWithUs(child)
  let lastLine = ''
  let rest = ''
  child.stdout.on('data', (part) => {
    const lines = (rest + String(part)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.trim() === '') continue
      lastLine = line
      if (!line.startsWith('{')) console.log(line)
    }
  })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject)
  child.on('close', resolve)
  const exitCode = await promise
  if (exitCode === 0 && lastLine.startsWith('{')) return JSON.parse(lastLine)
  console.error(`  ${name} failed.`)
  return null
}
