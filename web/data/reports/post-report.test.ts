import { expect, test } from 'vitest'
import { postedBy } from './post-report.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const now = () => Date.parse('2026-11-21T10:00:00Z')
const json = { 'content-type': 'application/json; charset=utf-8' }

test.each<[string, number, Readonly<Record<string, string>>, ReturnType<typeof postedBy>]>([
  ['our server has it', 200, json, { kind: 'taken' }],
  ['a captive portal answers everything', 200, { 'content-type': 'text/html' }, { kind: 'unreached' }],
  ['no body of ours', 204, {}, { kind: 'unreached' }],
  ['too large', 413, {}, { kind: 'refused' }],
  ['not ours', 404, {}, { kind: 'refused' }],
  ['too many, seconds', 429, { 'retry-after': '90' }, { kind: 'later', afterMs: 90_000, only: null }],
  ['too many, a date', 429, { 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' }, { kind: 'later', afterMs: 30_000, only: null }],
  ['too many, no word', 429, {}, { kind: 'later', afterMs: 60_000, only: null }],
  [
    'too many messages',
    429,
    { 'retry-after': '600', 'x-sentry-rate-limits': '600:feedback:organization' },
    { kind: 'later', afterMs: 600_000, only: 'feedback' },
  ],
  ['too many, nonsense', 429, { 'retry-after': 'soon' }, { kind: 'later', afterMs: 60_000, only: null }],
  ['too many, for ever', 429, { 'retry-after': '99999999999' }, { kind: 'later', afterMs: dayMs, only: null }],
  ['a proxy finds nobody', 502, {}, { kind: 'failed', afterMs: null }],
  ['closed for a moment', 503, { 'retry-after': '10' }, { kind: 'failed', afterMs: 10_000 }],
])('%s', (_what, status, headers, posted) => {
  expect(postedBy(status, (name) => headers[name] ?? null, now)).toEqual(posted)
})
