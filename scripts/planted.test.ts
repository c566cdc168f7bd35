import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PlantedFault, Verdict } from './plant-faults.ts'
import { plantFaults, whyNotPlantable } from './plant-faults.ts'
import { readAreas } from './planted-areas.ts'
import { projectDir } from './steps.ts'

const areas = await readAreas()

const atLeast = 5

describe.each(areas)('area $name', ({ faults, tests }) => {
  test('every planted fault has its place, exactly once', () => {
    const textOf = (file: string) => (existsSync(join(projectDir, file)) ? readFileSync(join(projectDir, file), 'utf8') : null)
    expect(faults.flatMap((fault) => whyNotPlantable(fault, textOf(fault.file)) ?? [])).toEqual([])
  })

  test('it has at least five, each under a name of its own, and tests to catch them', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
    expect(faults.length).toBeGreaterThanOrEqual(atLeast)
    expect(tests.length).toBeGreaterThan(0)
  })
})

const fault = (name: string, find: string, replace: string): PlantedFault => ({ name, file: 'sum.mjs', find, replace })

test.each<[string, PlantedFault, string | null, string | null]>([
  ['a text that stands there once', fault('a', 'a + b', 'a - b'), 'a + b', null],
  ['a text that is gone', fault('a', 'a + b', 'a - b'), 'a * b', 'its text stands 0 times in sum.mjs'],
  ['a text that stands twice', fault('a', 'a + b', 'a - b'), 'a + b + a + b', 'its text stands 2 times in sum.mjs'],
  ['a file that is gone', fault('a', 'a + b', 'a - b'), null, 'there is no sum.mjs'],
  ['a fault that changes nothing', fault('a', 'a + b', 'a + b'), 'a + b', 'it changes nothing'],
])('%s', (_name, planted, text, why) => {
  expect(whyNotPlantable(planted, text)).toBe(why)
})

describe('a small project', { timeout: 300_000 }, () => {
  /** A sum with one test; `expected` is what that test wants of 2 and 2. */
  function aProject(expected: number): string {
    const folder = mkdtempSync(join(tmpdir(), 'planted-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    mkdirSync(join(folder, 'units'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, '.gitignore'), 'node_modules')
    writeFileSync(join(folder, 'sum.mjs'), 'export const sum = (a, b) => a + b\n')
    const unit = `import { expect, test } from 'vitest'\nimport { sum } from '../sum.mjs'\n`
    writeFileSync(join(folder, 'units/sum.test.mjs'), `${unit}test('two and two', () => expect(sum(2, 2)).toBe(${expected}))\n`)
    symlinkSync(join(projectDir, 'node_modules'), join(folder, 'node_modules'))
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    return folder
  }

  const plant = (folder: string, faults: readonly PlantedFault[], withinMs = 120_000): Promise<readonly Verdict[]> =>
    plantFaults({ projectDir: folder, areas: [{ name: 'sums', faults, tests: ['units'] }], tell: () => {}, withinMs })

  test('tells a caught fault from one that survives, one that loads no longer, and one whose text is gone; it changes no file', async () => {
    const folder = aProject(4)
    const verdicts = await plant(folder, [
      fault('caught', 'a + b', 'a - b'),
      fault('survives', 'a + b', 'a * b'),
      fault('does not load', 'a + b', 'a +'),
      fault('gone', 'a / b', 'a'),
    ])
    expect(verdicts.map(({ fault: name, isCaught }) => [name, isCaught])).toEqual([
      ['caught', true],
      ['survives', false],
      ['does not load', false],
      ['gone', false],
    ])
    expect(verdicts.map(({ about }) => about.split(':')[0])).toEqual([
      'two and two',
      'its units stay green',
      'no test fails, but the run does',
      'its text stands 0 times in sum.mjs',
    ])
    expect(readFileSync(join(folder, 'sum.mjs'), 'utf8')).toContain('a + b')
  })

  test('an area that is red without a fault catches nothing', async () => {
    const [verdict, ...others] = await plant(aProject(5), [fault('caught', 'a + b', 'a - b')])
    expect([verdict?.isCaught, verdict?.about.split(':')[0], others]).toEqual([false, 'its units fail without a fault', []])
  })

  test('a fault that makes its units run for ever is ended and not caught', async () => {
    const verdicts = await plant(aProject(4), [fault('endless', 'a + b', '{ for (;;) a += b }')], 5_000)
    expect(verdicts).toMatchObject([{ isCaught: false, about: 'no red within 5 s' }])
  })
})
