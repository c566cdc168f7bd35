import { expect, test } from 'vitest'
import type { Doc, DocNode } from '../nodes.ts'
import { compareStages } from './attribute.ts'
import { compareTexts } from './compare.ts'

const para = (text: string, id: number): DocNode => ({
  type: 'paragraph',
  attrs: { id: `0123456789abcdefghjkmn${String(id).padStart(4, '0')}` },
  content: [{ type: 'text', text }],
})
const doc = (...content: DocNode[]): Doc => ({ type: 'doc', content })

test('each insertion has the one in whose version it appeared', () => {
  const before = doc(para('The tide goes out in the evening.', 1))
  const comparison = compareStages(before, [
    { body: doc(para('The great tide goes out in the evening.', 1)), by: 0 },
    { body: doc(para('The great tide goes out late in the evening.', 1), para('A paragraph of another.', 2)), by: 1 },
  ])
  expect(comparison.entries).toMatchObject([
    {
      kind: 'text',
      pieces: [
        { text: 'The ' },
        { text: 'great ', by: 0 },
        { text: 'tide goes out ' },
        { text: 'late ', by: 1 },
        { text: 'in the evening.' },
      ],
    },
    { kind: 'added', by: 1 },
  ])
})

test('what one wrote and another only moved stays the first one’s', () => {
  const [a, b] = ['One paragraph with some words in it.', 'Another paragraph with other words.']
  const comparison = compareStages(doc(para('Start of it all, as it was.', 9)), [
    { body: doc(para('Start of it all, as it was.', 9), para(a, 1), para(b, 2)), by: 0 },
    { body: doc(para(b, 2), para('Start of it all, as it was.', 9), para(a, 1)), by: 1 },
  ])
  expect(comparison.entries.filter(({ kind }) => kind === 'added')).toMatchObject([{ by: 0 }, { by: 0 }])
})

test('of one person alone nobody is named', () => {
  const before = doc(para('The tide goes.', 1))
  const after = doc(para('The tide goes out.', 1))
  expect(compareStages(before, [{ body: before, by: 0 }, { body: after, by: 0 }])).toEqual(compareTexts(before, after)) // oxfmt-ignore
})
