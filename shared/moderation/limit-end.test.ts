import { expect, test } from 'vitest'
import { T0 } from '../testing/factories.ts'
import { limitEnd } from './limit-end.ts'

const hour = 3_600_000
const limit = { actionsPerInterval: 2, intervalLength: 1, intervalUnit: 'days', endsAt: T0 + 100 * hour } as const

test.each([
  ['nothing until its end', [{ ...limit, actionsPerInterval: 0 }], [], 100 * hour],
  ['one made, and two are allowed', [limit], [T0 - hour], null],
  ['two made: until the older is a day old', [limit], [T0 - hour, T0 - 5 * hour], 19 * hour],
  ['the older is a day old', [limit], [T0 - hour, T0 - 24 * hour], null],
  ['it ends before that', [{ ...limit, endsAt: T0 + hour }], [T0 - hour, T0 - 5 * hour], hour],
  ['of two the one that ends last', [limit, { ...limit, actionsPerInterval: 1 }], [T0 - hour, T0 - 5 * hour], 23 * hour],
  ['weeks', [{ ...limit, intervalLength: 2, intervalUnit: 'weeks', endsAt: T0 + 9_000 * hour }], [T0, T0 - hour], 335 * hour],
] as const)('%s', (_what, limits, times, expected) => {
  expect(limitEnd(limits, times, T0)).toBe(expected === null ? null : T0 + expected)
})
