import { expect, test } from 'vitest'
import { clockTime, pendingWords } from './pending-words.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const at = new Date(2026, 10, 21, 14, 5).getTime()

test('a mutation says how far it has come', () => {
  expect(pendingWords({ kind: 'saving' }, true)).toBe('Saving…')
  expect(pendingWords({ kind: 'on-device' }, true)).toBe('On this device')
  expect(pendingWords({ kind: 'not-sent-yet' }, true)).toBe('not sent yet')
  expect(pendingWords({ kind: 'waiting', until: at }, true)).toMatch(/^waiting until .*14:05$/u)
})

test('offline nothing is on its way, although the lost link may not have been noticed yet', () => {
  expect(pendingWords({ kind: 'on-device' }, false)).toBe('not sent yet')
})

test('the day is said only when it is another', () => {
  expect(clockTime(at, at - 60_000)).toBe('14:05')
  expect(clockTime(at, at - dayMs)).toBe('21 Nov, 14:05')
})

test('what waits for a confirmed address says so, not until when it is asked about again', () => {
  expect(pendingWords({ kind: 'waiting', until: 1_000, reason: 'email-not-confirmed' }, true)).toBe('waiting until you confirm your email')
})
