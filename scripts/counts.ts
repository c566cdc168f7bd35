import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 }

export const sum = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** The line that CI reads, in its words. */
export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      name: z.optional(z.string()),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          status: z.optional(z.string()),
          fullName: z.optional(z.string()),
          failureMessages: z.optional(z.array(z.string())),
          meta: z.optional(z.object({ whenItFailed: z.optional(z.array(z.string())) })),
        }),
      ),
    }),
  ),
})

const read = (path: string) => Report.parse(JSON.parse(readFileSync(path, 'utf8')))

/** What failed: tests by their names, with what was seen then, and files that did not load. */
export function failuresIn(path: string): readonly string[] {
  if (!existsSync(path)) return []
  return read(path).testResults.flatMap(({ status, name = 'a file', message, assertionResults }) =>
    status === 'failed' && assertionResults.length === 0
      ? [line(name, message)]
      : assertionResults.flatMap((test) =>
          test.status === 'failed' ? [line(test.fullName ?? '', test.failureMessages?.[0], test.meta?.whenItFailed)] : [],
        ),
  )
}

/** The lines of `failuresIn` that name files that did not load. */
export function unloadedIn(path: string): readonly string[] {
  if (!existsSync(path)) return []
  return read(path).testResults.flatMap(({ status, name = 'a file', message, assertionResults }) =>
    status === 'failed' && assertionResults.length === 0 ? [line(name, message)] : [],
  )
}

/** With the place in the test's own file: which of its waits or assertions it was. */
function line(name: string, message = '', seen: readonly string[] = []): string {
  const place = /\/([\w.-]+\.(?:test|e2e|looks|long)\.tsx?:\d+)/u.exec(message)?.[1]
  return [`${name}: ${message.split('\n')[0]}${place === undefined ? '' : ` (${place})`}`, ...seen].join('\n    ')
}

/**
 * Counts of a vitest JSON report. Whatever failed without being a test (a file that does not load,
 * a setup, an error outside every test, a run without any test) is one failure, so that nothing can
 * fail and be counted as well.
 */
export function countsOfReport(path: string, exitCode: number | null): Counts {
  if (!existsSync(path)) return { ...none, failed: 1 }
  const report = read(path)
  const brokenFiles = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = report.numFailedTests + brokenFiles
  const ranNothing = report.numPassedTests + failed === 0
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && (exitCode !== 0 || ranNothing) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

const linesToName = 25

/**
 * What vitest's output tells of errors outside every test, at most 25 lines of it without colors;
 * empty when there were none.
 */
export function unhandledIn(output: string): readonly string[] {
  const lines = linesOf(output)
  const at = lines.findIndex((line) => /^⎯+ Unhandled Errors/u.test(line))
  return at === -1
    ? []
    : lines
        .slice(at + 1)
        .filter(isTelling)
        .slice(0, linesToName)
}

/**
 * The same, and where there is nothing of it the last lines of the output: how a run has ended of
 * which no test says why.
 */
export function essenceOf(output: string): readonly string[] {
  const unhandled = unhandledIn(output)
  return unhandled.length > 0 ? unhandled : linesOf(output).filter(isTelling).slice(-linesToName)
}

const linesOf = (output: string): readonly string[] =>
  stripVTControlCharacters(output)
    .split(/\r?\n/u)
    .map((line) => line.trimEnd())

/** Empty lines, rules and what vitest says each time are not. */
const isTelling = (line: string): boolean => !/^⎯*$|^This might cause false positive tests|^ [✓✔] /u.test(line)
