import { expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { encode, isId, makeId } from './ids.ts'

const random = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('every made id has the form of an id', () => {
  fc.assert(fc.property(fc.nat({ max: 2 ** 45 }), random, (now, bytes) => isId(makeId(now, bytes)) && makeId(now, bytes).length === 26))
})

test('ids made later have a later beginning', () => {
  const bytes = new Uint8Array(10)
  expect(makeId(1_000, bytes) < makeId(2_000, bytes)).toBe(true)
})

test('different randomness gives different ids', () => {
  fc.assert(fc.property(random, random, (a, b) => String(a.map(masked)) === String(b.map(masked)) || makeId(5, a) !== makeId(5, b)))
})

// The version and variant bits are overwritten; two inputs that differ in those alone are one id.
function masked(byte: number, at: number): number {
  if (at === 0) return byte & 0x0f
  return at === 2 ? byte & 0x3f : byte
}

test.each([
  ['upper case', 'A'.repeat(26)],
  ['too short', '0'.repeat(25)],
  ['too long', '0'.repeat(27)],
  ['a letter outside the alphabet', `0${'u'.repeat(25)}`],
  ['more than 128 bits', `8${'0'.repeat(25)}`],
  ['a hyphen', `0${'-'.repeat(25)}`],
])('an id is not %s', (_what, text) => {
  expect(isId(text)).toBe(false)
})

test('all ones are the largest id', () => {
  expect(encode(new Uint8Array(16).fill(255))).toBe(`7${'z'.repeat(25)}`)
})
