import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

const said = (text: string, lang = 'en') => sentencesOf(text, lang).map(({ from, until }) => text.slice(from, until))

test('sentences stand apart, without what lies between them', () => {
  expect(said('  One is here.  Two is there!\n\n Three?')).toEqual(['One is here.', 'Two is there!', 'Three?'])
  expect(said('一つ。二つ。', 'ja')).toEqual(['一つ。', '二つ。'])
  expect(said('* * *')).toEqual([])
})

test('a very long one comes in pieces that lose nothing', () => {
  const long = `${'and so it went on, and on, '.repeat(60)}to the end.`
  const pieces = said(long)
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.join('')).toBe(long)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(401)
  expect(said('x'.repeat(1_000)).join('')).toBe('x'.repeat(1_000))
})

test('a language that nobody knows is read by the browser’s own rules', () => {
  expect(said('One. Two.', 'not a language')).toEqual(['One.', 'Two.'])
})
