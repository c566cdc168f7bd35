import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { endWithUs } from './child.ts'

export const projectDir = join(import.meta.dirname, '..')

const Package = z.object({ scripts: z.record(z.string(), z.string()) })

/** The commands of package.json by name. */
export const commands = Package.parse(JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'))).scripts

export interface Ran {
  readonly name: string
  /** `null` when the time was up. */
  readonly exitCode: number | null
  readonly output: string
  readonly seconds: number
}

export interface RunOptions {
  /** Added to the command's end. */
  readonly args?: string
  /** Show the output as it comes, instead of keeping it for a failure. */
  readonly isLive?: boolean
}

const timeOutMs = 60 * 60_000

/** Runs the command that package.json has under `name`, as npm would: from the project's folder, its own tools first in the path. */
export function runScript(name: string, { args = '', isLive = false }: RunOptions = {}): Promise<Ran> {
  const command = commands[name]
  if (command === undefined) throw new Error(`package.json has no script "${name}"`)
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Ran>()
  const child = spawn(`${command} ${args}`, {
    cwd: projectDir,
    shell: true,
    stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
    env: { ...process.env, PATH: `${join(projectDir, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
    timeout: timeOutMs,
  })
  endWithUs(child)
  let output = ''
  child.stdout?.on('data', (part) => (output += String(part)))
  child.stderr?.on('data', (part) => (output += String(part)))
  child.on('error', reject)
  child.on('close', (exitCode) => resolve({ name, exitCode, output, seconds: (performance.now() - startedAt) / 1000 }))
  return promise
}

/** Runs the steps in order, at most `lanes` at once; tells of each as it ends. */
export async function runSteps(names: readonly string[], lanes: number, tell: (ran: Ran) => void): Promise<readonly Ran[]> {
  const waiting = [...names]
  const done: Ran[] = []
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const ran = await runScript(name)
      done.push(ran)
      tell(ran)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return done
}
