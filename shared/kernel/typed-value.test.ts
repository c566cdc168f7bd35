import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { line } from './fields.ts'
import { choicesOf, fieldsOf, typedText, typedValue } from './typed-value.ts'

test.each([
  ['text', z.string(), ' a ', ' a '],
  ['a line, which trims itself', line(0, 9), ' a ', ' a '],
  ['a choice', z.enum(['on', 'off']), 'on', 'on'],
  ['nothing where that is allowed', z.nullable(z.string()), '  ', null],
  ['something where nothing is allowed', z.nullable(z.string()), ' a ', 'a'],
  ['a number', z.int(), '70', 70],
  ['no number', z.int(), '7o', '7o'],
  ['an empty number', z.int(), '', ''],
  ['no number where that is allowed', z.nullable(z.int()), '', null],
  ['a box that is ticked', z.boolean(), 'on', true],
  ['a button that says so', z.boolean(), 'true', true],
  ['a box that is not sent', z.boolean(), '', false],
])('%s', (_what, schema, typed, value) => {
  expect(typedValue(schema, typed)).toBe(value)
})

test.each([
  ['Tides', 'Tides'],
  [70, '70'],
  [true, 'on'],
  [false, ''],
  [null, ''],
  [['a', 'b'], 'a\nb'],
])('%j stands in a form as %j', (value, typed) => {
  expect(typedText(value)).toBe(typed)
})

test('what is no object has no fields', () => {
  expect(fieldsOf(z.object({ a: z.string(), b: z.int() })).map(([name]) => name)).toEqual(['a', 'b'])
  expect(() => fieldsOf(z.string())).toThrow(TypeError)
})

test('a list of named values has choices, and nothing else', () => {
  expect(choicesOf(z.array(z.enum(['a', 'b'])).check(z.maxLength(2)))).toEqual(['a', 'b'])
  for (const schema of [z.array(z.string()), z.enum(['a']), z.string(), z.nullable(z.enum(['a']))]) expect(choicesOf(schema)).toBeNull()
})
