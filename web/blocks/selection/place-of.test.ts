import { expect, test } from 'vitest'
import { placeOf } from './place-of.ts'

const text = 'The tide turns. The tide comes back, and the tide goes.'

test.each([
  ['the only place', { text: 'comes back', before: '', after: '' }, text.indexOf('comes')],
  ['the first of several, with nothing beside it', { text: 'tide', before: '', after: '' }, 4],
  ['the one that what stood before it names', { text: 'tide', before: 'turns. The ', after: ' comes' }, 20],
  ['the one that what stood after it names', { text: 'tide', before: '', after: ' goes.' }, text.lastIndexOf('tide')],
  ['nowhere, once the words are gone', { text: 'ebb', before: 'The ', after: '' }, null],
])('words stand in %s', (_what, quote, at) => {
  expect(placeOf(text, quote)).toBe(at)
})
