import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { daysAllowed, judged } from './audit.ts'
import { projectDir } from './steps.ts'

const allowed = daysAllowed(readFileSync(join(projectDir, 'docs', 'dependencies.md'), 'utf8'))
/**
 * As npm 11 reports: an advisory stands at the package that has it, and that package's name at
 * those which bring it.
 */
const report = (severity: string) => ({
  auditReportVersion: 2,
  vulnerabilities: {
    ws: {
      name: 'ws',
      severity,
      via: [{ source: 1, name: 'ws', title: 'Too much', url: 'https://github.com/advisories/GHSA-1', severity, range: '<9' }],
    },
    'y-websocket': { name: 'y-websocket', severity, via: ['ws'] },
  },
})
const met = { 'https://github.com/advisories/GHSA-1': '2026-11-01', 'https://github.com/advisories/GHSA-gone': '2026-01-01' }

test('the documented days are read for each severity', () => {
  expect(Object.fromEntries(allowed)).toEqual({ critical: 1, high: 7, moderate: 30, low: 90 })
})

test.each([
  ['critical', '2026-11-02', 0],
  ['critical', '2026-11-03', 1],
  ['high', '2026-11-08', 0],
  ['high', '2026-11-09', 1],
  ['moderate', '2026-12-02', 1],
  ['low', '2026-12-02', 0],
  ['unheard of', '2026-11-02', 1],
])('a component with an advisory that is %s, met on 1 November, on %s: %d overdue', (severity, today, overdue) => {
  expect(judged(report(severity), met, today, allowed).overdue).toHaveLength(overdue)
})

test('an advisory counts from the day it is met, and is forgotten when it is mended', () => {
  expect(judged(report('critical'), {}, '2026-11-09', allowed)).toMatchObject({
    overdue: [],
    since: { 'https://github.com/advisories/GHSA-1': '2026-11-09' },
  })
  expect(judged({ vulnerabilities: {} }, met, '2026-11-09', allowed)).toMatchObject({ found: [], since: {} })
})

test('a registry that does not answer is no clean report', () => {
  expect(() => judged({ message: '405 Method Not Allowed' }, {}, '2026-11-09', allowed)).toThrow(/vulnerabilities/u)
})
