import { expect, test } from 'vitest'
import { byteWords } from './byte-words.ts'

test.each([
  [0, '0 kB'],
  [12, '0.1 kB'],
  [9_400, '9.4 kB'],
  [412_300, '412 kB'],
  [999_999, '1 MB'],
  [1_040_000, '1 MB'],
  [38_400_000, '38 MB'],
  [12_000_000_000, '12 GB'],
])('%d bytes read as %s', (bytes, words) => {
  expect(byteWords(bytes)).toBe(words)
})
