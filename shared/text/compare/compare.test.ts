import { describe, expect, test } from 'vitest'
import { fc } from '../../testing/properties.ts'
import { anyDoc } from '../../testing/any-text.ts'
import type { Doc, DocNode } from '../nodes.ts'
import { compareTexts } from './compare.ts'
import { changeMetrics, metricsOf } from './metrics.ts'
import { newerOf, olderOf } from './sides.ts'
import { isSameJson } from '../../kernel/same.ts'

const para = (text: string, id?: number): DocNode => ({
  type: 'paragraph',
  ...(id !== undefined && { attrs: { id: `0123456789abcdefghjkmn${String(id).padStart(4, '0')}` } }),
  ...(text !== '' && { content: [{ type: 'text', text }] }),
})
const doc = (...content: DocNode[]): Doc => ({ type: 'doc', content })
const long = (n: number) => `Sentence number ${n} of an essay on the tides of the northern sea and their keepers.`

/** Names of blocks apart: one that stayed as it was is shown once. */
function nameless(doc: Doc): unknown {
  return JSON.parse(JSON.stringify(doc), (key, value: unknown) => {
    if (key !== 'attrs' || typeof value !== 'object' || value === null) return value
    const { id: _name, ...rest } = value as Record<string, unknown>
    return Object.keys(rest).length === 0 ? undefined : rest
  })
}

/** Texts that have much in common, as versions of one text have. */
const versions = fc.tuple(anyDoc, anyDoc, fc.array(fc.nat(), { maxLength: 12 })).map(([one, other, choices]): readonly [Doc, Doc] => {
  const notes = one.content.filter(({ type }) => type === 'footnotes')
  const blocks = one.content.filter(({ type }) => type !== 'footnotes')
  const named = blocks.map((block, at): DocNode => {
    return 'id' in (block.attrs ?? {}) || at % 3 === 0
      ? block
      : { ...block, attrs: { ...block.attrs, id: `0123456789abcdefghjkmn${String(at).padStart(4, '0')}` } }
  })
  const after = [...named]
  const extra = other.content.filter(({ type }) => type !== 'footnotes')
  for (const choice of choices) {
    const at = choice % Math.max(1, after.length)
    const [taken] = choice % 5 === 4 ? [] : after.splice(at, 1)
    const fresh = extra[choice % Math.max(1, extra.length)]
    if (choice % 3 === 0 && taken !== undefined) after.splice((choice >> 2) % (after.length + 1), 0, taken)
    else if (choice % 3 === 1 && fresh !== undefined) after.splice(at, 0, fresh)
    else if (taken?.type === 'paragraph')
      after.splice(at, 0, { ...taken, content: [...(taken.content ?? []).slice(1), { type: 'text', text: ` word ${choice}` }] })
  }
  return [merged(doc(...named, ...notes)), merged(doc(...(after.length > 0 ? after : [para('')]), ...notes))]
})

describe('a comparison holds both texts', () => {
  test('of any two', () => {
    fc.assert(
      fc.property(anyDoc, anyDoc, (before, after) => {
        const comparison = compareTexts(before, after)
        expect(nameless(newerOf(comparison))).toEqual(nameless(after))
        expect(nameless(olderOf(comparison))).toEqual(nameless(before))
      }),
      { numRuns: 150 },
    )
  })

  test('of two versions of one', () => {
    fc.assert(
      fc.property(versions, ([before, after]) => {
        const comparison = compareTexts(before, after)
        expect(nameless(newerOf(comparison))).toEqual(nameless(after))
        expect(nameless(olderOf(comparison))).toEqual(nameless(before))
      }),
      { numRuns: 150 },
    )
  })

  test('also where no effort is left', () => {
    fc.assert(
      fc.property(versions, ([before, after]) => {
        const comparison = compareTexts(before, after, { effort: 0 })
        expect(nameless(newerOf(comparison))).toEqual(nameless(after))
        expect(nameless(olderOf(comparison))).toEqual(nameless(before))
      }),
      { numRuns: 60 },
    )
  })

  test('a text and itself differ in nothing', () => {
    fc.assert(
      fc.property(anyDoc, (text) => {
        const { entries } = compareTexts(text, text)
        expect(entries.every(({ kind }) => kind === 'same')).toBe(true)
        expect(metricsOf(entries)).toEqual({ added: 0, removed: 0 })
      }),
      { numRuns: 50 },
    )
  })
})

/** Texts of equal marks side by side are one, in canonical form. */
function merged(text: Doc): Doc {
  const tidy = (node: DocNode): DocNode => {
    const content: DocNode[] = []
    for (const child of (node.content ?? []).map(tidy)) {
      const last = content.at(-1)
      if (child.text !== undefined && last?.text !== undefined && isSameJson(child.marks, last.marks))
        content[content.length - 1] = { ...last, text: last.text + child.text }
      else content.push(child)
    }
    return content.length === 0 ? node : { ...node, content }
  }
  return { ...text, content: text.content.map(tidy) }
}

const kinds = (before: Doc, after: Doc) => compareTexts(before, after).entries.map(({ kind }) => kind)
/** `[-removed-]{+added+}` */
const words = (before: string, after: string) => {
  const [entry] = compareTexts(doc(para(before, 1)), doc(para(after, 1))).entries
  if (entry?.kind !== 'text') return entry?.kind
  return entry.pieces.map(({ change, text }) => (change === 'added' ? `{+${text}+}` : change === 'removed' ? `[-${text}-]` : text)).join('')
}

describe('words', () => {
  test.each([
    ['one word', 'The tide goes out.', 'The sea goes out.', 'The [-tide-]{+sea+} goes out.'],
    ['a sign', 'It goes, and comes.', 'It goes; and comes.', 'It goes[-,-]{+;+} and comes.'],
    ['an apostrophe within a word', 'It doesn’t go.', 'It does go.', 'It [-doesn’t-]{+does+} go.'],
    ['a script without spaces', '潮は満ちる。', '潮は引く。', '潮は[-満ちる-]{+引く+}。'],
    ['several words with spaces between', 'We saw it rise.', 'We would never ever rise.', 'We [-saw it -]{+would never ever +}rise.'],
    [
      'what was written anew',
      'Alpha beta gamma delta epsilon zeta.',
      'No word of that has stayed in the end.',
      expect.stringMatching(/^\[-Alpha beta gamma delta epsilon zeta\.-\]\{\+No word/u),
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(words(before, after)).toEqual(expected)
  })

  test('what was only made bold is said so, and neither added nor removed', () => {
    const plain = doc(para('The tide goes out.', 1))
    const bold = doc({
      ...para('', 1),
      content: [
        { type: 'text', text: 'The ' },
        { type: 'text', text: 'tide', marks: [{ type: 'bold' }] },
        { type: 'text', text: ' goes out.' },
      ],
    })
    const [entry] = compareTexts(plain, bold).entries
    expect(entry).toMatchObject({ kind: 'text', pieces: [{ change: 'same' }, { change: 'format', text: 'tide', marks: [{ type: 'bold' }], marksBefore: [] }, { change: 'same' }] }) // oxfmt-ignore
    expect(changeMetrics(plain, bold)).toEqual({ added: 0, removed: 0 })
  })

  test('other maths in a sentence is one thing for another', () => {
    const maths = (tex: string) => doc({ ...para('', 1), content: [{ type: 'text', text: 'Let ' }, { type: 'mathInline', attrs: { tex } }, { type: 'text', text: ' be the tide of a day.' }] }) // oxfmt-ignore
    const [entry] = compareTexts(maths('x^2'), maths('x^3')).entries
    expect(entry).toMatchObject({ pieces: [{ change: 'same' }, { change: 'removed', atom: { attrs: { tex: 'x^2' } } }, { change: 'added', atom: { attrs: { tex: 'x^3' } } }, { change: 'same' }] }) // oxfmt-ignore
  })
})

describe('blocks', () => {
  test('one that came, one that went, the others as they were', () => {
    expect(
      kinds(doc(para(long(1), 1), para(long(2), 2), para(long(3), 3)), doc(para(long(1), 1), para(long(3), 3), para('New.', 4))),
    ).toEqual(['same', 'removed', 'same', 'added'])
  })

  test('one that moved is told at both places, and shown once with what changed in it', () => {
    const before = doc(para(long(1), 1), para(long(2), 2), para(long(3), 3))
    const after = doc(para(long(3), 3), para(long(1), 1), para(`${long(2)} Really.`, 2))
    const { entries } = compareTexts(before, after)
    expect(entries).toMatchObject([{ kind: 'same', moved: 0 }, { kind: 'same' }, { kind: 'text' }, { kind: 'away', key: 0 }])
  })

  test('without names it is known by what it says', () => {
    const before = doc(para(long(1)), para(long(2)), para(long(3)))
    expect(kinds(before, doc(para(long(3)), para(long(1)), para(long(2))))).toEqual(['same', 'same', 'same', 'away'])
    expect(kinds(before, doc(para(long(1)), para(long(2).replace('keepers', 'watchers')), para(long(3))))).toEqual(['same', 'text', 'same'])
  })

  test('short lines that stand twice have not moved', () => {
    expect(kinds(doc(para('***'), para(long(1)), para(long(2))), doc(para(long(1)), para('***'), para(long(2))))).toEqual(['removed', 'same', 'added', 'same']) // oxfmt-ignore
  })

  test('a paragraph that became a heading is one that changed', () => {
    const [entry] = compareTexts(doc(para(long(1), 1)), doc({ ...para(long(1), 1), type: 'heading', attrs: { ...para('', 1).attrs, level: 2 } })).entries // oxfmt-ignore
    expect(entry).toMatchObject({ kind: 'text', before: { type: 'paragraph' }, after: { type: 'heading', attrs: { level: 2 } }, pieces: [{ change: 'same' }] }) // oxfmt-ignore
  })

  test('another picture in a figure, another cell in a table, another language of code', () => {
    const figure = (src: string): DocNode => ({ type: 'figure', content: [{ type: 'image', attrs: { src } }] })
    expect(compareTexts(doc(figure('/a.png')), doc(figure('/b.png'))).entries).toMatchObject([{ kind: 'holder', entries: [{ kind: 'text', before: { attrs: { src: '/a.png' } }, after: { attrs: { src: '/b.png' } } }] }]) // oxfmt-ignore
    const cell = (text: string): DocNode => ({ type: 'tableCell', content: [para(text)] })
    const table = (...texts: string[]): Doc => doc({ type: 'table', content: [{ type: 'tableRow', content: texts.map(cell) }] })
    expect(compareTexts(table('one', 'two'), table('one', 'seven')).entries).toMatchObject([{ kind: 'holder', entries: [{ kind: 'holder', entries: [{ kind: 'same' }, { kind: 'holder' }] }] }]) // oxfmt-ignore
    const code = (language: string): Doc => doc({ type: 'codeBlock', attrs: { language }, content: [{ type: 'text', text: 'a = 1' }] })
    expect(compareTexts(code('js'), code('c')).entries).toMatchObject([{ kind: 'text', before: { attrs: { language: 'js' } }, after: { attrs: { language: 'c' } } }]) // oxfmt-ignore
  })
})

test('metrics count the characters that came and went, not what moved', () => {
  const before = doc(para(long(1), 1), para(long(2), 2), para('Gone.', 3))
  const after = doc(para(long(2), 2), para(`${long(1)} And more.`, 1))
  expect(changeMetrics(before, after)).toEqual({ added: ' And more.'.length, removed: 'Gone.'.length })
})

test('two texts of a megabyte that have nothing in common, or everything but its order, are compared all the same', () => {
  const big = (seed: number) =>
    doc(...Array.from({ length: 6_000 }, (_, at) => para(`${at * seed} ${long((at * 7919 * seed) % 6_000)} ${(at * seed) % 977}`)))
  const [one, other] = [big(1), big(13)]
  const comparison = compareTexts(one, other)
  expect(newerOf(comparison).content).toHaveLength(6_000)
  expect(olderOf(comparison).content).toHaveLength(6_000)
  const single = (seed: number) => doc(para(Array.from({ length: 160_000 }, (_, at) => `w${(at * seed) % 7_919}`).join(' '), 1))
  expect(nameless(newerOf(compareTexts(single(3), single(5))))).toEqual(nameless(single(5)))
})
