import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view'
import { nodeRules } from '#shared/text/nodes.ts'
import { isTextLocked } from '../inline-comments/text-lock.ts'

type Folded = 'spoiler' | 'details' | 'machineText'
type Words = { readonly attr: 'title' | 'summary' | 'model'; readonly label: string; readonly empty: string; readonly most: number }

const words: Readonly<Record<Folded, Words>> = {
  spoiler: { attr: 'title', label: 'Spoiler title', empty: 'Spoiler', most: 300 },
  details: { attr: 'summary', label: 'Section title', empty: 'More', most: 300 },
  machineText: { attr: 'model', label: 'Model name', empty: 'Which model wrote this?', most: 100 },
}

/**
 * A spoiler, a part to unfold, or text of a machine: its title is a field above its text, which is
 * always open while one writes.
 */
export class FoldedView implements NodeView {
  readonly dom = document.createElement('div')
  readonly contentDOM = document.createElement('div')
  readonly #input = document.createElement('input')
  readonly #open: HTMLInputElement | null
  readonly #view: EditorView
  readonly #place: () => number | undefined
  readonly #words: Words
  #node: Node

  constructor(name: Folded, node: Node, view: EditorView, place: () => number | undefined) {
    this.#node = node
    this.#view = view
    this.#place = place
    this.#words = words[name]
    this.dom.className = `folded ${name}`
    this.dom.dataset['node'] = name
    const head = document.createElement('div')
    head.className = 'folded-head'
    head.contentEditable = 'false'
    const { label, empty, most } = this.#words
    Object.assign(this.#input, {
      type: 'text',
      className: 'folded-title',
      placeholder: empty,
      maxLength: most,
      ariaLabel: label,
      dir: 'auto',
    })
    head.append(this.#input)
    this.#open = name === 'details' ? checkbox(head) : null
    this.dom.append(head, this.contentDOM)
    this.#input.addEventListener('input', () => this.#set(this.#words.attr, this.#input.value))
    // Whether one may write can have changed since it was drawn.
    head.addEventListener('focusin', () => this.#show())
    this.#input.addEventListener('keydown', (event) => this.#onKey(event))
    this.#open?.addEventListener('change', () => this.#set('open', this.#open?.checked))
    this.#show()
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false
    this.#node = node
    this.#show()
    return true
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof globalThis.Node && !this.contentDOM.contains(event.target)
  }

  ignoreMutation({ target }: ViewMutationRecord): boolean {
    return !this.contentDOM.contains(target)
  }

  get #canWrite(): boolean {
    return this.#view.editable && !isTextLocked(this.#view.state)
  }

  #show(): void {
    const value = String(this.#node.attrs[this.#words.attr] ?? '')
    // While one types, the field knows better: what is stored is without the space at the end.
    if (document.activeElement !== this.#input) this.#input.value = value
    this.#input.readOnly = !this.#canWrite
    if (this.#open === null) return
    this.#open.checked = this.#node.attrs['open'] === true
    this.#open.disabled = !this.#canWrite
  }

  #set(attr: string, given: unknown): void {
    const at = this.#place()
    const rules =
      nodeRules[this.#node.type.name === 'spoiler' ? 'spoiler' : this.#node.type.name === 'details' ? 'details' : 'machineText'].attrs
    const value = rules[attr]?.read(given)
    if (at === undefined || value === undefined || !this.#canWrite || value === this.#node.attrs[attr]) return
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(at, attr, value))
  }

  #onKey(event: KeyboardEvent): void {
    const at = this.#place()
    if (at === undefined || event.isComposing || !['Enter', 'ArrowDown', 'Escape'].includes(event.key)) return
    event.preventDefault()
    const { state } = this.#view
    this.#view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(at + 1), 1)))
    this.#view.focus()
  }
}

function checkbox(head: HTMLElement): HTMLInputElement {
  const label = document.createElement('label')
  const box = document.createElement('input')
  box.type = 'checkbox'
  label.append(box, ' open at first')
  label.className = 'folded-open'
  head.append(label)
  return box
}

/**
 * Puts the caret into the title of the box that the text's caret is in. `false` where there is
 * none.
 */
export function focusTitle(editor: Editor): boolean {
  const { $from } = editor.state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    if (!Object.hasOwn(words, $from.node(depth).type.name)) continue
    const dom = editor.view.nodeDOM($from.before(depth))
    const input = dom instanceof HTMLElement ? dom.querySelector<HTMLInputElement>('.folded-title') : null
    input?.focus()
    return input !== null
  }
  return false
}
