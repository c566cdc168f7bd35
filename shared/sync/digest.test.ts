import { expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { Digest } from './digest.ts'

const row = fc.record({ kind: fc.constantFrom('comments', 'posts'), id: fc.string({ maxLength: 8 }), version: fc.nat(50) })

test('the order in which rows came does not matter', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const one = new Digest()
      const other = new Digest()
      for (const { kind, id, version } of rows) one.add(kind, id, version)
      for (const { kind, id, version } of rows.toReversed()) other.add(kind, id, version)
      expect([other.count, other.hash]).toEqual([one.count, one.hash])
    }),
  )
})

test('what was added and taken again leaves no trace', () => {
  fc.assert(
    fc.property(fc.array(row), row, (rows, extra) => {
      const digest = new Digest()
      for (const { kind, id, version } of rows) digest.add(kind, id, version)
      const before = [digest.count, digest.hash]
      digest.add(extra.kind, extra.id, extra.version)
      digest.take(extra.kind, extra.id, extra.version)
      expect([digest.count, digest.hash]).toEqual(before)
    }),
  )
})

test('another version of one row among a thousand is another digest', () => {
  const fill = (version: number) => {
    const digest = new Digest()
    for (let n = 0; n < 1_000; n += 1) digest.add('comments', `c${n}`, n === 500 ? version : 1)
    return digest.hash
  }
  expect(new Set([fill(1), fill(2), fill(3)]).size).toBe(3)
})

test('a missing row is seen in the count, and the hash has 16 digits', () => {
  const digest = new Digest()
  digest.add('posts', 'a', 1)
  expect([digest.count, digest.hash.length]).toEqual([1, 16])
  expect(new Digest().hash).toBe('0000000000000000')
})
