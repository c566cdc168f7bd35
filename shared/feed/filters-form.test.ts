import { expect, test } from 'vitest'
import { filtersInForm } from './filters-form.ts'

test.each([
  [
    'what is chosen',
    { from: '/', key0: '*', mode0: 'default', key1: 'Tide tables', mode1: 'subscribed' },
    '*~default,tide-tables~subscribed',
  ],
  ['points above what is chosen', { key0: 'bees', mode0: 'hidden', points0: '−10' }, 'bees~-10'],
  ['a word left empty, and one taken off', { key0: 'bees', mode0: 'remove', key1: ' ', mode1: 'hidden' }, ''],
  ['a word that looks like two', { key0: 'a~hidden,b', mode0: 'reduced' }, 'a-hidden-b~reduced'],
  ['no number', { key0: 'bees', mode0: 'default', points0: 'many' }, null],
  ['a field of its own', { isAdmin: 'true' }, null],
])('%s', (_what, fields, expected) => {
  expect(filtersInForm(fields)).toBe(expected)
})
