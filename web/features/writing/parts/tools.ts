import type { Editor } from '@tiptap/core'
import { redo, undo } from '@tiptap/y-tiptap'
import { canCallNote, noteKey } from '../plugins/footnotes.ts'
import { undoManagerOf } from '../plugins/shared-text.ts'
import { toggleHeading } from '../plugins/writing-keys.ts'
import { insertBlock } from './insert-block.ts'

/**
 * The tools above the text: what each is called, its sign, its key, whether it is on or cannot be
 * used, and what it does.
 */
export type ToolName =
  | 'bold'
  | 'italic'
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'quote'
  | 'bullets'
  | 'numbers'
  | 'link'
  | 'note'
  | 'picture'
  | 'undo'
  | 'redo'
  | 'code'
  | 'codeBlock'
  | 'strike'
  | 'subscript'
  | 'superscript'
  | 'highlight'
  | 'divider'

export type Tool = {
  readonly name: ToolName
  readonly label: string
  readonly keys?: string
  /** Turned on and off, so that it says which. */
  readonly isToggle: boolean
  readonly run: (editor: Editor, ports: ToolPorts) => void
}
export type ToolPorts = { readonly onLink: () => void; readonly onPicture: () => void }

const mark = (name: ToolName, label: string, keys?: string): Tool => ({
  name,
  label,
  ...(keys === undefined ? {} : { keys }),
  isToggle: true,
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
})
const heading = (name: ToolName, level: 2 | 3 | 4, label: string): Tool => ({
  name,
  label,
  keys: `Ctrl+Alt+${level}`,
  isToggle: true,
  run: (editor) => {
    toggleHeading(editor, level)
    editor.commands.focus()
  },
})

export const firstTools: readonly Tool[] = [
  mark('bold', 'Bold', 'Ctrl+B'),
  mark('italic', 'Italic', 'Ctrl+I'),
  heading('heading2', 2, 'Heading 1'),
  heading('heading3', 3, 'Heading 2'),
  { name: 'quote', label: 'Quote', isToggle: true, run: (editor) => editor.chain().focus().toggleWrap('blockquote').run() },
  { name: 'bullets', label: 'List', isToggle: true, run: (editor) => editor.chain().focus().toggleList('bulletList', 'listItem').run() },
  {
    name: 'numbers',
    label: 'Numbered list',
    isToggle: true,
    run: (editor) => editor.chain().focus().toggleList('orderedList', 'listItem').run(),
  },
  { name: 'link', label: 'Link', keys: 'Ctrl+K', isToggle: true, run: (_editor, ports) => ports.onLink() },
  { name: 'note', label: 'Footnote', keys: 'Ctrl+Alt+F', isToggle: false, run: (editor) => noteKey(editor) },
  { name: 'picture', label: 'Picture', isToggle: false, run: (_editor, ports) => ports.onPicture() },
]
/** Of a comment, where pictures may stand in it, and of a message. */
export const commentTools: readonly Tool[] = firstTools.filter(({ name }) => !name.startsWith('heading'))
export const toolsWithoutPictures: readonly Tool[] = commentTools.filter(({ name }) => name !== 'picture')
export const moreTools: readonly Tool[] = [
  heading('heading4', 4, 'Heading 3'),
  mark('code', 'Inline code', 'Ctrl+E'),
  {
    name: 'codeBlock',
    label: 'Code block',
    isToggle: true,
    run: (editor) => editor.chain().focus().toggleNode('codeBlock', 'paragraph').run(),
  },
  mark('highlight', 'Highlight', 'Ctrl+Shift+H'),
  mark('strike', 'Strikethrough', 'Ctrl+Shift+X'),
  mark('subscript', 'Subscript', 'Ctrl+,'),
  mark('superscript', 'Superscript', 'Ctrl+.'),
  {
    name: 'divider',
    label: 'Divider',
    isToggle: false,
    run: (editor) => insertBlock(editor, { type: 'horizontalRule' }),
  },
  { name: 'undo', label: 'Undo', keys: 'Ctrl+Z', isToggle: false, run: (editor) => keep(editor, undo) },
  { name: 'redo', label: 'Redo', keys: 'Ctrl+Shift+Z', isToggle: false, run: (editor) => keep(editor, redo) },
]

function keep(editor: Editor, act: (state: Editor['state']) => unknown): void {
  act(editor.state)
  editor.commands.focus()
}

/** How far a selection is looked at for what is on in it: a whole essay may be selected. */
const maxLooked = 5_000

/** Names of the tools that are on, and after `|` of those that cannot be used here. */
export function toolStates(editor: Editor): string {
  const { state } = editor
  const { from, to, empty, $from } = state.selection
  const end = Math.min(to, from + maxLooked)
  const on: string[] = []
  for (const [name, type] of Object.entries(state.schema.marks)) {
    const isOn = empty ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined : state.doc.rangeHasMark(from, end, type)
    if (isOn) on.push(name)
  }
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type, attrs } = $from.node(depth)
    if (type.name === 'heading') on.push(`heading${String(attrs['level'])}`)
    if (type.name === 'blockquote') on.push('quote')
    if (type.name === 'bulletList') on.push('bullets')
    if (type.name === 'orderedList') on.push('numbers')
    if (type.name === 'codeBlock') on.push('codeBlock')
  }
  const off: string[] = []
  const manager = undoManagerOf(state)
  if (manager !== null && manager.undoStack.length === 0) off.push('undo')
  if (manager !== null && manager.redoStack.length === 0) off.push('redo')
  if (on.includes('codeBlock')) off.push('bold', 'italic', 'link', 'code', 'highlight', 'strike', 'subscript', 'superscript')
  if (!canCallNote(state)) off.push('note')
  return `${on.join(' ')}|${off.join(' ')}`
}
