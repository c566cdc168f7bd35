import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { endGroupWithUs } from './child.ts'

export const projectDir = join(import.meta.dirname, '..')

const Package = z.object({ scripts: z.record(z.string(), z.string()) })

/** The commands of package.json by name. */
export const commands = Package.parse(JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'))).scripts

/** What is run, under the name that a report gives it. */
export interface Step {
  readonly name: string
  readonly command: string
}

export interface Ran {
  readonly name: string
  /** `null` when the time was up. */
  readonly exitCode: number | null
  readonly output: string
  readonly seconds: number
  /** Of it and all its descendants that have ended. */
  readonly cpuSeconds: number
}

export interface RunOptions {
  /** Show the output as it comes, and not only after a failure. */
  readonly isLive?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** When it has not ended by then, it is ended. */
  readonly timeOutMs?: number
}

const usualTimeOutMs = 60 * 60_000

/** The command that package.json has under `name`. */
export function scriptStep(name: string, args = ''): Step {
  const command = commands[name]
  if (command === undefined) throw new Error(`package.json has no script "${name}"`)
  return { name, command: `${command} ${args}`.trim() }
}

/** Runs the command that package.json has under `name`, as npm would. */
export function runScript(name: string, { args, ...options }: RunOptions & { readonly args?: string } = {}): Promise<Ran> {
  return runStep(scriptStep(name, args), options)
}

/** Runs a command line from the project's folder, its own tools first in the path. */
export function runStep({ name, command }: Step, { isLive = false, env = {}, timeOutMs = usualTimeOutMs }: RunOptions = {}): Promise<Ran> {
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Ran>()
  // The shell tells on a line of its own what it and all that it has waited for have computed.
  const child = spawn('sh', ['-c', `${command}\ncode=$?; times >&3; exit $code`], {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: {
      ...(isLive && process.stdout.isTTY && { FORCE_COLOR: '1' }),
      ...process.env,
      ...env,
      PATH: `${join(projectDir, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    },
    // A group of its own, so that whoever ends the shell ends what it runs.
    detached: true,
  })
  const end = endGroupWithUs(child)
  let isOver = false
  const patience = setTimeout(() => {
    isOver = true
    end()
  }, timeOutMs)
  let output = ''
  let times = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from?.setEncoding('utf8').on('data', (part: string) => {
      output += part
      if (isLive) to.write(part)
    })
  }
  child.stdio[3]?.on('data', (part: unknown) => (times += String(part)))
  child.on('error', reject)
  child.on('close', (exitCode) => {
    clearTimeout(patience)
    const seconds = (performance.now() - startedAt) / 1000
    resolve({ name, exitCode: isOver ? null : exitCode, output, seconds, cpuSeconds: cpuSecondsIn(times) })
  })
  return promise
}

/**
 * The sum of what a shell's `times` prints: user and system time of the shell, and of its children.
 */
export function cpuSecondsIn(times: string): number {
  return [...times.matchAll(/(\d+)m([\d.]+)s/gu)].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
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
