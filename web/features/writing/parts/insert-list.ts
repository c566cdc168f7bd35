import type { Editor } from '@tiptap/core'
import { nodeItems } from '../nodes/insert-items.ts'
import { essayOnly } from '../small/field-text.ts'
import type { Tool, ToolPorts } from './tools.ts'
import { firstTools, moreTools } from './tools.ts'

/** What can be put into a text: the entries of the slash menu and of "Insert". */
export type InsertItem = {
  readonly name: string
  readonly label: string
  /** Other words that one may look for it by. */
  readonly words: readonly string[]
  readonly run: (editor: Editor, ports: ToolPorts) => void
}

const words: Readonly<Record<string, readonly string[]>> = {
  heading2: ['title', 'section', 'h2'],
  heading3: ['subheading', 'h3'],
  heading4: ['h4'],
  quote: ['blockquote', 'citation'],
  bullets: ['bullet list', 'unordered', 'ul'],
  numbers: ['ordered list', 'ol'],
  note: ['endnote', 'reference'],
  picture: ['image', 'photo', 'figure'],
  codeBlock: ['program', 'pre'],
  divider: ['line', 'rule', 'hr', 'break'],
}

const fromTool = ({ name, label, run }: Tool): InsertItem => ({ name, label, words: words[name] ?? [], run })

export const insertList: readonly InsertItem[] = [
  ...[...firstTools, ...moreTools].filter(({ name }) => Object.hasOwn(words, name)).map(fromTool),
  {
    name: 'tasks',
    label: 'Checklist',
    words: ['tasks', 'todo', 'checklist', 'checkbox'],
    run: (editor) => editor.chain().focus().toggleList('taskList', 'taskItem').run(),
  },
  ...nodeItems,
]

/** Of a comment, where pictures may stand in it, and of a message. */
export const commentInserts: readonly InsertItem[] = insertList.filter(({ name }) => !essayOnly.has(name))
export const insertsWithoutPictures: readonly InsertItem[] = commentInserts.filter(({ name }) => name !== 'picture')
