import { expect, onTestFinished, test } from 'vitest'
import * as Y from 'yjs'
import { makeEditor } from '../make-editor.ts'

const arabic = 'كل ساعة تمضي'
const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const list = (type: string, item: string, text: string) => ({ type, content: [{ type: item, content: [words(text)] }] })

/** In an editor of an English text. */
function shown(...content: readonly object[]): HTMLElement {
  const element = document.createElement('div')
  document.body.append(element)
  const editor = makeEditor({ doc: new Y.Doc(), awareness: null, ports: null, element, attributes: { dir: 'ltr' } })
  onTestFinished(() => {
    editor.destroy()
    element.remove()
  })
  editor.commands.setContent({ type: 'doc', content: [...content] })
  return element
}

test.each([
  ['a bullet list', 'ul', list('bulletList', 'listItem', arabic), list('bulletList', 'listItem', 'Every hour')],
  ['a numbered list', 'ol', list('orderedList', 'listItem', arabic), list('orderedList', 'listItem', 'Every hour')],
  ['a list of tasks', 'ul.tasks', list('taskList', 'taskItem', arabic), list('taskList', 'taskItem', 'Every hour')],
  ['a quote', 'blockquote', { type: 'blockquote', content: [words(arabic)] }, { type: 'blockquote', content: [words('Every hour')] }],
])('%s has its signs on the side of its words', (_what, selector, rightToLeft, leftToRight) => {
  const sides = [...shown(rightToLeft, leftToRight).querySelectorAll(selector)].map((block) => getComputedStyle(block).direction)
  expect(sides).toEqual(['rtl', 'ltr'])
})
