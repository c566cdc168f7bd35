import { expect, test } from 'vitest'
import { sideComments } from './side-comments.ts'

const paragraphs = ['Water comes back, again and again.', 'The moon is to blame for all of it.', 'Nobody told the crabs about the moon.']
const quoting = (id: string, score: number, ...quotes: readonly string[]) => ({ id, score, quotes })
const beside = (comments: Parameters<typeof sideComments>[1], choice: Parameters<typeof sideComments>[2] = 'all') =>
  Object.fromEntries(sideComments(paragraphs, comments, choice))

test.each([
  ['a quote of twenty signs', quoting('a', 10, 'The moon is to blame'), { 1: ['a'] }],
  ['a quote of nineteen', quoting('a', 10, 'he moon is to blame'), {}],
  ['a quote that was broken into lines', quoting('a', 10, 'Water comes\nback,   again'), { 0: ['a'] }],
  ['a quote in quotation marks', quoting('a', 10, '“Water comes back, again…”'), { 0: ['a'] }],
  ['words of somebody else', quoting('a', 10, 'The sun is to blame for all of it'), {}],
  ['a comment without a quote', quoting('a', 10), {}],
  [
    'two quotes: it stands by the first that is there',
    quoting('a', 10, 'not in the text, not at all', 'Nobody told the crabs'),
    { 2: ['a'] },
  ],
])('%s', (_what, comment, expected) => {
  expect(beside([comment])).toEqual(expected)
})

test('comments on one paragraph stand there in their own order', () => {
  expect(beside([quoting('b', 1, 'The moon is to blame'), quoting('a', 1, 'to blame for all of it')])).toEqual({ 1: ['b', 'a'] })
})

test.each([
  ['none', []],
  ['karma', ['ten']],
  ['all', ['ten', 'nine', 'zero']],
] as const)('asked for %s, so many stand there', (choice, ids) => {
  const all = [quoting('ten', 10), quoting('nine', 9), quoting('zero', 0), quoting('minusOne', -1)].map((one) => ({
    ...one,
    quotes: ['The moon is to blame for all'],
  }))
  expect(beside(all, choice)[1] ?? []).toEqual(ids)
})
