import { spawn } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { endWithUs } from './child.ts'
import { failuresIn, unloadedIn } from './counts.ts'

/**
 * A fault that somebody could make: `find` stands in `file` exactly once, and becomes `replace`.
 */
export interface PlantedFault {
  /** What would go wrong for a person, as a fact. */
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /**
   * Arguments of `vitest run` in place of the area's: the few of its units that this fault is for,
   * so that an area of many stays quick.
   */
  readonly tests?: readonly string[]
}

export interface PlantedArea {
  readonly name: string
  readonly faults: readonly PlantedFault[]
  /** Arguments of `vitest run`: the units that must catch each of the faults. */
  readonly tests: readonly string[]
}

export interface Verdict {
  readonly area: string
  readonly fault: string
  readonly isCaught: boolean
  readonly seconds: number
  /** The test that caught it, or why it is not caught. */
  readonly about: string
}

export interface PlantOptions {
  readonly projectDir: string
  readonly areas: readonly PlantedArea[]
  readonly tell: (verdict: Verdict) => void
  /** A fault that is found later than this is not caught. */
  readonly withinMs: number
}

/** Why the fault cannot be planted in `text`, or `null`. */
export function whyNotPlantable(fault: PlantedFault, text: string | null): string | null {
  if (text === null) return `there is no ${fault.file}`
  if (fault.find === fault.replace) return 'it changes nothing'
  const count = text.split(fault.find).length - 1
  return count === 1 ? null : `its text stands ${count} times in ${fault.file}`
}

/**
 * Plants the faults one by one in a copy of the project, and runs the area's units on each: a test
 * must fail in time. The units run without a fault, too, since red ones would catch everything. The
 * project itself is never changed.
 */
export async function plantFaults({ projectDir, areas, tell, withinMs }: PlantOptions): Promise<readonly Verdict[]> {
  const copy = copyOf(projectDir)
  const remove = () => rmSync(copy, { recursive: true, force: true })
  process.once('exit', remove)
  const verdicts: Verdict[] = []
  try {
    for (const area of areas) {
      const note = (fault: string, isCaught: boolean, seconds: number, about: string) => {
        const verdict = { area: area.name, fault, isCaught, seconds, about }
        verdicts.push(verdict)
        tell(verdict)
      }
      /** How they ran without a fault, by what was run: red units would catch everything. */
      const cleanRuns = new Map<string, TestRun>()
      for (const fault of area.faults) {
        const tests = fault.tests ?? area.tests
        const clean = cleanRuns.get(tests.join(' ')) ?? (await runTests(copy, tests, 10 * withinMs))
        cleanRuns.set(tests.join(' '), clean)
        if (!clean.isGreen) {
          note(fault.name, false, clean.seconds, `its units fail without a fault: ${clean.about}`)
          continue
        }
        const path = join(copy, fault.file)
        const text = existsSync(path) ? readFileSync(path, 'utf8') : null
        const why = whyNotPlantable(fault, text)
        if (why !== null || text === null) {
          note(fault.name, false, 0, why ?? '')
          continue
        }
        writeFileSync(
          path,
          text.replace(fault.find, () => fault.replace),
        )
        try {
          const { isCaught, seconds, about } = await runTests(copy, tests, withinMs)
          note(fault.name, isCaught, seconds, about)
        } finally {
          writeFileSync(path, text)
        }
      }
    }
  } finally {
    process.off('exit', remove)
    remove()
  }
  return verdicts
}

/**
 * What git knows of the project, and what it would add, as it lies there; with the same packages.
 */
function copyOf(projectDir: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'lyceum-planted-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectDir,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const path of listed.split('\0')) {
    if (path === '' || !existsSync(join(projectDir, path))) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(projectDir, path), join(copy, path), { recursive: true })
  }
  symlinkSync(join(projectDir, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

interface TestRun {
  readonly isGreen: boolean
  /** A test failed in time: not merely a file that does not load any longer. */
  readonly isCaught: boolean
  readonly seconds: number
  readonly about: string
}

async function runTests(copy: string, tests: readonly string[], withinMs: number): Promise<TestRun> {
  const report = join(copy, 'planted-report.json')
  rmSync(report, { force: true })
  const startedAt = performance.now()
  const args = ['run', ...tests, '--bail=1', '--retry=0', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: copy,
    // A group of its own: servers and workers of the tests end with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithUs(child)
  let errors = ''
  child.stderr.on('data', (part) => (errors += String(part)))
  const { promise: exit, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('close', resolve)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  }, withinMs)
  const code = await exit.finally(() => clearTimeout(timer))
  const seconds = (performance.now() - startedAt) / 1_000
  const unloaded = unloadedIn(report)
  const failures = failuresIn(report).filter((line) => !unloaded.includes(line))
  const isGreen = code === 0 && !isLate
  const about = isLate
    ? `no red within ${withinMs / 1_000} s`
    : isGreen
      ? 'its units stay green'
      : (failures[0] ?? `no test fails, but the run does: ${unloaded[0] ?? errors.trim().split('\n').at(-1) ?? ''}`)
  return { isGreen, isCaught: !isLate && failures.length > 0, seconds, about }
}
