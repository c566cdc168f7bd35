import { describe, expect, test } from 'vitest'
import { parseKept } from './kept-text.ts'

describe('kept text', () => {
  test('reads back what was kept', () => {
    expect(parseKept(JSON.stringify({ values: { markdown: 'Half a th' }, at: 5 }))).toEqual({ values: { markdown: 'Half a th' }, at: 5 })
  })

  test.each([null, '', '{', '[]', '"a"', '{"values":null,"at":1}', '{"values":{},"at":"1"}'])('%s is nothing kept', (stored) => {
    expect(parseKept(stored)).toBeNull()
  })

  test('what is not text is left out', () => {
    expect(parseKept('{"values":{"a":1,"b":"x"},"at":1}')?.values).toEqual({ b: 'x' })
  })
})
