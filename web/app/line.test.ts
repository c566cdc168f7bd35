import { expect, test } from 'vitest'
import { isDear, isMeteredOrSlow } from './line.ts'

test.each([
  [undefined, false],
  [{}, false],
  [{ effectiveType: '4g' }, false],
  [{ effectiveType: '3g', saveData: true }, true],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
])('a connection %o is dear: %s', (connection, dear) => {
  expect(isDear(connection)).toBe(dear)
})

test.each([
  [undefined, false],
  [{ effectiveType: '4g', type: 'wifi' }, false],
  [{ effectiveType: '4g', type: 'cellular' }, true],
  [{ effectiveType: '3g' }, true],
  [{ saveData: true }, true],
])('a connection %o is metered or slow: %s', (connection, expected) => {
  expect(isMeteredOrSlow(connection)).toBe(expected)
})
