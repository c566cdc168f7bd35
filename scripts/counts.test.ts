import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closingLine, countsOfReport, failuresIn } from './counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-counts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (status: 'passed' | 'failed', tests: number) => ({ status, assertionResults: Array.from({ length: tests }, () => ({})) })

function counted(exitCode: number | null, report: object): object {
  const path = join(folder, 'report.json')
  writeFileSync(
    path,
    JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...report }),
  )
  return countsOfReport(path, exitCode)
}

test('tests are counted by how they ended', () => {
  const report = { numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1, testResults: [file('failed', 9)] }
  expect(counted(1, report)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('a file that does not load is a failure', () => {
  expect(counted(1, { numPassedTests: 5, testResults: [file('passed', 5), file('failed', 0)] })).toMatchObject({ passed: 5, failed: 1 })
})

test('an error outside every test is a failure', () => {
  expect(counted(1, { numPassedTests: 5, testResults: [file('passed', 5)] })).toMatchObject({ passed: 5, failed: 1 })
})

test('a run that was stopped is a failure', () => {
  expect(counted(null, { numPassedTests: 5 })).toMatchObject({ failed: 1 })
})

test('a run without any test is a failure', () => {
  expect(counted(0, {})).toMatchObject({ passed: 0, failed: 1 })
})

test('a run that left no report is a failure', () => {
  expect(countsOfReport(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('what failed is named, test or file', () => {
  const failed = {
    status: 'failed',
    fullName: 'a post is read',
    failureMessages: ['Error: wrong\n at x (/a/editor.ts:3:1)\n at /a/post.e2e.ts:52:3'],
    meta: { whenItFailed: ['/about: Not here', 'error: no such chunk'] },
  }
  const broken = { status: 'failed', name: '/a/b.test.ts', message: 'no such module\n at y', assertionResults: [] }
  const passed = { status: 'passed', fullName: 'another', failureMessages: ['Error: late'] }
  counted(1, { testResults: [{ status: 'failed', assertionResults: [passed, failed] }, broken] })
  expect(failuresIn(join(folder, 'report.json'))).toEqual([
    'a post is read: Error: wrong (post.e2e.ts:52)\n    /about: Not here\n    error: no such chunk',
    '/a/b.test.ts: no such module',
  ])
  expect(failuresIn(join(folder, 'none.json'))).toEqual([])
})

test('the closing line is in the words that CI reads', () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
  expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
})
