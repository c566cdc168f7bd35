import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areaOf, areasOf, faultsOf, raised } from './coverage-floors.ts'
import { longFiles } from './long-files.ts'
import { longParts, partNames } from './long-parts.ts'
import { ramFolder } from './ram-folder.ts'
import { seedOf } from './seed-of-day.ts'
import { cpuSecondsIn, projectDir, runStep } from './steps.ts'
import { addTo, doneIn, reportOf } from './stress-record.ts'
import { tableOf } from './table.ts'
import { tiers } from './tiers.ts'

describe('what is run', () => {
  test('is told with its exit code, its words and the CPU time of its descendants', async () => {
    const computing = `node -e "const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);"`
    const ran = await runStep({ name: 'computing', command: `echo begun; sh -c '${computing.replaceAll("'", '')}; exit 3'` })
    expect(ran).toMatchObject({ name: 'computing', exitCode: 3, output: 'begun\n' })
    expect(ran.cpuSeconds).toBeGreaterThan(0.25)
  })

  test('is ended with all that it has started when its time is up', async () => {
    const ran = await runStep({ name: 'endless', command: 'sleep 1000 & sleep 1000' }, { timeOutMs: 200 })
    expect(ran.exitCode).toBe(null)
  })

  test('the times of a shell are added up', () => {
    expect(cpuSecondsIn('0m0.25s 0m0.05s\n1m2.50s 0m3.20s\n')).toBeCloseTo(66)
  })
})

test('what a killed run left in memory is removed by the next one', () => {
  const { TMPDIR: folder } = ramFolder()
  // A machine without that much memory has its own folder.
  if (folder === undefined) return
  const left = folder.replace(/\d+$/u, '999999999')
  mkdirSync(left)
  rmSync(folder, { recursive: true })
  expect(ramFolder()).toEqual({ TMPDIR: folder })
  expect([existsSync(left), existsSync(folder)]).toEqual([false, true])
})

test('every tier that runs beside another has one to run beside', () => {
  const names = tiers.map(({ name }) => name)
  expect(tiers.flatMap(({ beside }) => (beside === undefined || names.includes(beside) ? [] : [beside]))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['units', 'simulation', 'journeys']))
})

test('every file that is said to take long is there', () => {
  expect(longFiles.filter((file) => !existsSync(join(projectDir, file)))).toEqual([])
})

test('a table has its figures below each other', () => {
  expect(
    tableOf([
      ['', 'wall'],
      ['units', '9 s'],
      ['all', '1234 s'],
    ]),
  ).toBe('         wall\nunits     9 s\nall    1234 s')
})

describe('the long run', () => {
  test('has something to run in every part', () => {
    const parts = longParts(new Date())
    expect(partNames.filter((name) => parts[name].length === 0)).toEqual([])
  })

  test('has another seed each day, which the day tells', () => {
    expect(seedOf(new Date('2026-11-27T23:59:59Z'))).toBe(20_261_127)
    expect(seedOf(new Date('2026-11-28T00:00:00Z'))).toBe(20_261_128)
  })
})

describe('coverage', () => {
  const lines = (total: number, covered: number) => ({ lines: { total, covered } })
  const summary = {
    total: lines(9, 9),
    '/p/shared/text/a.ts': lines(3, 2),
    '/p/shared/text/b/c.ts': lines(3, 2),
    '/p/shared/d.ts': lines(1, 1),
  }
  const areas = areasOf(summary, '/p')

  test('is summed up by area', () => {
    expect(areaOf('sync-server/sync/apply.ts')).toBe('sync-server/sync')
    expect(areas.map(({ name, percent }) => [name, percent])).toEqual([
      ['shared', 100],
      ['shared/text', 66.6],
    ])
  })

  test('fails below a floor, without one, and where one was lowered', () => {
    expect(faultsOf(areas, { shared: 100, 'shared/text': 66.6 }, {})).toEqual([])
    expect(faultsOf(areas, { shared: 100, 'shared/text': 66.7 }, {})).toEqual([expect.stringContaining('below its floor of 66.7 %')])
    expect(faultsOf(areas, { shared: 100 }, {})).toEqual([expect.stringContaining('has no floor')])
    expect(faultsOf(areas, { shared: 90, 'shared/text': 60 }, { shared: 100 })).toEqual([expect.stringContaining('may only rise')])
  })

  test('a floor is raised, and never lowered', () => {
    expect(raised(areas, { shared: 90, 'shared/text': 70, 'shared/gone': 50 })).toEqual({ shared: 100, 'shared/text': 70 })
  })
})

test('a stress run goes on where it was, even after half a line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-stress-'))
  try {
    const path = join(folder, 'below', 'record.jsonl')
    expect(doneIn(path)).toEqual([])
    const first = { pass: 1, file: 'a.e2e.ts', passed: 3, failed: [], seconds: 2 }
    const second = { pass: 2, file: 'a.e2e.ts', passed: 2, failed: ['a vote'], seconds: 4 }
    addTo(path, first)
    addTo(path, second)
    appendFileSync(path, '{"pass":3,')
    expect(doneIn(path)).toEqual([first, second])
    expect(reportOf(doneIn(path))).toEqual([['a.e2e.ts', '2', '5', '1', '4 s']])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
