import { expect, test } from 'vitest'
import { unreadWarning } from './follow-warnings.ts'

const warning = { id: 'u', warnedAt: 2_000, readUpTo: 0 }

test.each([
  ['there is none', undefined, 0, null],
  ['it was never closed', warning, 0, 2_000],
  ['it was closed on another device', { ...warning, readUpTo: 2_000 }, 0, null],
  ['it was closed here, and the device could not note it', warning, 2_000, null],
  ['the one before it was closed', { ...warning, readUpTo: 1_000 }, 1_000, 2_000],
])('what is to be shown when %s', (_when, row, closedUpTo, expected) => {
  expect(unreadWarning(row, closedUpTo)).toBe(expected)
})
