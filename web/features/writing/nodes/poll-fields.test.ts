import { expect, test } from 'vitest'
import { checkDoc } from '#shared/text/check.ts'
import type { DocNode } from '#shared/text/nodes.ts'
import { maxOptions, pollFields, pollNode, withOption } from './poll-fields.ts'

const full: DocNode = {
  type: 'poll',
  attrs: { uid: 'p', question: 'Which?', multiple: true, closesAt: Date.UTC(2027, 5, 1, 9, 30), resultsVisible: 'afterClose' },
  content: [
    { type: 'pollOption', attrs: { uid: 'a', text: 'One' } },
    { type: 'pollOption', attrs: { uid: 'b', text: 'Two' } },
  ],
}

test('a poll that is opened and kept again has not changed', () => {
  expect(pollNode(pollFields(full))).toEqual(full)
})

test('empty options are left out, and what is kept passes the check', () => {
  const begun = pollFields(null)
  const [first, second] = begun.options
  if (first === undefined || second === undefined) throw new Error('a new poll has two options')
  const node = pollNode({
    ...begun,
    question: ' Why \n not? ',
    options: [
      { ...first, text: 'a' },
      { ...second, text: ' ' },
      { uid: 'x', text: 'b' },
    ],
  })
  if (typeof node === 'string') throw new Error(node)
  expect(node.content).toHaveLength(2)
  expect(checkDoc({ type: 'doc', content: [node] }, 'essay').ok).toBe(true)
})

test.each([
  ['without a question', { question: '  ' }, 'Enter a question.'],
  ['with one option', { options: [{ uid: 'a', text: 'One' }] }, 'Add at least two options.'],
  ['with a time that is none', { closes: 'tomorrow' }, 'Enter a valid closing time.'],
  ['with results after an end that never comes', { closes: '' }, 'Set a closing time to show results after it.'],
])('a poll %s is said to be one', (_what, change, words) => {
  expect(pollNode({ ...pollFields(full), ...change })).toBe(words)
})

test('there are no more than twenty options', () => {
  let fields = pollFields(full)
  for (let at = 0; at < 30; at++) fields = withOption(fields)
  expect(fields.options).toHaveLength(maxOptions)
})
