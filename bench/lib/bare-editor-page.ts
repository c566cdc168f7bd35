/**
 * Runs in a page: ProseMirror by itself, with nothing of ours, or no editor at all. What is typed
 * goes nowhere.
 */
import { baseKeymap } from '@tiptap/pm/commands'
import { keymap } from '@tiptap/pm/keymap'
import { Schema } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { EditorView } from '@tiptap/pm/view'

export interface BareBlock {
  readonly isHeading: boolean
  readonly text: string
}

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'text*', toDOM: () => ['p', 0] },
    heading: { group: 'block', content: 'text*', toDOM: () => ['h2', 0] },
    text: {},
  },
})

Reflect.set(window, 'openProseMirror', (blocks: readonly BareBlock[]) => {
  const content = blocks.map(({ isHeading, text }) => schema.node(isHeading ? 'heading' : 'paragraph', null, schema.text(text)))
  const state = EditorState.create({ doc: schema.node('doc', null, content), plugins: [keymap(baseKeymap)] })
  new EditorView(document.body, { state, attributes: { role: 'textbox' } })
})

Reflect.set(window, 'openNoEditor', (blocks: readonly BareBlock[]) => {
  const text = document.createElement('div')
  text.contentEditable = 'true'
  text.role = 'textbox'
  for (const block of blocks) text.append(Object.assign(document.createElement(block.isHeading ? 'h2' : 'p'), { textContent: block.text }))
  document.body.append(text)
})
