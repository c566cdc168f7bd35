import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { isInTable } from '@tiptap/pm/tables'
import { embedOf } from '#shared/text/embeds.ts'

/**
 * What the caret is in that has tools of its own; the innermost. `''`: plain text. As text, so that
 * equal states are equal.
 */
export function contextOf(editor: Editor): string {
  const { selection } = editor.state
  if (selection instanceof NodeSelection) {
    const { name } = selection.node.type
    if (name === 'figure') return 'figure'
    return ['mathInline', 'mathBlock', 'poll', 'prediction', 'embed'].includes(name) ? `node:${name}` : ''
  }
  const { $from } = selection
  const address = addressAlone(editor)
  if (address !== null) return `address:${address}`
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type, attrs } = $from.node(depth)
    if (type.name === 'codeBlock') return `code:${String(attrs['language'] ?? '')}`
    if (type.name === 'figcaption') return 'figure'
    if (type.name === 'taskItem') return 'task:'
    if (type.name === 'spoiler' || type.name === 'details' || type.name === 'machineText') return `folded:${type.name}`
    if (type.name === 'table') return isInTable(editor.state) ? 'table' : ''
  }
  return ''
}

/** The address that is all there is in a top-level paragraph, if it can be embedded. */
export function addressAlone({ state }: Editor): string | null {
  const { $from, empty } = state.selection
  if (!empty || $from.depth !== 1 || $from.parent.type.name !== 'paragraph' || $from.parent.content.size > 300) return null
  const text = $from.parent.textContent.trim()
  return /^https?:\/\/\S+$/.test(text) && embedOf(text) !== null ? text : null
}

/** Shows what an address leads to, in place of the paragraph that holds it alone. */
export function embedAddress(editor: Editor): void {
  const address = addressAlone(editor)
  const embed = address === null ? null : embedOf(address)
  if (embed === null) return
  const { $from } = editor.state.selection
  const at = $from.before(1)
  editor
    .chain()
    .focus()
    .insertContentAt({ from: at, to: $from.after(1) }, [{ type: 'embed', attrs: { ...embed } }, { type: 'paragraph' }])
    .setTextSelection(at + 2)
    .run()
}

export function setLanguage(editor: Editor, language: string): void {
  const { $from } = editor.state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type.name !== 'codeBlock') continue
    editor.view.dispatch(editor.state.tr.setNodeAttribute($from.before(depth), 'language', language === '' ? null : language))
    return
  }
}

/**
 * What code is most often written in here; by the names of highlight.js. Others keep what was typed
 * behind the signs.
 */
export const codeLanguages: readonly (readonly [name: string, label: string])[] = [
  ['bash', 'Bash'],
  ['c', 'C'],
  ['cpp', 'C++'],
  ['csharp', 'C#'],
  ['css', 'CSS'],
  ['diff', 'Diff'],
  ['go', 'Go'],
  ['graphql', 'GraphQL'],
  ['ini', 'INI, TOML'],
  ['java', 'Java'],
  ['javascript', 'JavaScript'],
  ['json', 'JSON'],
  ['kotlin', 'Kotlin'],
  ['lua', 'Lua'],
  ['makefile', 'Makefile'],
  ['markdown', 'Markdown'],
  ['perl', 'Perl'],
  ['php', 'PHP'],
  ['python', 'Python'],
  ['r', 'R'],
  ['ruby', 'Ruby'],
  ['rust', 'Rust'],
  ['scss', 'SCSS'],
  ['shell', 'Shell session'],
  ['sql', 'SQL'],
  ['swift', 'Swift'],
  ['typescript', 'TypeScript'],
  ['xml', 'HTML, XML'],
  ['yaml', 'YAML'],
]
