/**
 * Which errors are one fault: the fingerprint their sender gives, or the kind of error, the first
 * place in our own code (without the hashes of a build) and the message without what differs from
 * one time to the next. A guess: it may part what belongs together, never on purpose join.
 */
import { createHash } from 'node:crypto'
import type { StackFrame } from '#shared/reports/schema.ts'
import type { RawReport } from './error-report.ts'

export interface GroupFacts {
  readonly id: string
  readonly title: string
  readonly culprit: string
}

export function groupOf(report: RawReport): GroupFacts {
  const [outer] = report.exceptions
  const type = outer?.type ?? 'Error'
  const message = outer?.message ?? ''
  const place = placeOf(report)
  const own = [type, place, normalised(message)].join('\n')
  const given = report.fingerprint.filter((part) => part !== '')
  const shared = given.length === 0 ? own : given.map((part) => (/^\{\{\s*default\s*\}\}$/u.test(part) ? own : part)).join('\n')
  return {
    id: createHash('sha256').update(`${report.platform}\n${shared}`).digest('hex').slice(0, 32),
    title: titleOf(type, message),
    culprit: place,
  }
}

function titleOf(type: string, message: string): string {
  const line = message.split('\n')[0]?.trim() ?? ''
  const words = type === 'Message' ? line : line === '' ? type : `${type}: ${line}`
  return words.length <= 200 ? words : `${words.slice(0, 199)}…`
}

/** Function and file of the first frame that is ours, else of the first there is. */
function placeOf({ exceptions }: RawReport): string {
  const frames = exceptions.flatMap((each) => each.frames)
  const frame = frames.find((each) => each.isOurs && each.file !== '') ?? frames[0]
  return frame === undefined ? '' : [frame.fn, plainFile(frame)].filter((part) => part !== '').join(' in ')
}

/** `assets/post-page-Ab3dE9_x.js` is one file in every build. */
function plainFile({ file }: StackFrame): string {
  const path = URL.parse(file)?.pathname ?? file
  return path.replace(/-[\w-]{8}(?=\.js$)/u, '')
}

function normalised(message: string): string {
  return message
    .replace(/https?:\/\/[^\s"')]+/gu, 'ADDRESS')
    .replace(/-[\w-]{8}\.js\b/gu, '.js')
    .replace(/\b[0-9a-hjkmnp-tv-z]{26}\b/gu, 'ID')
    .replace(/\b0x[0-9a-f]+\b|\b[0-9a-f]{8,}\b/giu, 'HEX')
    .replace(/\d+/gu, '0')
    .replace(/(["'`])[^"'`\n]{1,200}\1/gu, 'QUOTED')
    .slice(0, 300)
}
