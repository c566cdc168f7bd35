import { expect, test } from 'vitest'
import type { DocNode } from '#shared/text/nodes.ts'
import { checkDoc } from '#shared/text/check.ts'
import { predictionFields, predictionNode } from './prediction-fields.ts'

const fields = { uid: 'q1', title: ' Will it  rain? ', notes: 'In Paris.', by: '2027-01-31T12:00' }

test('what is typed is a question of a text, and reads back', () => {
  const node = predictionNode(fields)
  if (typeof node === 'string') throw new Error(node)
  expect(node).toMatchObject({ type: 'prediction', attrs: { uid: 'q1', title: 'Will it rain?', notes: 'In Paris.' } })
  expect(checkDoc({ type: 'doc', content: [node] }, 'essay').ok).toBe(true)
  expect(predictionFields(node)).toEqual({ ...fields, title: 'Will it rain?' })
})

test('a new one has a name of its own, and may be open without end', () => {
  const [first, second] = [predictionFields(null), predictionFields(null)]
  expect(first.uid).not.toBe(second.uid)
  expect(predictionNode({ ...first, title: 'Is it so?' })).toMatchObject({ attrs: { resolvesBy: null } })
})

test.each<[string, Partial<typeof fields>]>([
  ['nothing asked', { title: ' ' }],
  ['too much about it', { notes: 'x'.repeat(1_001) }],
  ['a day that is none', { by: 'soon' }],
])('%s is said, and nothing is made', (_what, change) => {
  const said: DocNode | string = predictionNode({ ...fields, ...change })
  expect(typeof said).toBe('string')
})
