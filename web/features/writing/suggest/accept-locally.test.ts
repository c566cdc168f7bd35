import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import type { Change } from '#shared/inline-comments/change.ts'
import { acceptChange } from '#shared/inline-comments/accept-change.ts'
import { withoutRepeats } from '#shared/inline-comments/accepted-words.ts'
import { idOf } from '#shared/testing/factories.ts'
import { textOf } from '#shared/text/nodes.ts'
import { holdForOthers } from './accept-locally.ts'

const block = (text: string) => ({ type: 'paragraph' as const, attrs: { id: idOf(51) }, content: [{ type: 'text' as const, text }] })
const change: Change = { before: block('The tide comes.'), after: block('The spring tide comes.'), place: null }

function says(doc: Y.Doc): string {
  const checked = checkedText(doc)
  return checked.ok ? checked.doc.content.map(textOf).join(' | ') : checked.reason
}

test('what stands for two is not undone by one of them; what they did before and after is', () => {
  const [here, there] = [new Y.Doc(), new Y.Doc()]
  writeText(here, { type: 'doc', content: [block('The tide comes.')] }, null)
  Y.applyUpdate(there, Y.encodeStateAsUpdate(here))
  const undo = new Y.UndoManager(here.getXmlFragment(bodyFragment), { trackedOrigins: new Set(['suggestion']), captureTimeout: 0 })
  const type = (words: string): void => {
    const paragraph = here.getXmlFragment(bodyFragment).get(0)
    const text = paragraph instanceof Y.XmlElement ? paragraph.get(0) : null
    if (text instanceof Y.XmlText) here.transact(() => text.insert(text.length, words), 'suggestion')
  }
  type(' Now.')
  const first = acceptChange(here, change, [], 'suggestion').taken
  const second = acceptChange(there, change, [], null).taken
  type(' Then.')
  if (first === null || second === null) throw new Error('nothing was written')
  Y.applyUpdate(here, Y.encodeStateAsUpdate(there))
  holdForOthers(undo, here, [first, second])
  withoutRepeats(here, change, [first, second], 'repeats')
  expect(says(here)).toBe('The spring tide comes. Now. Then.')
  for (let times = 0; times < 5; times += 1) undo.undo()
  expect(says(here)).toBe('The spring tide comes.')
})
