import { Node } from '@tiptap/pm/model'
import { updateYFragment } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { fc } from './properties.ts'
import { bodyFragment } from '../documents/rooms.ts'
import { anyDoc } from './any-text.ts'
import { editorSchema } from './editor-schema.ts'

export const bodyOf = (ydoc: Y.Doc) => ydoc.getXmlFragment(bodyFragment)

/** What people do: bring the text to another, type, delete, mark, undo, hear of each other. */
const step = fc.oneof(
  fc.record({ does: fc.constant('write' as const), who: fc.nat(2), text: anyDoc }),
  fc.record({
    does: fc.constantFrom('type', 'delete', 'bold', 'link', 'undo'),
    who: fc.nat(2),
    at: fc.nat(200),
    length: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ does: fc.constant('hear' as const), who: fc.nat(2), from: fc.nat(2) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
export const session = fc.array(step, { minLength: 1, maxLength: 12 })

function texts(ydoc: Y.Doc): Y.XmlText[] {
  const found: Y.XmlText[] = []
  const open: unknown[] = bodyOf(ydoc).toArray()
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (next instanceof Y.XmlText) found.push(next)
    else if (next instanceof Y.XmlElement) open.push(...next.toArray())
  }
  return found
}

/** Every update that a session of three makes, in order. */
export function play(steps: readonly Step[]): {
  updates: Uint8Array[]
  people: Y.Doc[]
} {
  const updates: Uint8Array[] = []
  const people = [new Y.Doc(), new Y.Doc(), new Y.Doc({ gc: false })]
  const undo = people.map((ydoc) => new Y.UndoManager(bodyOf(ydoc), { captureTimeout: 0 }))
  for (const ydoc of people) ydoc.on('update', (update: Uint8Array, origin: unknown) => origin !== 'heard' && updates.push(update))
  for (const one of steps) {
    const ydoc = people[one.who] ?? new Y.Doc()
    if (one.does === 'hear') {
      const update = Y.encodeStateAsUpdate(people['from' in one ? one.from : 0] ?? ydoc, Y.encodeStateVector(ydoc))
      Y.applyUpdate(ydoc, update, 'heard')
    } else if ('text' in one) {
      const meta = { mapping: new Map(), isOMark: new Map() }
      ydoc.transact(() => updateYFragment(ydoc, bodyOf(ydoc), Node.fromJSON(editorSchema, one.text), meta), 'writer')
    } else if ('at' in one) {
      const all = texts(ydoc)
      const text = all[one.at % Math.max(1, all.length)]
      if (one.does === 'undo') undo[one.who]?.undo()
      if (text === undefined) continue
      const at = one.at % (text.length + 1)
      const length = Math.min(one.length, text.length - at)
      if (one.does === 'type') text.insert(at, 'мир 👩‍🚀 x'.slice(0, one.length))
      else if (length === 0) continue
      else if (one.does === 'delete') text.delete(at, length)
      else if (one.does === 'bold') text.format(at, length, { bold: {} })
      else if (one.does === 'link') text.format(at, length, { link: one.at % 2 === 0 ? { href: '/posts/x' } : null })
    }
  }
  return { updates, people }
}
