import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { makeEditor } from '../make-editor.ts'
import type { FindOptions } from './search.ts'
import { makeSearch, maxMatches, replacementFor } from './search.ts'

type Json = { readonly type: string; readonly attrs?: object; readonly content?: readonly Json[]; readonly text?: string }

const { schema } = makeEditor({ doc: new Y.Doc(), awareness: null, ports: null, element: null })
const words = (text: string): Json => ({ type: 'text', text })
const paragraph = (...content: readonly Json[]): Json => ({ type: 'paragraph', content })
const docOf = (...content: readonly Json[]) => schema.nodeFromJSON({ type: 'doc', content })
const options = (query: string, more: Partial<FindOptions> = {}): FindOptions => ({
  query,
  isCaseSensitive: false,
  isWholeWord: false,
  isPattern: false,
  ...more,
})
const found = (doc: ReturnType<typeof docOf>, given: FindOptions) => {
  const { matches } = makeSearch(given)(doc)
  return matches.map(({ from, to }) => doc.textBetween(from, to, '|', '*'))
}

const list: Json = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(words('a tide in it'))] }] }

test('words are found in paragraphs, lists and code, large or small, and where they stand', () => {
  const doc = docOf(paragraph(words('The Tide, the tides')), list, { type: 'codeBlock', content: [words('tide()')] })
  expect(found(doc, options('tide'))).toEqual(['Tide', 'tide', 'tide', 'tide'])
  expect(found(doc, options('tide', { isCaseSensitive: true }))).toEqual(['tide', 'tide', 'tide'])
  expect(found(doc, options('tide', { isWholeWord: true }))).toEqual(['Tide', 'tide', 'tide'])
})

test('a straight sign finds a curved one, and a space any space; signs of patterns are signs', () => {
  const doc = docOf(paragraph(words('“It’s\u00A0so” (or not.)')))
  expect(found(doc, options('it\'s so"'))).toEqual(['It’s\u00A0so”'])
  expect(found(doc, options('(or not.)'))).toEqual(['(or not.)'])
})

test('capitals find ß and the other way round, and an accent is found however it is stored', () => {
  const doc = docOf(paragraph(words('Groß, GROSS, GROẞ, gross; café cafe\u0301 cafe')))
  for (const query of ['GROSS', 'groß', 'gross', 'GROẞ']) {
    expect(found(doc, options(query))).toEqual(['Groß', 'GROSS', 'GROẞ', 'gross'])
  }
  expect(found(doc, options('groß', { isCaseSensitive: true }))).toEqual([])
  expect(found(doc, options('GROSS', { isCaseSensitive: true }))).toEqual(['GROSS'])
  for (const query of ['CAFÉ', 'cafe\u0301']) expect(found(doc, options(query))).toEqual(['café', 'cafe\u0301'])
  expect(found(doc, options('esse'))).toEqual([])
})

test('what is no text is never part of what is found', () => {
  const doc = docOf(paragraph(words('a'), { type: 'mathInline', attrs: { tex: 'x' } }, words('b')))
  expect(found(doc, options('a.b', { isPattern: true }))).toEqual([])
  expect(found(doc, options('\uFFFC'))).toEqual([])
  expect(found(doc, options('[ab]', { isPattern: true }))).toEqual(['a', 'b'])
})

test('what is no pattern is said in words, and finds nothing', () => {
  expect(makeSearch(options('(a', { isPattern: true }))(docOf(paragraph(words('a'))))).toMatchObject({
    matches: [],
    problem: 'Unclosed bracket.',
  })
})

test('there is an end to what is listed', () => {
  const doc = docOf(...Array.from({ length: 60 }, () => paragraph(words('a '.repeat(100)))))
  const { matches, hasMore } = makeSearch(options('a'))(doc)
  expect([matches.length, hasMore]).toEqual([maxMatches, true])
})

test('after a change only the block that changed is another', () => {
  const before = docOf(paragraph(words('tide')), paragraph(words('no')))
  const search = makeSearch(options('tide'))
  const first = search(before).matches
  const after = before.copy(before.content.replaceChild(1, schema.nodeFromJSON(paragraph(words('a tide')))))
  expect(search(after).matches.map(({ from }) => from)).toEqual([first[0]?.from, 9])
})

test('a pattern’s groups stand in what replaces it, and a dollar is a dollar without one', () => {
  const match = { from: 0, to: 3, groups: ['a-b', 'a', undefined] }
  expect(replacementFor(match, '$1$2/$$1/$&/$9', true)).toBe('a/$1/a-b/$9')
  expect(replacementFor(match, '$1', false)).toBe('$1')
})
