import { expect, test } from 'vitest'
import { T0 } from '../testing/factories.ts'
import { limitEnd } from './limit-end.ts'
import { hourMs } from '../kernel/durations.ts'
const limit = { actionsPerInterval: 2, intervalLength: 1, intervalUnit: 'days', endsAt: T0 + 100 * hourMs } as const

test.each([
  ['nothing until its end', [{ ...limit, actionsPerInterval: 0 }], [], 100 * hourMs],
  ['one made, and two are allowed', [limit], [T0 - hourMs], null],
  ['two made: until the older is a day old', [limit], [T0 - hourMs, T0 - 5 * hourMs], 19 * hourMs],
  ['the older is a day old', [limit], [T0 - hourMs, T0 - 24 * hourMs], null],
  ['it ends before that', [{ ...limit, endsAt: T0 + hourMs }], [T0 - hourMs, T0 - 5 * hourMs], hourMs],
  ['of two the one that ends last', [limit, { ...limit, actionsPerInterval: 1 }], [T0 - hourMs, T0 - 5 * hourMs], 23 * hourMs],
  ['weeks', [{ ...limit, intervalLength: 2, intervalUnit: 'weeks', endsAt: T0 + 9_000 * hourMs }], [T0, T0 - hourMs], 335 * hourMs],
] as const)('%s', (_what, limits, times, expected) => {
  expect(limitEnd(limits, times, T0)).toBe(expected === null ? null : T0 + expected)
})
