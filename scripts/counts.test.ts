import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { closingLine, countsOfReport, essenceOf, failuresIn, unhandledIn } from './counts.ts'

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

describe('what went wrong outside every test', () => {
  const passed = Array.from({ length: 40 }, (_, at) => ` \u{1b}[32m✓\u{1b}[39m a${at}.test.ts (3 tests) 5ms`).join('\n')

  test('is what vitest says of it, without colors', () => {
    const unhandled = [
      '\u{1b}[31m⎯⎯⎯⎯\u{1b}[39m\u{1b}[1m\u{1b}[41m Unhandled Errors \u{1b}[49m\u{1b}[22m\u{1b}[31m⎯⎯⎯⎯\u{1b}[39m',
      '',
      '\u{1b}[31mVitest caught 1 unhandled error during the test run.',
      'This might cause false positive tests. Resolve unhandled errors to make sure your tests are not affected.\u{1b}[39m',
      '',
      '\u{1b}[31m⎯⎯⎯ Unhandled Rejection ⎯⎯⎯\u{1b}[39m',
      '\u{1b}[31mError: the pool is closed\u{1b}[39m',
      ' ❯ ask sync-server/pool.ts:7:9',
      '⎯⎯⎯⎯⎯⎯⎯⎯⎯',
    ].join('\n')
    const told = [
      'Vitest caught 1 unhandled error during the test run.',
      '⎯⎯⎯ Unhandled Rejection ⎯⎯⎯',
      'Error: the pool is closed',
      ' ❯ ask sync-server/pool.ts:7:9',
      ' Tests  120 passed (120)',
    ]
    const output = `${passed}\n\n${unhandled}\n\n Tests  120 passed (120)\n`
    expect([unhandledIn(output), essenceOf(output)]).toEqual([told, told])
    expect(unhandledIn(`${unhandled}\n${'    at x\n'.repeat(100)}`)).toHaveLength(25)
  })

  test('is the end of the output where vitest says nothing', () => {
    const output = `${passed}\nFATAL ERROR: heap out of memory\n\n`
    expect([unhandledIn(output), essenceOf(output)]).toEqual([[], ['FATAL ERROR: heap out of memory']])
    expect(essenceOf('a line\n'.repeat(100))).toHaveLength(25)
  })
})
