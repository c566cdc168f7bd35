/**
 * Two write at the same place, each hearing of the other a moment later: the letters of each stay
 * one run, in the order in which they were typed.
 */
import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { yCursorPluginKey } from '@tiptap/y-tiptap'
import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { bodyFragment } from '#shared/documents/rooms.ts'
import { drawn } from '../../testing/dom.tsx'
import { makeEditor } from './make-editor.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

interface Writer {
  readonly editor: Editor
  readonly doc: Y.Doc
  readonly awareness: Awareness
  /** Takes in what the other has said up to now, of text and caret, or the first `count` of it. */
  readonly hear: (count?: number) => void
}

function twoWriters(text: string): readonly [Writer, Writer] {
  const [mine, theirs] = writersOf(text, 2)
  if (mine === undefined || theirs === undefined) throw new Error('two')
  return [mine, theirs]
}

/** @returns the last of them has the smallest number */
function writersOf(text: string, count: number): readonly Writer[] {
  const begun = new Y.Doc()
  const block = new Y.XmlElement('paragraph')
  if (text !== '') block.insert(0, [new Y.XmlText(text)])
  begun.getXmlFragment(bodyFragment).insert(0, [block])
  const lines = Array.from({ length: count }, (): (() => void)[] => [])
  const writers: Writer[] = []
  for (const [at, line] of lines.entries()) {
    const doc = new Y.Doc()
    // Of two changes at one place, that of the smaller number comes first.
    doc.clientID = count - at
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(begun))
    const awareness = new Awareness(doc)
    awareness.setLocalStateField('user', { name: `Writer ${at}` })
    const element = document.createElement('div')
    // As in editor.css: a space is a space.
    element.style.whiteSpace = 'break-spaces'
    document.body.append(element)
    const editor = makeEditor({ doc, awareness, ports: null, element })
    ends.push(() => {
      editor.destroy()
      element.remove()
      awareness.destroy()
      doc.destroy()
    })
    const tell = (take: (other: Writer) => void) => {
      for (const [to, theirLine] of lines.entries())
        if (to !== at)
          theirLine.push(() => {
            const other = writers[to]
            if (other !== undefined) take(other)
          })
    }
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'line') tell((other) => Y.applyUpdate(other.doc, update, 'line'))
    })
    awareness.on('update', (_: unknown, origin: unknown) => {
      if (origin === 'line') return
      const state = encodeAwarenessUpdate(awareness, [doc.clientID])
      tell((other) => applyAwarenessUpdate(other.awareness, state, 'line'))
    })
    const hear = (most = Infinity) => {
      for (const take of line.splice(0, most)) take()
    }
    writers.push({ editor, doc, awareness, hear })
    expect(textOf({ editor })).toBe(text)
  }
  return writers
}

/** mulberry32: the same numbers below `end` for the same seed. */
function randomFrom(seed: number): (end: number) => number {
  let state = seed * 0x9e3779b1 + 1
  return (end) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * end)
  }
}

/** @param into letters from the beginning of the text */
const putCaret = ({ editor: { view } }: Writer, into: number): void =>
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 1 + into)))

/** As a key does it, and at the caret. */
const type = ({ editor: { view } }: Writer, letters: string): void => view.dispatch(view.state.tr.insertText(letters))

const textOf = ({ editor }: Pick<Writer, 'editor'>): string => editor.state.doc.textContent

/** The letters that this writer has typed, in the order of the text. */
function lettersOf({ doc }: Writer, client: number): string {
  const texts: Y.XmlText[] = []
  for (const block of doc.getXmlFragment(bodyFragment).toArray())
    if (block instanceof Y.XmlElement) texts.push(...block.toArray().filter((part) => part instanceof Y.XmlText))
  let letters = ''
  for (const text of texts)
    for (let item = text._start; item !== null; item = item.right)
      if (!item.deleted && item.id.client === client && item.content instanceof Y.ContentString) letters += item.content.str
  return letters
}

function beforeCaret({ editor: { state } }: Writer): string {
  const { parent, parentOffset } = state.selection.$head
  return parent.textBetween(0, parentOffset)
}

describe('two who type at one place', () => {
  test('beginning with the same letter, each keep their words whole', () => {
    const [mine, theirs] = twoWriters('On we go.')
    for (const writer of [mine, theirs]) putCaret(writer, 9)
    type(theirs, ' ')
    mine.hear()
    type(mine, ' ')
    for (const letter of 'L1') type(theirs, letter)
    for (const letter of 'Y1') type(mine, letter)
    for (const writer of [mine, theirs]) writer.hear()
    expect([textOf(mine), textOf(theirs)]).toEqual(['On we go. Y1 L1', 'On we go. Y1 L1'])
    expect([beforeCaret(mine), beforeCaret(theirs)]).toEqual(['On we go. Y1', 'On we go. Y1 L1'])
  })

  test('take back their own letter, not the same letter of the other', () => {
    const [mine, theirs] = twoWriters('On we go.')
    for (const writer of [mine, theirs]) putCaret(writer, 9)
    type(theirs, '!')
    mine.hear()
    type(mine, '!')
    const { view } = mine.editor
    view.dispatch(view.state.tr.delete(view.state.selection.head - 1, view.state.selection.head))
    for (const letter of ' L') type(theirs, letter)
    for (const writer of [mine, theirs]) writer.hear()
    expect([textOf(mine), textOf(theirs)]).toEqual(['On we go.! L', 'On we go.! L'])
    expect(lettersOf(mine, 1)).toBe('! L')
  })

  test('take back the only letter there is, for the other as well', () => {
    const [mine, theirs] = twoWriters('')
    putCaret(mine, 0)
    type(mine, 'a')
    const { view } = mine.editor
    view.dispatch(view.state.tr.delete(1, 2))
    theirs.hear()
    expect([textOf(mine), textOf(theirs)]).toEqual(['', ''])
  })

  // Not at `input`: the editor has read what the browser has written before anything else can run.
  const moments = ['keydown', 'beforeinput', 'selectionchange', 'keyup'] as const

  test.each(moments)('have their letters at their caret, with real keys, when the other is heard at %s', async (moment) => {
    const [mine, theirs] = twoWriters('On we go.')
    await userEvent.click(mine.editor.view.dom)
    for (const writer of [mine, theirs]) putCaret(writer, 9)
    const letters = [...' L1 L2 L3 L4']
    const hear = () => {
      const letter = letters.shift()
      if (letter !== undefined) type(theirs, letter)
      mine.hear()
    }
    const target = moment === 'selectionchange' ? document : mine.editor.view.dom
    target.addEventListener(moment, hear, true)
    ends.push(() => target.removeEventListener(moment, hear, true))
    await userEvent.keyboard(' Y1 Y2 Y3')
    target.removeEventListener(moment, hear, true)
    for (const writer of [mine, theirs]) writer.hear()
    const [typed, other] = [' Y1 Y2 Y3', lettersOf(mine, 1)]
    expect([`On we go.${typed}${other}`, `On we go.${other}${typed}`]).toContain(textOf(mine))
    expect([lettersOf(mine, 2), textOf(theirs)]).toEqual([typed, textOf(mine)])
    expect(beforeCaret(mine).endsWith(typed)).toBe(true)
    expect(beforeCaret(theirs).endsWith(other)).toBe(true)
  })
})

describe('whatever two type beside each other, out of two letters, and take back', () => {
  test.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'each of them has their own letters, in their order, before their caret (%s)',
    (seed) => {
      const random = randomFrom(seed)
      const writers = twoWriters('abba ab')
      const typed: [string, string] = ['', '']
      for (const writer of writers) putCaret(writer, random(8))
      for (let turn = 0; turn < 40; turn += 1) {
        const at = random(2) === 0 ? 0 : 1
        const act = random(6)
        if (act < 3) {
          const letter = 'ab'.charAt(random(2))
          type(writers[at], letter)
          typed[at] += letter
        } else if (act === 3 && typed[at] !== '') {
          const { view } = writers[at].editor
          view.dispatch(view.state.tr.delete(view.state.selection.head - 1, view.state.selection.head))
          typed[at] = typed[at].slice(0, -1)
        } else writers[at].hear(1 + random(3))
        // Who has written nothing of their own there has none on the left that is theirs.
        if (typed[at] !== '') expect([turn, beforeCaret(writers[at]).at(-1)]).toEqual([turn, typed[at].at(-1)])
        for (const own of [0, 1] as const) expect([turn, lettersOf(writers[own], 2 - own)]).toEqual([turn, typed[own]])
      }
      for (const writer of writers) writer.hear()
      expect(textOf(writers[1])).toBe(textOf(writers[0]))
    },
  )
})

describe('two who begin in one empty paragraph', () => {
  test.each(Array.from({ length: 12 }, (_, seed) => seed))('have each letter there once, their own in their order (%s)', (seed) => {
    const random = randomFrom(seed)
    const writers = twoWriters('')
    const typed: [string, string] = ['', '']
    for (const writer of writers) putCaret(writer, 0)
    for (let turn = 0; turn < 14; turn += 1) {
      const at = random(2) === 0 ? 0 : 1
      if (random(6) < 4) {
        const letter = String.fromCodePoint((at === 0 ? 97 : 65) + typed[at].length)
        type(writers[at], letter)
        typed[at] += letter
      } else writers[at].hear(1 + random(3))
    }
    // What the one whose text was moved has moved has to be heard, too.
    for (let times = 0; times < 4; times += 1) for (const writer of writers) writer.hear()
    const text = textOf(writers[0])
    expect(textOf(writers[1])).toBe(text)
    expect([text.replace(/[A-Z]/gu, ''), text.replace(/[a-z]/gu, '')]).toEqual(typed)
  })

  test('as bold as they typed it', () => {
    const [mine, theirs] = twoWriters('')
    for (const writer of [mine, theirs]) putCaret(writer, 0)
    type(mine, 'a')
    theirs.editor.commands.toggleMark('bold')
    type(theirs, 'B')
    mine.hear()
    mine.editor.commands.toggleMark('italic')
    type(mine, 'c')
    for (let times = 0; times < 3; times += 1) for (const writer of [mine, theirs]) writer.hear()
    const paragraph = mine.editor.state.doc.child(0)
    const marked = paragraph.children.map(({ text, marks }) => `${marks.map(({ type: { name } }) => name).join()} ${text}`)
    expect(marked.toSorted()).toEqual([' a', 'bold B', 'italic c'])
    expect(theirs.editor.state.doc.toJSON()).toEqual(mine.editor.state.doc.toJSON())
  })
})

describe('three or more who begin in one empty paragraph', () => {
  const alphabets = [97, 65, 0x3b1, 0x430] as const

  /** Types, hears, and makes what follows bold or puts the caret elsewhere, as `seed` has it. */
  function write(seed: number, count: number) {
    const random = randomFrom(seed)
    const writers = writersOf('', count).map((writer, at) => ({ ...writer, first: alphabets[at] ?? 0, typed: '' }))
    for (const writer of writers) putCaret(writer, 0)
    const turn = () => {
      const writer = writers[random(count)]
      if (writer === undefined) return
      const act = random(12)
      if (act < 7) {
        const letter = String.fromCodePoint(writer.first + writer.typed.length)
        type(writer, letter)
        writer.typed += letter
      } else if (act < 10) writer.hear(1 + random(3))
      else if (act === 10) writer.editor.commands.toggleMark('bold')
      else if (seed % 4 === 1) putCaret(writer, random(1 + textOf(writer).length))
      else if (seed % 4 === 3) {
        const { length } = textOf(writer)
        writer.editor.chain().setTextSelection({ from: 1, to: 1 + random(1 + length) }).toggleMark('italic').run() // oxfmt-ignore
        putCaret(writer, length)
      }
    }
    for (let turns = 0; turns < 10 + 8 * count; turns += 1) turn()
    // What was moved by one who has heard has to be heard, too.
    for (let times = 0; times < 6; times += 1) for (const writer of writers) writer.hear()
    return writers
  }

  const seeds = Array.from({ length: 24 }, (_, seed) => [3 + (seed % 2), Math.floor(seed / 2)] as const)

  test.each(seeds)('%s have each letter there once, their own in their order where they typed on (%s)', (count, seed) => {
    const writers = write(seed, count)
    const texts = writers.map(textOf)
    const [text = ''] = texts
    expect(texts).toEqual(texts.map(() => text))
    expect([...text].toSorted()).toEqual([...writers.map(({ typed }) => typed).join('')].toSorted())
    if (seed % 2 === 1) return
    const own = writers.map(({ first }) => [...text].filter((letter) => letter >= String.fromCodePoint(first) && letter < String.fromCodePoint(first + 26)).join('')) // oxfmt-ignore
    expect(own).toEqual(writers.map(({ typed }) => typed))
  })
})

describe('a caret that was just put elsewhere, of which the editor has not heard yet', () => {
  /**
   * As a key or a click of the browser's own: the event comes later. @param into letters from the
   * beginning of the text
   */
  function putOnScreen({ editor: { view } }: Writer, into: number): void {
    const { node, offset } = view.domAtPos(1 + into)
    document.getSelection()?.collapse(node, offset)
  }

  async function atEnd() {
    const two = twoWriters('On we go.')
    await userEvent.click(two[0].editor.view.dom)
    for (const writer of two) putCaret(writer, 9)
    await drawn()
    return two
  }

  test('stays there when a change by the other comes first', async () => {
    const [mine, theirs] = await atEnd()
    putCaret(theirs, 0)
    type(theirs, 'Yes. ')
    putOnScreen(mine, 3)
    mine.hear()
    await userEvent.keyboard('x')
    theirs.hear()
    expect([textOf(mine), textOf(theirs)]).toEqual(['Yes. On xwe go.', 'Yes. On xwe go.'])
  })

  test('stays there when only the other’s caret has moved', async () => {
    const [mine, theirs] = await atEnd()
    const place = { anchor: { tname: bodyFragment, assoc: -1 }, head: { tname: bodyFragment, assoc: -1 } }
    theirs.awareness.setLocalStateField('cursor', place)
    mine.hear()
    putOnScreen(mine, 3)
    const { view } = mine.editor
    // The binding's own way, a task after the awareness has changed.
    view.dispatch(view.state.tr.setMeta(yCursorPluginKey, { awarenessUpdated: true }))
    expect(view.dom.querySelector('.caret')).not.toBeNull()
    await userEvent.keyboard('x')
    expect(textOf(mine)).toBe('On xwe go.')
  })
  test('is not what the browser makes of a text that gets the focus', async () => {
    const [mine, theirs] = await atEnd()
    await userEvent.click(theirs.editor.view.dom)
    document.getSelection()?.removeAllRanges()
    putCaret(mine, 3)
    mine.editor.view.focus()
    await userEvent.keyboard('x')
    expect(textOf(mine)).toBe('On xwe go.')
  })
})
