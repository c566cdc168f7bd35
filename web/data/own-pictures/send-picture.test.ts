import { expect, test } from 'vitest'
import { headersOf, sentOf } from './send-picture.ts'

const error = (code: string, more: object = {}) => JSON.stringify({ error: { code, ...more } })

test.each([
  ['stored', 201, '{}', { kind: 'stored' }],
  ['there already', 200, '{}', { kind: 'stored' }],
  ['too many at once', 429, error('rate-limited'), { kind: 'later', afterMs: 7_000 }],
  ['nobody signed in', 401, error('not-allowed', { reason: 'sign-in-first' }), { kind: 'ended' }],
  ['no right to', 403, error('not-allowed'), { kind: 'refused', fault: 'right' }],
  ['another picture’s id', 409, error('conflict'), { kind: 'refused', fault: 'taken' }],
  ['a kind that is not taken', 400, error('invalid', { field: 'picture.svg' }), { kind: 'refused', fault: 'svg' }],
  ['too large for us', 413, error('too-large'), { kind: 'refused', fault: 'bytes' }],
  ['a fault of ours', 500, error('failed', { field: 'picture.svg' }), { kind: 'later', afterMs: 30_000 }],
  ['no JSON after all', 500, '<html>', { kind: 'later', afterMs: 30_000 }],
] as const)('what our server says: %s', (_what, status, responseText, sent) => {
  const headers: Readonly<Record<string, string>> = { 'content-type': 'application/json; charset=utf-8', 'retry-after': '7' }
  expect(sentOf({ status, responseText, getResponseHeader: (name) => headers[name] ?? null })).toEqual(sent)
})

test.each([
  ['a proxy that takes no picture so large says so for good', 413, { kind: 'refused', fault: 'onTheWay' }],
  ['a captive portal is nobody', 200, { kind: 'off' }],
  ['a proxy behind which nobody answers is nobody', 502, { kind: 'off' }],
] as const)('what others on the way say: %s', (_what, status, sent) => {
  expect(sentOf({ status, responseText: '<html>', getResponseHeader: () => 'text/html' })).toEqual(sent)
})

test('a picture that was added for a message is sent as a private one, every other is not', () => {
  expect(headersOf('a', { type: 'image/webp', isPrivate: true })).toMatchObject({ 'x-account': 'a', 'x-private': '1' })
  expect(headersOf('a', { type: 'image/webp' })).not.toHaveProperty('x-private')
})
