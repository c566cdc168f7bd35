import { beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyFragment } from '../documents/rooms.ts'
import { writeText } from '../documents/text-in-doc-write.ts'
import { checkedText } from '../documents/text-in-doc.ts'
import { idOf } from '../testing/factories.ts'
import { textOf } from '../text/nodes.ts'
import type { Change } from './change.ts'
import type { Taken } from './schema.ts'
import { acceptChange } from './accept-change.ts'
import { acceptedIn, withoutRepeats } from './accepted-words.ts'

const names = { a: idOf(51), b: idOf(52), c: idOf(53) }
const block = (name: keyof typeof names, text: string) => ({
  type: 'paragraph' as const,
  attrs: { id: names[name] },
  content: [{ type: 'text' as const, text }],
})
const edit: Change = { before: block('a', 'The tide comes.'), after: block('a', 'The spring tide comes.'), place: null }
const addition: Change = { before: null, after: block('b', 'And goes.'), place: { behind: names.a } }

let [here, there]: [Y.Doc, Y.Doc] = [new Y.Doc(), new Y.Doc()]
beforeEach(() => {
  ;[here, there] = [new Y.Doc(), new Y.Doc()]
  here.clientID = 5
  there.clientID = 3
  writeText(here, { type: 'doc', content: [block('a', 'The tide comes.')] }, null)
  meet()
})

function meet(): void {
  Y.applyUpdate(there, Y.encodeStateAsUpdate(here))
  Y.applyUpdate(here, Y.encodeStateAsUpdate(there))
}

/** What each has written, in the order in which the server heard of it. */
function bothTake(change: Change): readonly Taken[] {
  const works = [here, there].map((doc) => acceptChange(doc, change, [], null).taken)
  return works.filter((taken) => taken !== null)
}

function says(doc: Y.Doc): string {
  const checked = checkedText(doc)
  return checked.ok ? checked.doc.content.map(textOf).join(' | ') : checked.reason
}

function typeInto(doc: Y.Doc, at: number, words: string): void {
  const element = doc.getXmlFragment(bodyFragment).get(at)
  const text = element instanceof Y.XmlElement ? element.get(0) : null
  if (text instanceof Y.XmlText) text.insert(text.length, words)
}

test.each([
  ['a word in a paragraph', edit, 'The spring tide comes.'],
  ['a paragraph of its own', addition, 'The tide comes. | And goes.'],
])('%s that two have taken over stands there once, on both sides', (_what, change, expected) => {
  const taken = bothTake(change)
  meet()
  expect(says(here)).not.toBe(expected)
  for (const doc of [here, there]) expect(withoutRepeats(doc, change, taken, null)).toBe(true)
  meet()
  expect([says(here), says(there)]).toEqual([expected, expected])
  expect(withoutRepeats(here, change, taken, null)).toBe(false)
})

test('words that were put into the middle of others stand once, however they are cut', () => {
  const before = block('a', 'Water comes back.')
  const cutting: Change = { before, after: block('a', 'Water com new es ba old and the sea ck.'), place: null }
  writeText(here, { type: 'doc', content: [before] }, null)
  meet()
  const first = acceptChange(here, cutting, [], null).taken
  meet()
  // The text has come, and what became of the proposal has not.
  const words = there.getXmlFragment(bodyFragment).get(0)
  const text = words instanceof Y.XmlElement ? words.get(0) : null
  if (text instanceof Y.XmlText) text.insert(15, ' slowly ')
  const second = acceptChange(there, cutting, [], null).taken
  if (first === null || second === null) throw new Error('nothing was written')
  meet()
  expect(says(here).split('new')).toHaveLength(3)
  withoutRepeats(here, cutting, [first, second], null)
  expect(says(here).split('new')).toHaveLength(2)
  expect(says(here)).toContain('slowly')
})

test('what was written where it goes stays', () => {
  const taken = bothTake(addition)
  typeInto(there, 1, ' Twice a day.')
  meet()
  withoutRepeats(here, addition, taken, null)
  meet()
  expect(says(there)).toContain('And goes.')
  expect(says(there).split('And goes.')).toHaveLength(2)
  expect(says(there)).toContain('Twice a day.')
})

test.each([
  ['a word in a paragraph', edit, 'The spring tide comes.'],
  ['a paragraph of its own', addition, 'The tide comes. | And goes.'],
])('%s that the first has undone before they met: what the second has taken over stands', (_what, change, expected) => {
  const undo = new Y.UndoManager(here.getXmlFragment(bodyFragment), { trackedOrigins: new Set(['suggestion']) })
  const first = acceptChange(here, change, [], 'suggestion').taken
  const second = acceptChange(there, change, [], null).taken
  if (first === null || second === null) throw new Error('nothing was written')
  undo.undo()
  meet()
  const taken = [first, second]
  for (const doc of [here, there]) expect([acceptedIn(doc, taken), withoutRepeats(doc, change, taken, null)]).toEqual([second, false])
  meet()
  expect([says(here), says(there)]).toEqual([expected, expected])
})

test('who cannot tell yet what stands takes nothing away', () => {
  const [first, second] = bothTake(edit)
  if (first === undefined || second === undefined) throw new Error('nothing was written')
  expect([acceptedIn(there, [first, second]), acceptedIn(there, [second, first]), acceptedIn(there, [])]).toEqual([null, second, null])
})

test('as long as what stands is not here, nothing goes', () => {
  const taken = bothTake(edit)
  expect(withoutRepeats(there, edit, taken, null)).toBe(false)
  expect(says(there)).toBe('The spring tide comes.')
})

test('a block that was moved twice takes nothing along that only one of them had', () => {
  writeText(here, { type: 'doc', content: [block('a', 'The tide comes.'), block('c', 'At night.')] }, null)
  meet()
  const move: Change = { before: block('a', 'The tide comes.'), after: block('a', 'The tide comes.'), place: { behind: names.c } }
  typeInto(there, 0, ' Slowly.')
  const taken = bothTake(move)
  meet()
  withoutRepeats(here, move, taken, null)
  meet()
  expect(says(here)).toContain('Slowly.')
  expect(says(here)).toBe(says(there))
})

test('numbers that name nothing here do nothing', () => {
  const none = { client: 77, from: 0, length: 4_000_000_000 }
  expect(withoutRepeats(here, edit, [none, { client: 5, from: 0, length: 4_000_000_000 }], null)).toBe(false)
  expect(withoutRepeats(here, edit, [{ client: 5, from: 0, length: 1 }, none], null)).toBe(false)
  expect(says(here)).toBe('The tide comes.')
})
