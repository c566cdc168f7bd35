import { expect, test } from 'vitest'
import { fc } from '#shared/testing/properties.ts'
import { DeletedRanges } from './deleted-ranges.ts'

const range = fc.record({ client: fc.integer({ min: 1, max: 3 }), from: fc.nat(40), length: fc.nat(12) })

test('knows a stretch exactly when every clock of it was added, in whatever order and pieces', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 40 }), fc.array(range, { maxLength: 20 }), (added, asked) => {
      const ranges = new DeletedRanges()
      const clocks = new Set<string>()
      for (const { client, from, length } of added) {
        ranges.add({ client, from, to: from + length })
        for (let clock = from; clock < from + length; clock += 1) clocks.add(`${client} ${clock}`)
      }
      for (const { client, from, length } of [...asked, ...added]) {
        const isAll = Array.from({ length }, (_, at) => clocks.has(`${client} ${from + at}`)).every(Boolean)
        expect(ranges.has({ client, from, to: from + length })).toBe(isAll)
        const lacking = Array.from({ length }, (_, at) => clocks.has(`${client} ${from + at}`)).filter((isThere) => !isThere).length
        expect(ranges.lacking({ client, from, to: from + length })).toBe(lacking)
      }
    }),
    { numRuns: 500 },
  )
})
