/**
 * A browser's event, as far as it is kept: cut to what somebody can read, and scrubbed once more.
 */
import type { ErrorEvent, StackFrame } from '#shared/reports/schema.ts'
import type { JsonObject } from './envelope.ts'
import { figures } from '#shared/reports/figures.ts'
import { reportLimits } from '#shared/reports/limits.ts'
import { scrubText, scrubUrl } from '#shared/reports/scrub-text.ts'
import { lastIn, lineIn, listIn, numberIn, objectIn, pairsIn, storable, textIn, timeIn } from './untrusted.ts'

/** Before its place in the sources is looked up. */
export type RawReport = Omit<ErrorEvent, 'groupId'> & {
  readonly platform: 'browser' | 'server'
  /** What the sender says that it shares with others of its kind. */
  readonly fingerprint: readonly string[]
}

const most = { exceptions: 4, frames: 50, breadcrumbs: 50, tags: 30, line: 200, message: 1_000 } as const

/** @param browser in our own words */
export function errorReport(id: string, json: JsonObject, browser: string, now: number): RawReport {
  const tags = pairsIn(json['tags'], most.tags)
  const tag = (name: string): string => tags.find(([each]) => each === name)?.[1] ?? ''
  return {
    id,
    platform: 'browser',
    at: now,
    happenedAt: timeIn(json['timestamp'], now, reportLimits.retentionMs) ?? now,
    digest: null,
    level: lineIn(json['level'], 20) || 'error',
    release: lineIn(json['release'], 80),
    route: tag('route') || lineIn(json['transaction'], most.line),
    url: scrubUrl(lineIn(objectIn(json['request'])['url'], 500)),
    browser,
    exceptions: exceptionsOf(json),
    breadcrumbs: lastIn(json['breadcrumbs'], most.breadcrumbs).map((each) => breadcrumbOf(objectIn(each), now)),
    tags: tags.map(([name, word]) => [name, word]),
    flags: lastIn(objectIn(objectIn(json['contexts'])['flags'])['values'], figures.maxFlags).flatMap((each): [string, boolean][] => {
      const { flag, result } = objectIn(each)
      return typeof result === 'boolean' && lineIn(flag, 60) !== '' ? [[lineIn(flag, 60), result]] : []
    }),
    fingerprint: listIn(json['fingerprint'], 10).map((part) => lineIn(part, most.line)),
  }
}

/**
 * Sentry has what caused it first and the outermost last; a report of a mere message is an
 * exception without a stack.
 */
function exceptionsOf(json: JsonObject): ErrorEvent['exceptions'] {
  const found = lastIn(json['exception'], most.exceptions).map((each) => {
    const { type, value, mechanism, stacktrace } = objectIn(each)
    const { handled } = objectIn(mechanism)
    const frames = listOfLast(objectIn(stacktrace)['frames'], most.frames)
    return {
      type: lineIn(type, most.line) || 'Error',
      message: textIn(value, most.message),
      isHandled: typeof handled === 'boolean' ? handled : null,
      frames: frames.map((frame) => frameOf(objectIn(frame))).toReversed(),
    }
  })
  if (found.length > 0) return found.toReversed()
  const log = objectIn(json['logentry'])
  const message = textIn(json['message'] ?? log['formatted'] ?? log['message'], most.message)
  return [{ type: 'Message', message: message === '' ? 'no words' : message, isHandled: null, frames: [] }]
}

function listOfLast(value: unknown, count: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(-count) : []
}

function frameOf(frame: JsonObject): StackFrame {
  const code = typeof frame['context_line'] === 'string' ? sourceLine(frame['context_line']) : null
  const around = (value: unknown): string[] => (code === null ? [] : listIn(value, 50).map((line) => sourceLine(line)))
  return {
    file: scrubUrl(lineIn(frame['filename'] ?? frame['abs_path'], 300)),
    fn: lineIn(frame['function'], most.line),
    line: numberIn(frame['lineno']),
    column: numberIn(frame['colno']),
    isOurs: frame['in_app'] !== false,
    before: around(frame['pre_context']).slice(-figures.contextLines),
    code,
    after: around(frame['post_context']).slice(0, figures.contextLines),
  }
}

/** Its indentation stays. */
export const sourceLine = (line: unknown): string => (typeof line === 'string' ? scrubText(storable(line, most.line)) : '')

function breadcrumbOf(crumb: JsonObject, now: number): ErrorEvent['breadcrumbs'][number] {
  const data = objectIn(crumb['data'])
  return {
    at: timeIn(crumb['timestamp'], now, reportLimits.retentionMs),
    category: lineIn(crumb['category'] ?? crumb['type'], 60),
    level: lineIn(crumb['level'], 20),
    message: lineIn(crumb['message'], most.line),
    data: Object.keys(data).length === 0 ? '' : textIn(JSON.stringify(data), 300),
  }
}
