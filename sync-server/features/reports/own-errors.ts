/**
 * The server's own errors in the form that browsers report theirs in, so that one page shows both.
 */
import { relative } from 'node:path'
import type { StackFrame } from '#shared/reports/schema.ts'
import type { RawReport } from './error-report.ts'
import { scrubText } from '#shared/reports/scrub-text.ts'
import { storable } from './untrusted.ts'

export interface FaultFacts {
  readonly id: string
  /** What the reader was shown. */
  readonly digest: string
  readonly route: string
  readonly release: string
  readonly browser: string
  readonly now: number
}

const maxCauses = 4
const maxFrames = 30

/** @param root of the checkout: nobody needs to read where it lies */
export function faultReport(error: unknown, facts: FaultFacts, root: string): RawReport {
  const { id, digest, route, release, browser, now } = facts
  return {
    id,
    platform: 'server',
    at: now,
    happenedAt: now,
    digest,
    level: 'error',
    release,
    route,
    url: '',
    browser,
    exceptions: causesOf(error).map((each) => exceptionOf(each, root)),
    breadcrumbs: [],
    tags: [],
    flags: [],
    fingerprint: [],
  }
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = []
  for (let each = error; each !== undefined && each !== null && causes.length < maxCauses && !causes.includes(each);) {
    causes.push(each)
    each = each instanceof Error ? each.cause : undefined
  }
  return causes.length === 0 ? [error] : causes
}

function exceptionOf(error: unknown, root: string): RawReport['exceptions'][number] {
  if (!(error instanceof Error)) return { type: 'Thrown', message: clean(String(error), 1_000), isHandled: false, frames: [] }
  return { type: clean(error.name, 200), message: clean(error.message, 1_000), isHandled: false, frames: framesOf(error.stack ?? '', root) }
}

const clean = (text: string, most: number): string => scrubText(storable(text, most))

const line = /^\s+at (?:async )?(?:(.+?) \()?((?:file:\/\/|\/|[A-Za-z]:\\|node:)[^()]*?):(\d+):(\d+)\)?$/u

function framesOf(stack: string, root: string): StackFrame[] {
  return stack
    .split('\n')
    .flatMap((text): StackFrame[] => {
      const [, fn = '', path, at, column] = line.exec(text) ?? []
      if (path === undefined) return []
      const file = placeBelow(path, root)
      return [
        {
          file: clean(file, 300),
          fn: clean(fn, 200),
          line: Number(at),
          column: Number(column),
          isOurs: !file.startsWith('node:') && !file.includes('node_modules') && !file.startsWith('..'),
          before: [],
          code: null,
          after: [],
        },
      ]
    })
    .slice(0, maxFrames)
}

function placeBelow(path: string, root: string): string {
  if (path.startsWith('node:')) return path
  const plain = path.startsWith('file://') ? decodeURI(new URL(path).pathname) : path
  return relative(root, plain)
    .replaceAll('\\', '/')
    .replace(/^(?:\.\.\/)+/u, '../')
}
