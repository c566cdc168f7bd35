/**
 * Two writers in one text, each with an editor of their own: what one does leaves the other's caret
 * and selection at their letters.
 */
import type { Editor, JSONContent } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { afterEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { makeEditor } from './make-editor.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

interface Two {
  readonly mine: Editor
  readonly theirs: Editor
}

function twoWriters(...blocks: readonly JSONContent[]): Two {
  const docs = [new Y.Doc(), new Y.Doc()]
  // What a run does is decided by its seed alone.
  for (const [at, doc] of docs.entries()) doc.clientID = at + 1
  const [mine, theirs] = docs.map((doc) => {
    const element = document.createElement('div')
    document.body.append(element)
    const editor = makeEditor({ doc, awareness: null, ports: null, element })
    ends.push(() => {
      editor.destroy()
      element.remove()
      doc.destroy()
    })
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'line') for (const other of docs) if (other !== doc) Y.applyUpdate(other, update, 'line')
    })
    return editor
  })
  if (mine === undefined || theirs === undefined) throw new Error('two')
  mine.commands.setContent({ type: 'doc', content: [...blocks] })
  expect(theirs.state.doc.textContent).toBe(mine.state.doc.textContent)
  return { mine, theirs }
}

const words = (text: string) => ({ type: 'text', text })
const paragraph = (text: string) => ({ type: 'paragraph', content: [words(text)] })
const item = (text: string) => ({ type: 'listItem', content: [paragraph(text)] })

/** Of the first of these words. @param into letters from their beginning */
function placeOf({ state: { doc } }: Editor, text: string, into = 0): number {
  let found = -1
  doc.descendants((node, at) => {
    const offset = node.isTextblock ? node.textContent.indexOf(text) : -1
    if (found === -1 && offset >= 0) found = at + 1 + offset + into
  })
  if (found === -1) throw new Error(`no “${text}”`)
  return found
}

const putCaret = (editor: Editor, at: number, head = at): void =>
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, at, head)))

function around({ state: { selection } }: Editor): string {
  const { parent, parentOffset } = selection.$head
  return `${parent.textBetween(0, parentOffset, undefined, '•')}|${parent.textBetween(parentOffset, parent.content.size, undefined, '•')}`
}

/** mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number) {
  let state = seed * 0x9e3779b1 + 1
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return { below: (end: number): number => Math.floor(next() * end), chance: (share: number): boolean => next() < share }
}

describe('the caret of one in a paragraph in which the other', () => {
  const text = 'The tide comes in, and the tide goes out.'
  const at = (into: string) => {
    const two = twoWriters(paragraph('Before it.'), paragraph(text), paragraph('After it.'))
    putCaret(two.mine, placeOf(two.mine, into))
    return two
  }
  const [left, right] = ['The tide comes in, and the ', 'tide goes out.']

  test('types at its start stays at its letter, key for key', () => {
    const { mine, theirs } = at('tide goes')
    for (const key of 'Now: ') theirs.commands.insertContentAt(placeOf(theirs, 'The tide'), key)
    expect(around(mine)).toBe(`Now: ${left}|${right}`)
  })

  test('presses Enter before it goes with its words', () => {
    const { mine, theirs } = at('tide goes')
    putCaret(theirs, placeOf(theirs, 'comes'))
    theirs.commands.splitBlock()
    expect(around(mine)).toBe(`comes in, and the |${right}`)
  })

  test('presses Enter behind it, and joins the paragraph with the one before', () => {
    const { mine, theirs } = at('tide goes')
    putCaret(theirs, placeOf(theirs, 'goes'))
    theirs.commands.splitBlock()
    expect(around(mine)).toBe(`${left}|tide `)
    putCaret(theirs, placeOf(theirs, 'The tide'))
    theirs.commands.joinBackward()
    expect(around(mine)).toBe(`Before it.${left}|tide `)
  })

  test('makes it a heading, a list and a quote', () => {
    const { mine, theirs } = at('tide goes')
    putCaret(theirs, placeOf(theirs, 'comes'))
    theirs.commands.setNode('heading', { level: 2 })
    expect(around(mine)).toBe(`${left}|${right}`)
    theirs.commands.setNode('paragraph')
    theirs.commands.wrapIn('blockquote')
    expect(around(mine)).toBe(`${left}|${right}`)
    expect(mine.state.selection.$head.node(1).type.name).toBe('blockquote')
  })

  test('takes out the words around it, and all of it', () => {
    const { mine, theirs } = at('tide goes')
    const from = placeOf(theirs, 'and the')
    theirs.commands.deleteRange({ from, to: from + 'and the tide '.length })
    expect(around(mine)).toBe('The tide comes in, |goes out.')
    theirs.commands.deleteRange({ from: placeOf(theirs, 'The tide') - 1, to: placeOf(theirs, 'After') - 1 })
    expect(mine.state.doc.textContent).toBe('Before it.After it.')
  })

  test('types, and what one types and takes back next is in the right place', () => {
    const { mine, theirs } = at('tide goes')
    theirs.commands.insertContentAt(placeOf(theirs, 'The tide'), 'A long beginning. ')
    mine.commands.insertContent('high ')
    mine.view.dispatch(mine.state.tr.delete(mine.state.selection.head - 2, mine.state.selection.head))
    expect(mine.state.doc.child(1).textContent).toBe(`A long beginning. ${left}hig${right}`)
    expect(theirs.state.doc.toJSON()).toEqual(mine.state.doc.toJSON())
  })
})

test('undone by the other, an insertion before the caret leaves it at its letter', () => {
  const { mine, theirs } = twoWriters(paragraph('One two three.'))
  putCaret(mine, placeOf(mine, 'three'))
  theirs.commands.insertContentAt(placeOf(theirs, 'One'), 'Zero ')
  theirs.view.someProp('handleKeyDown', (handle) => handle(theirs.view, new KeyboardEvent('keydown', { key: 'z', ctrlKey: true })))
  expect([mine.state.doc.textContent, around(mine)]).toEqual(['One two three.', 'One two |three.'])
})

describe('whatever one of them does', () => {
  const alphabet = Array.from({ length: 400 }, (_, at) => String.fromCodePoint(0x4e00 + at))

  test.each(Array.from({ length: 60 }, (_, seed) => seed))('each end of the other’s selection stays beside its letter (%s)', (seed) => {
    const random = randomFrom(seed)
    let used = 0
    const some = (count: number): string => alphabet.slice(used, (used += count)).join('')
    const { mine, theirs } = twoWriters(
      paragraph(some(12)),
      { type: 'heading', attrs: { level: 2 }, content: [words(some(8))] },
      { type: 'bulletList', content: [item(some(6)), item(some(6))] },
      paragraph(some(20)),
      { type: 'blockquote', content: [paragraph(some(10))] },
      paragraph(some(9)),
    )
    for (let turn = 0; turn < 12; turn += 1) {
      const places = textPlaces(mine)
      const pick = () => places[random.below(places.length)] ?? 1
      putCaret(mine, pick(), random.chance(0.5) ? undefined : pick())
      const before = [mine.state.selection.anchor, mine.state.selection.head].map((at) => besides(mine, at))
      const wasEmpty = mine.state.selection.empty
      act(theirs, random, () => some(1))
      const { anchor, head, empty } = mine.state.selection
      if (wasEmpty) expect(empty).toBe(true)
      const present = mine.state.doc.textContent
      for (const [end, at] of [anchor, head].entries()) {
        const [left, right] = before[end] ?? ['', '']
        const now = besides(mine, at)
        if (left !== '' && present.includes(left)) expect([seed, turn, now[0]]).toEqual([seed, turn, left])
        else if (left !== '' && right !== '' && present.includes(right)) expect([seed, turn, now[1]]).toEqual([seed, turn, right])
      }
      expect(theirs.state.doc.toJSON()).toEqual(mine.state.doc.toJSON())
    }
  })

  /** All places where a caret may stand in a text. */
  function textPlaces({ state: { doc } }: Editor): readonly number[] {
    const found: number[] = []
    doc.descendants((node, at) => {
      if (node.isTextblock) for (let offset = 0; offset <= node.content.size; offset += 1) found.push(at + 1 + offset)
      return !node.isTextblock
    })
    return found
  }

  /** The letters on both sides of a place. */
  function besides({ state: { doc } }: Editor, at: number): readonly [string, string] {
    const { nodeBefore, nodeAfter } = doc.resolve(at)
    return [nodeBefore?.text?.at(-1) ?? '', nodeAfter?.text?.at(0) ?? '']
  }

  function act(editor: Editor, random: ReturnType<typeof randomFrom>, letter: () => string): void {
    const places = textPlaces(editor)
    const at = places[random.below(places.length)] ?? 1
    putCaret(editor, at)
    const acts = [
      () => editor.commands.insertContentAt(at, letter()),
      () => editor.commands.insertContentAt(at, letter()),
      () => editor.commands.splitBlock(),
      () => editor.commands.joinBackward(),
      () => editor.commands.deleteRange({ from: at, to: Math.min(editor.state.doc.content.size - 1, at + 1 + random.below(3)) }),
      () => editor.commands.setNode('heading', { level: 2 }),
      () => editor.commands.setNode('paragraph'),
      () => editor.commands.wrapIn('blockquote'),
      () => editor.commands.lift('blockquote'),
      () => {
        putCaret(editor, at, places[random.below(places.length)] ?? at)
        return editor.commands.toggleMark('bold')
      },
    ]
    acts[random.below(acts.length)]?.()
  }
})
