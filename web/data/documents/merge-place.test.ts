import { expect, test } from 'vitest'
import { mergePlace } from './merge-place.ts'

const text = (markdown: string) => ({ markdown })
const [a, b, c] = [text('a'), text('b'), text('c')]

test.each([
  ['begun here', undefined, null, a, undefined, { kind: 'to-notebook', values: a }],
  ['begun elsewhere', undefined, null, undefined, a, { kind: 'to-draft', values: a }],
  ['begun alike on both', undefined, null, a, a, { kind: 'to-both', values: a }],
  ['begun apart', undefined, null, a, b, { kind: 'to-both', values: text('b\n\na') }],
  ['written on here', a, a, b, a, { kind: 'to-notebook', values: b }],
  ['written on elsewhere', a, a, a, b, { kind: 'to-draft', values: b }],
  ['written on apart', a, a, b, c, { kind: 'to-both', values: text('c\n\nb') }],
  ['written on alike', a, a, b, b, { kind: 'to-both', values: b }],
  ['unchanged', a, a, a, a, { kind: 'agree' }],
  ['sent here', a, a, undefined, a, { kind: 'drop-from-notebook' }],
  ['sent elsewhere', a, a, a, undefined, { kind: 'drop-draft' }],
  ['sent elsewhere, written on here since', a, a, b, undefined, { kind: 'to-notebook', values: b }],
  ['sent elsewhere, written on here and never stored', b, a, b, undefined, { kind: 'to-notebook', values: b }],
  ['sent here, written on elsewhere', a, a, undefined, b, { kind: 'to-draft', values: b }],
  ['sent on both', a, a, undefined, undefined, { kind: 'forget' }],
])('%s', (_what, base, stored, draft, noted, expected) => {
  expect(mergePlace({ base, stored, draft, noted })).toEqual(expected)
})

test.each([
  ['sent before it was noted there', undefined, undefined, b, { kind: 'drop-from-notebook' }],
  ['sent before it was there', a, undefined, a, { kind: 'drop-from-notebook' }],
  ['sent, and written on elsewhere', a, undefined, c, { kind: 'to-draft', values: c }],
  ['written on before it was noted', a, c, b, { kind: 'to-notebook', values: c }],
  ['taken back before it was noted', a, a, b, { kind: 'to-notebook', values: a }],
  ['there, and not noted', a, b, b, { kind: 'agree' }],
  ['sent on both', undefined, undefined, undefined, { kind: 'forget' }],
])('of a draft that was on its way into the notebook: %s', (_what, base, draft, noted, expected) => {
  expect(mergePlace({ base, stored: null, coming: b, draft, noted })).toEqual(expected)
})
