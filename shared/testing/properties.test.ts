import { expect, test } from 'vitest'
import { isLong } from './extent.ts'
import { fc } from './properties.ts'

test('a property is tried with a third of its cases, in a long run with all', () => {
  let tried = 0
  const count = (options?: { readonly numRuns: number }): number => {
    tried = 0
    fc.assert(
      fc.property(fc.integer(), () => {
        tried += 1
      }),
      options,
    )
    return tried
  }
  expect([count({ numRuns: 300 }), count(), count({ numRuns: 1 })]).toEqual(isLong ? [300, 100, 1] : [100, 34, 1])
})
