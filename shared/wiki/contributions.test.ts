import { describe, expect, test } from 'vitest'
import type { Doc, DocNode } from '../text/nodes.ts'
import { countOf, entriesOf, runsOf } from './contributions.ts'

const para = (text: string, id: number): DocNode => ({
  type: 'paragraph',
  attrs: { id: `0123456789abcdefghjkmn${String(id).padStart(4, '0')}` },
  content: [{ type: 'text', text }],
})
const doc = (...content: DocNode[]): Doc => ({ type: 'doc', content })

/** The versions one after another, by whoever wrote them. */
function shares(versions: readonly (readonly [who: string, body: Doc])[], uncredited: readonly number[] = []) {
  let before: Parameters<typeof runsOf>[2] = null
  for (const [at, [, body]] of versions.entries()) before = { body, runs: runsOf(body, at + 1, before) }
  const writers = new Map(versions.map(([who], at) => [at + 1, who] as const).filter(([n]) => !uncredited.includes(n)))
  const runs = before?.runs ?? []
  return {
    runs,
    words: countOf(runs),
    by: Object.fromEntries(entriesOf(runs, writers).map(({ userId, wordCount }) => [userId, wordCount])),
  }
}

const first = para('The tide goes out in the evening.', 1)

describe('worked examples', () => {
  test('one who wrote everything has everything', () => {
    expect(shares([['ada', doc(first)]])).toMatchObject({ words: 7, by: { ada: 7 }, runs: [[1, 7]] })
  })

  test('a word put in counts for whoever put it in, and takes nothing from the others', () => {
    const later = doc(para('The great tide goes out in the evening.', 1))
    expect(shares([['ada', doc(first)], ['bob', later]])).toMatchObject({ by: { ada: 7, bob: 1 }, runs: [[1, 1], [2, 1], [1, 6]] }) // oxfmt-ignore
  })

  test('what was taken out counts for nobody', () => {
    const shorter = doc(para('The tide goes out.', 1))
    expect(shares([['ada', doc(first)], ['bob', shorter]]).by).toEqual({ ada: 4 }) // oxfmt-ignore
  })

  test('a paragraph counts for its writer, also after another has moved it and a third has changed a word of it', () => {
    const second = para('Boats wait for the water in the harbour.', 2)
    const changed = para('Ships wait for the water in the harbour.', 2)
    const { by, words } = shares([
      ['ada', doc(first)],
      ['bob', doc(first, second)],
      ['cy', doc(second, first)],
      ['dee', doc(changed, first)],
    ])
    expect(words).toBe(15)
    expect(by).toEqual({ ada: 7, bob: 7, dee: 1 })
  })

  test('a version that is left out counts for nobody, and the rest as before', () => {
    const later = doc(para('The great tide goes out in the evening.', 1))
    expect(shares([['ada', doc(first)], ['bob', later]], [2]).by).toEqual({ ada: 7 }) // oxfmt-ignore
    expect(shares([['ada', doc(first)], ['bob', later]], [1]).by).toEqual({ bob: 1 }) // oxfmt-ignore
  })

  test('a text whose words change hands more often than is kept loses no word of the count', () => {
    const words = Array.from({ length: 12_000 }, (_, at) => `w${at}`)
    const old = doc(para(words.filter((_, at) => at % 2 === 0).join(' '), 1))
    const runs = runsOf(doc(para(words.join(' '), 1)), 2, { body: old, runs: runsOf(old, 1, null) })
    expect(runs.length).toBeLessThanOrEqual(4_000)
    expect(countOf(runs)).toBe(12_000)
  })

  test('marks, headings and lists count by their words; a text without words has none', () => {
    const bold: DocNode = { type: 'paragraph', attrs: { id: '0123456789abcdefghjkmn0001' }, content: [{ type: 'text', text: 'The tide', marks: [{ type: 'bold' }] }, { type: 'text', text: ' goes out in the evening.' }] } // oxfmt-ignore
    expect(shares([['ada', doc(first)], ['bob', doc(bold)]]).by).toEqual({ ada: 7 }) // oxfmt-ignore
    expect(shares([['ada', doc({ type: 'paragraph' })]])).toMatchObject({ words: 0, by: {} })
  })
})
