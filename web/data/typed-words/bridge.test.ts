import { describe, expect, test } from 'vitest'
import { parseBridged } from './bridge.ts'

describe('bridged words', () => {
  test('reads back what was kept', () => {
    expect(parseBridged(JSON.stringify({ values: { markdown: 'Half a th' }, at: 5 }))).toEqual({ values: { markdown: 'Half a th' }, at: 5 })
  })

  test('whose it is stays with it', () => {
    expect(parseBridged('{"values":{},"at":1,"of":"ada"}')).toEqual({ values: {}, at: 1, of: 'ada' })
    expect(parseBridged('{"values":{},"at":1,"of":7}')).toEqual({ values: {}, at: 1 })
  })

  test.each([null, '', '{', '[]', '"a"', '{"values":null,"at":1}', '{"values":{},"at":"1"}'])('%s is nothing', (stored) => {
    expect(parseBridged(stored)).toBeNull()
  })

  test('what is not text is left out', () => {
    expect(parseBridged('{"values":{"a":1,"b":"x"},"at":1}')?.values).toEqual({ b: 'x' })
  })

  test('what they were based on comes with them, in the form of today alone', () => {
    const base = { values: { a: 'x' }, version: 3 }
    expect(parseBridged(JSON.stringify({ values: {}, at: 1, base }))?.base).toEqual(base)
    expect(parseBridged('{"values":{},"at":1,"base":{"markdown":"x"}}')?.base).toBeUndefined()
  })
})
