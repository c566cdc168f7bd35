import { describe, expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import type { Change } from './change.ts'
import { Change as ChangeSchema } from './change.ts'
import type { Applied } from './apply-change.ts'
import { applyChange } from './apply-change.ts'
import { changesBetween } from './changes-between.ts'
import type { Doc, DocNode } from '../text/nodes.ts'

const id = (n: number): string => String(n).padStart(26, '0')
const block = (n: number, text: string, marks?: DocNode['marks']): DocNode => ({
  type: 'paragraph',
  attrs: { id: id(n) },
  ...(text !== '' && { content: [{ type: 'text', text, ...(marks !== undefined && { marks }) }] }),
})
const doc = (...content: DocNode[]): Doc => ({ type: 'doc', content })
const wordsOf = ({ content }: Doc): readonly string[] => content.map((each) => (each.content ?? []).map(({ text }) => text ?? '').join(''))

function after(text: Doc, change: Change | undefined, others: readonly Change[] = []): Applied {
  if (change === undefined) throw new Error('no such change')
  return applyChange(text, change, others)
}
function textAfter(text: Doc, change: Change | undefined, others: readonly Change[] = []): Doc {
  const applied = after(text, change, others)
  if (applied.kind !== 'changed') throw new Error(`it is ${applied.kind}`)
  return applied.doc
}

const base = doc(block(1, 'The tide comes in twice a day.'), block(2, 'Nobody asked it to.'), block(3, 'It goes out as well.'))

describe('a change of words', () => {
  const mine = doc(block(1, 'The spring tide comes in twice a lunar day.'), ...base.content.slice(1))

  test('two stretches of one paragraph are two proposals, and each can be taken over without the other', () => {
    const changes = changesBetween(base, mine)
    expect(changes).toHaveLength(2)
    expect(wordsOf(textAfter(base, changes[0]))[0]).toBe('The spring tide comes in twice a day.')
    expect(wordsOf(textAfter(base, changes[1]))[0]).toBe('The tide comes in twice a lunar day.')
    expect(textAfter(textAfter(base, changes[1]), changes[0])).toEqual(mine)
  })

  test('what others have written in the paragraph meanwhile stays', () => {
    const gone = doc(block(1, 'Here the tide comes in twice a day, as everywhere.'), ...base.content.slice(1))
    const [first, second] = changesBetween(base, mine)
    const both = textAfter(textAfter(gone, first), second)
    expect(wordsOf(both)[0]).toContain('spring')
    expect(wordsOf(both)[0]).toContain('lunar day, as everywhere.')
  })

  test('a word that stands elsewhere now is one proposal: by halves it would be gone', () => {
    const changes = changesBetween(
      doc(block(1, 'A quiet tide came to the old harbour wall at night.')),
      doc(block(1, 'A tide came to the old harbour wall at quiet night.')),
    )
    expect(changes).toHaveLength(1)
  })

  test('is never put into the middle of a word that stands where the proposer saw others', () => {
    const seen = doc(block(1, 'Water comes first1x c second2x and the sea.'))
    const [change] = changesBetween(seen, doc(block(1, 'Water comes first1x c proposed3x second2x and the sea.')))
    const text = textAfter(doc(block(1, 'Water comes first4x and the sea first1x c.')), change)
    expect(wordsOf(text)[0]).toMatch(/\bfirst4x\b.*\bproposed3x\b|\bproposed3x\b.*\bfirst4x\b/u)
  })

  test('taken over a second time it changes nothing', () => {
    const [only] = changesBetween(base, doc(block(1, 'The tide comes in.'), ...base.content.slice(1)))
    expect(after(textAfter(base, only), only)).toEqual({ kind: 'same' })
  })

  test('of a paragraph that is gone it says so', () => {
    const [first] = changesBetween(base, mine)
    expect(after(doc(...base.content.slice(1)), first)).toEqual({ kind: 'gone' })
  })

  test('a mark alone is a change', () => {
    const strong = doc(block(1, 'The tide comes in twice a day.', [{ type: 'bold' }]), ...base.content.slice(1))
    const [only, ...more] = changesBetween(base, strong)
    expect(more).toEqual([])
    expect(textAfter(base, only)).toEqual(strong)
  })
})

describe('blocks that come, go and move', () => {
  test('a paragraph that is to go goes, unless somebody has written on in it', () => {
    const [only] = changesBetween(base, doc(...base.content.filter((_each, at) => at !== 1)))
    expect(wordsOf(textAfter(base, only))).toEqual(['The tide comes in twice a day.', 'It goes out as well.'])
    const gone = doc(base.content[0] ?? block(1, ''), block(2, 'Nobody asked it to, did they?'), base.content[2] ?? block(3, ''))
    expect(after(gone, only)).toEqual({ kind: 'clash' })
  })

  test('new paragraphs stand in their order, also when the second is taken over before the first', () => {
    const mine = doc(block(1, 'The tide comes in twice a day.'), block(7, 'First new.'), block(8, 'Second new.'), ...base.content.slice(1))
    const changes = changesBetween(base, mine)
    const second = textAfter(base, changes[1], changes)
    expect(wordsOf(second)).toEqual(['The tide comes in twice a day.', 'Second new.', 'Nobody asked it to.', 'It goes out as well.'])
    expect(wordsOf(textAfter(second, changes[0], changes))).toEqual(wordsOf(mine))
  })

  test('a paragraph that moves keeps what was written in it meanwhile', () => {
    const [a, b, c] = base.content
    if (a === undefined || b === undefined || c === undefined) throw new Error('three blocks')
    const [only] = changesBetween(base, doc(c, a, b))
    expect(only?.place).toEqual({ behind: null })
    const gone = doc(a, b, block(3, 'It goes out as well, of course.'))
    expect(wordsOf(textAfter(gone, only))).toEqual([
      'It goes out as well, of course.',
      'The tide comes in twice a day.',
      'Nobody asked it to.',
    ])
  })

  test('where a paragraph stands twice, each stays the one it was', () => {
    const twice = doc(block(1, 'Twice.'), block(1, 'Twice.'))
    const changes = changesBetween(twice, doc(block(1, 'Twice.'), block(1, 'Twice, and then the sea, and the moon above all of it.')))
    expect(changes.map(({ before, after, place }) => [before !== null, after !== null, place])).toEqual([[true, true, null]])
  })

  test('a note comes with its call', () => {
    const call: DocNode = { type: 'footnoteRef', attrs: { note: 'a' } }
    const called: DocNode = { type: 'paragraph', attrs: { id: id(2) }, content: [{ type: 'text', text: 'Nobody asked it to.' }, call] }
    const notes: DocNode = {
      type: 'footnotes',
      content: [{ type: 'footnote', attrs: { note: 'a' }, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'So far.' }] }] }],
    }
    const mine = doc(base.content[0] ?? block(1, ''), called, base.content[2] ?? block(3, ''), notes)
    const changes = changesBetween(base, mine)
    const withNotes = textAfter(
      base,
      changes.find(({ before }) => before === null),
      changes,
    )
    expect(
      textAfter(
        withNotes,
        changes.find(({ before }) => before !== null),
        changes,
      ),
    ).toEqual(mine)
    // Alone the call would lead nowhere.
    expect(
      after(
        base,
        changes.find(({ before }) => before !== null),
        changes,
      ),
    ).toEqual({ kind: 'clash' })
  })
})

test('all changes, taken over one after the other, give the text that was proposed', () => {
  const words = fc.constantFrom('tide', 'moon', 'sea', 'night', 'harbour', 'slow', 'and', 'light')
  const sentence = fc.array(words, { minLength: 1, maxLength: 8 }).map((list) => list.join(' '))
  const texts = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), sentence), { minLength: 1, maxLength: 7, selector: ([n]) => n })
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const [from, to] = [one, other].map((blocks) => doc(...blocks.map(([n, text]) => block(n, text))))
      if (from === undefined || to === undefined) return
      const changes = changesBetween(from, to)
      let text = from
      for (const change of changes) {
        const applied = applyChange(text, change, changes)
        if (applied.kind === 'changed') text = applied.doc
      }
      // Where all is gone, an empty paragraph is left.
      expect(
        wordsOf(text)
          .filter((words) => words !== '')
          .toSorted(),
      ).toEqual([...wordsOf(to)].toSorted())
      for (const change of changes) expect(ChangeSchema.safeParse(structuredClone(change)).success).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['nothing at all', { before: null, after: null, place: null }],
  ['a block that comes nowhere', { before: null, after: block(1, 'a'), place: null }],
  ['a node that no text has', { before: null, after: { type: 'script' }, place: { behind: null } }],
  [
    'a link that runs',
    { before: null, after: block(1, 'a', [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }]), place: { behind: null } },
  ],
  ['another key', { before: block(1, 'a'), after: null, place: null, more: 1 }],
  ['too much', { before: null, after: block(1, 'a'.repeat(300_000)), place: { behind: null } }],
])('%s is no change', (_name, value) => {
  expect(ChangeSchema.safeParse(value).success).toBe(false)
})
