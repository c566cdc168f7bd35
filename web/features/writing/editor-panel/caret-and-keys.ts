/**
 * From the plain frame that takes typing at once to the editor that takes its place: where the
 * caret stood, and the keys that are pressed while neither of them can take one.
 */
import type { Editor } from '@tiptap/core'
import type { Doc } from '#shared/text/schema.ts'

/**
 * In the text it is said behind how many letters, since signs of Markdown are none there; in the
 * title by characters.
 */
type Place = { readonly field: 'text'; readonly letters: number } | { readonly field: 'title'; readonly at: number }

const places = new Map<string, Place>()
const letter = /[\p{L}\p{N}]/gu
export function keepCaretFor(postId: string, letters: number): void {
  places.set(postId, { field: 'text', letters })
}

/** The caret stands in the title. */
export function keepTitleCaretFor(postId: string, at: number): void {
  places.set(postId, { field: 'title', at })
}

export const lettersIn = (doc: Doc): number => JSON.stringify(textsIn(doc)).match(letter)?.length ?? 0

function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (typeof node !== 'object' || node === null) return []
  const own = 'text' in node && typeof node.text === 'string' ? [node.text] : []
  return [...own, ...('content' in node ? textsIn(node.content) : [])]
}

/** Puts the caret there, once, and types the keys that were held. */
export function takeCaret(editor: Editor, postId: string): void {
  const wanted = places.get(postId)
  places.delete(postId)
  const keys = releaseKeys()
  if (wanted?.field === 'title') return typeInTitle(wanted.at, keys)
  if (wanted === undefined) return
  editor.commands.focus(placeBehind(editor, wanted.letters))
  for (const key of keys) if (key === 'Enter') editor.commands.splitBlock()
    else editor.view.dispatch(editor.state.tr.insertText(key)) // oxfmt-ignore
}

function typeInTitle(at: number, keys: readonly string[]): void {
  const title = document.querySelector<HTMLTextAreaElement>('.writing-editor textarea#title')
  if (title === null) return
  // It may have taken the focus before the text was there, and keys since: those stand behind
  // these.
  const caret = document.activeElement === title ? title.selectionEnd : at
  title.focus()
  if (keys.length > 0) title.setSelectionRange(at, at)
  const before = title.value.length
  typeInField(keys)
  const grown = caret + title.value.length - before
  title.setSelectionRange(grown, grown)
}

/** As typing does it: it is heard, and can be undone. */
function typeInField(keys: readonly string[]): void {
  const text = keys.filter((key) => key !== 'Enter').join('')
  if (text !== '') document.execCommand('insertText', false, text)
}

function placeBehind(editor: Editor, wanted: number): number | 'start' | 'end' {
  if (wanted === 0) return 'start'
  let passed = 0
  let place: number | null = null
  editor.state.doc.descendants((node, at) => {
    if (place !== null || !node.isText) return place === null
    for (const { index, 0: found } of (node.text ?? '').matchAll(letter)) {
      passed += 1
      if (passed === wanted) place = at + index + found.length
    }
    return false
  })
  return place ?? 'end'
}

let held: string[] | null = null

/** From now on keys that no field takes are kept; until `releaseKeys`. */
export function holdKeys(): void {
  if (held !== null) return
  held = []
  addEventListener('keydown', hold, true)
}

function hold(event: KeyboardEvent): void {
  const { target, key, isComposing } = event
  const isElsewhere = target instanceof HTMLElement && target !== document.body && target.id !== 'main'
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
  if (held === null || isElsewhere || isShortcut || isComposing) return
  if (key === 'Backspace' && held.length > 0) held.pop()
  else if (key === 'Enter' || [...key].length === 1) held.push(key)
  else return
  // No shortcut of the site: it was meant for the text.
  event.preventDefault()
  event.stopImmediatePropagation()
}

function releaseKeys(): readonly string[] {
  removeEventListener('keydown', hold, true)
  const keys = held ?? []
  held = null
  return keys
}

/** The editor does not come: they go where the caret is, in the form. */
export function giveKeysBack(): void {
  typeInField(releaseKeys())
}
