/**
 * Somebody writes in their own script, by composition where their keyboard composes: what they
 * typed stands in the text, is found, replaced and counted.
 */
import type { Editor } from '@tiptap/core'
import { afterEach, describe, expect, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import * as Y from 'yjs'
import { drawn } from '../../testing/dom.tsx'
import { find, findState, replaceAll } from './find/find.ts'
import { makeEditor } from './make-editor.ts'
import { countsOf } from './words.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function anEditor(lang: string): Promise<Editor> {
  const doc = new Y.Doc()
  const element = document.createElement('div')
  element.lang = lang
  document.body.append(element)
  const editor = makeEditor({ doc, awareness: null, ports: null, element })
  // As the style of the editor says: else the browser puts a no-break space at the end of a line.
  editor.view.dom.style.whiteSpace = 'break-spaces'
  ends.push(() => {
    editor.destroy()
    element.remove()
    doc.destroy()
  })
  // The command waits for a frame, and the first letter must not come before it.
  editor.commands.focus()
  await drawn()
  await drawn()
  expect(editor.view.hasFocus()).toBe(true)
  return editor
}

/** As an input method does: each state of the composition, then what was chosen. */
async function compose(...states: readonly string[]): Promise<void> {
  const chosen = states.at(-1) ?? ''
  for (const text of states) await cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await cdp().send('Input.insertText', { text: chosen })
}
/** Letter by letter, as a keyboard without composition sends them. */
async function letters(text: string): Promise<void> {
  for (const letter of text) await cdp().send('Input.insertText', { text: letter })
}

interface Written {
  readonly write: () => Promise<void>
  readonly text: string
  /** After one Backspace at its end. */
  readonly less: string
  /** Asked for, and put in its place wherever it stands. */
  readonly word: string
  readonly replacement: string
  readonly replaced: string
  readonly words: number
}

const scripts: Readonly<Record<string, Written>> = {
  ja: {
    write: async () => {
      await compose('k', 'か', 'かい', '海は')
      await compose('ひ', 'ひろ', '広い。')
    },
    ...{ text: '海は広い。', less: '海は広い', word: '海', replacement: '湖', replaced: '湖は広い。', words: 2 },
  },
  ko: {
    write: async () => {
      await compose('ㅂ', '바', '받', '바다')
      await letters(' ')
      await compose('ㅁ', '무', '물')
    },
    ...{ text: '바다 물', less: '바다 ', word: '바다', replacement: '강', replaced: '강 물', words: 2 },
  },
  ar: {
    write: () => letters('البَحْر واسع'),
    ...{ text: 'البَحْر واسع', less: 'البَحْر واس', word: 'واسع', replacement: 'كبير', replaced: 'البَحْر كبير', words: 2 },
  },
  hi: {
    write: async () => {
      await compose('स', 'सम', 'समु', 'समुद्र')
      await letters(' बड़ा')
    },
    ...{ text: 'समुद्र बड़ा', less: 'समुद्र बड़', word: 'समुद्र', replacement: 'नदी', replaced: 'नदी बड़ा', words: 2 },
  },
  th: {
    write: () => letters('ทะเลกว้าง'),
    ...{ text: 'ทะเลกว้าง', less: 'ทะเลกว้า', word: 'ทะเล', replacement: 'น้ำ', replaced: 'น้ำกว้าง', words: 2 },
  },
  de: {
    write: async () => {
      await letters('Das Meer ist gro')
      // A dead key composes too.
      await compose('ß')
      await letters(', sch')
      await compose('¨', 'ö')
      await letters('n 👩‍👩‍👧')
    },
    ...{
      text: 'Das Meer ist groß, schön 👩‍👩‍👧',
      less: 'Das Meer ist groß, schön ',
      word: 'SCHÖN',
      replacement: 'hübsch',
      replaced: 'Das Meer ist groß, hübsch 👩‍👩‍👧',
      words: 5,
    },
  },
}

const query = (words: string) => ({ query: words, isCaseSensitive: false, isWholeWord: false, isPattern: false })
const shape = (editor: Editor) => editor.state.doc.content.content.map((node) => [node.type.name, node.textContent])

describe.each(Object.entries(scripts))('in %s', (lang, { write, text, less, word, replacement, replaced, words }) => {
  test('what is typed stands there once, and Backspace takes no more than what was typed last', async () => {
    const editor = await anEditor(lang)
    await write()
    await expect.poll(() => shape(editor)).toEqual([['paragraph', text]])
    await userEvent.keyboard('{Backspace}')
    await expect.poll(() => shape(editor)).toEqual([['paragraph', less]])
  })

  test('Enter begins a paragraph, and the signs of lists and quotations work at its beginning', async () => {
    const editor = await anEditor(lang)
    await write()
    await userEvent.keyboard('{Enter}')
    await letters('- ')
    await write()
    await userEvent.keyboard('{Enter}{Enter}')
    await letters('> ')
    await write()
    await expect.poll(() => shape(editor)).toEqual([['paragraph', text], ['bulletList', text], ['blockquote', text]]) // oxfmt-ignore
  })

  test('its words are counted, found and replaced', async () => {
    const editor = await anEditor(lang)
    await write()
    await expect.poll(() => countsOf(editor.state).words).toBe(words)
    find(editor, query(word))
    expect(findState(editor.state).matches).toHaveLength(1)
    expect(replaceAll(editor, replacement)).toBe(1)
    expect(shape(editor)).toEqual([['paragraph', replaced]])
  })
})
