import { describe, expect, test } from 'vitest'
import type { Doc, DocNode } from '../text/nodes.ts'
import { paragraph } from '../testing/factories.ts'
import { mendText } from './mend-text.ts'

const around = (text: string, before = '', after = '') => ({ text, before, after })
const text = (words: string, ...marks: readonly ('bold' | 'italic')[]): DocNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const one = (...content: readonly DocNode[]): Doc => ({ type: 'doc', content: [{ type: 'paragraph', content }] })
const mended = (body: Doc, quote: ReturnType<typeof around>, replacement: string) => {
  const found = mendText(body, quote, replacement, 'essay')
  return found.kind === 'mended' ? found.body : found.kind
}

describe('words that stand there once', () => {
  test('are replaced, and nothing else', () => {
    expect(mended(paragraph('I saw teh sea.'), around('teh', 'I saw ', ' sea.'), 'the')).toEqual(paragraph('I saw the sea.'))
  })

  test('may go altogether', () => {
    expect(mended(paragraph('the the sea'), around('the the', '', ' sea'), 'the')).toEqual(paragraph('the sea'))
    expect(mended(paragraph('gone'), around('gone'), '')).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] })
  })

  test('are found though the page breaks lines, and draws mentions, in its own way', () => {
    const mention: DocNode = { type: 'mention', attrs: { kind: 'member', id: 'ada', label: 'Ada' } }
    const body = one(text('With '), mention, text(' we  recieve it'))
    expect(mended(body, around('recieve', 'With @Ada we ', ' it'), 'receive')).toEqual(one(text('With '), mention, text(' we  receive it')))
  })

  test('keep the marks of what stays; what comes has those of the first letter it takes the place of', () => {
    expect(mended(one(text('un'), text('belie', 'bold'), text('vabel!')), around('unbelievabel', '', '!'), 'unbelievable')).toEqual(
      one(text('un'), text('belie', 'bold'), text('vable!')),
    )
    expect(mended(one(text('a '), text('bda', 'bold'), text(' day')), around('bda', 'a ', ' day'), 'bad')).toEqual(
      one(text('a '), text('bad', 'bold'), text(' day')),
    )
    expect(mended(one(text('sea', 'italic'), text(' side')), around('sea', '', ' side'), 'seas')).toEqual(
      one(text('seas', 'italic'), text(' side')),
    )
  })

  test('in a note, a list or code', () => {
    const body: Doc = {
      type: 'doc',
      content: [
        { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('frist')] }] }] },
        { type: 'codeBlock', content: [text('retrun 1')] },
      ],
    }
    expect(mended(body, around('frist'), 'first')).toMatchObject({
      content: [{ content: [{ content: [{ content: [{ text: 'first' }] }] }] }, {}],
    })
    expect(mended(body, around('retrun', 'frist\n', ' 1'), 'return')).toMatchObject({ content: [{}, { content: [{ text: 'return 1' }] }] })
  })
})

describe('what stands beside them', () => {
  const twice = paragraph('teh cat and teh dog')
  test('tells one place from another', () => {
    expect(mended(twice, around('teh', 'cat and ', ' dog'), 'the')).toEqual(paragraph('teh cat and the dog'))
  })

  test('may have changed on one side', () => {
    expect(mended(paragraph('I heard teh sea.'), around('teh', 'I saw ', ' sea.'), 'the')).toEqual(paragraph('I heard the sea.'))
  })

  test('does not fit where the same letters stand by chance', () => {
    expect(mended(paragraph('Ateh, goddess.'), around('teh', 'I saw ', ' sea.'), 'the')).toBe('gone')
  })
})

test.each([
  ['gone', paragraph('I saw the sea.'), around('teh', 'I saw ', ' sea.'), 'gone'],
  ['there twice', paragraph('teh teh'), around('teh'), 'twice'],
  ['there twice, with one side alike', paragraph('a teh b, c teh b'), around('teh', 'x ', ' b'), 'twice'],
  [
    'in two paragraphs',
    { type: 'doc', content: [...paragraph('one').content, ...paragraph('two').content] } as Doc,
    around('one\ntwo'),
    'gone',
  ],
  ['around something else than text', one(text('a'), { type: 'hardBreak' }, text('b')), around('a b'), 'gone'],
  ['nothing but spaces', paragraph('a b'), around(' '), 'gone'],
])('words that are %s are left alone', (_what, body, quote, expected) => {
  expect(mended(body, quote, 'other')).toBe(expected)
})
