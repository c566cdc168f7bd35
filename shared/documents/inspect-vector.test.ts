import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { fc } from '../testing/properties.ts'
import { covers, encodeStateVector, inspectStateVector, sameVector } from './inspect-vector.ts'

const entry = fc.tuple(fc.integer({ min: 0, max: 0xffff_ffff }), fc.integer({ min: 1, max: 2 ** 50 }))
const vector = fc.array(entry, { maxLength: 20 }).map((entries) => new Map(entries))

test('a state vector is written and read as Yjs does it', () => {
  fc.assert(
    fc.property(vector, (held) => {
      const bytes = encodeStateVector(held)
      expect(bytes).toEqual(Y.encodeStateVector(held))
      expect(inspectStateVector(bytes)).toEqual({ ok: true, vector: Y.decodeStateVector(bytes) })
    }),
  )
})

test('any bytes are answered', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
      const inspected = inspectStateVector(bytes)
      if (inspected.ok)
        expect(sameVector(inspected.vector, new Map([...Y.decodeStateVector(bytes)].filter(([, clock]) => clock > 0)))).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['malformed', 'nothing', []],
  ['malformed', 'a count of more than there is', [200, 1, 1, 1]],
  ['too-large', 'a huge count', [255, 255, 255, 255, 15, 1, 1]],
  ['malformed', 'a client twice', [2, 1, 1, 1, 2]],
  ['malformed', 'a client beyond 32 bits', [1, 128, 128, 128, 128, 16, 1]],
  ['malformed', 'something behind its end', [1, 1, 1, 1]],
])('%s: %s', (code, _what, bytes) => {
  expect(inspectStateVector(Uint8Array.from(bytes))).toMatchObject({ ok: false, code })
})

test('more than 10,000 clients are too many', () => {
  const held = new Map(Array.from({ length: 10_001 }, (_, client) => [client, 1] as const))
  expect(inspectStateVector(encodeStateVector(held))).toMatchObject({ ok: false, code: 'too-large' })
  held.delete(0)
  expect(inspectStateVector(encodeStateVector(held)).ok).toBe(true)
})

test('what is held covers a need that it reaches, and none of a client it has not met', () => {
  const held = new Map([[1, 5]])
  expect(covers(held, new Map([[1, 5]]))).toBe(true)
  expect(covers(held, new Map([[1, 6]]))).toBe(false)
  expect(covers(held, new Map([[2, 1]]))).toBe(false)
  expect(covers(held, new Map())).toBe(true)
})
