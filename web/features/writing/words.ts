import { readingTime } from '../../ui/time-words.ts'
import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { readingMinutes, wordCount } from '#shared/text/measure.ts'
import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { counted } from '../../blocks/counts.ts'

/**
 * Words are counted as on the published page (content.md 12.8); characters are all that is written,
 * spaces and notes included.
 */
export type Counts = {
  readonly words: number
  readonly minutes: number
  readonly characters: number
  /** `null` while nothing is selected. */
  readonly selected: { readonly words: number; readonly characters: number } | null
}

const pauseMs = 400
const byBlock = new WeakMap<Node, DocNode>()
const counts = new WeakMap<DocNode, number>()
const lengths = new WeakMap<Node, number>()

/**
 * Counts some time after the last change, when the browser has nothing else to do, and only the
 * blocks that have changed.
 */
export function watchWords(editor: Editor, onCounts: (counts: Counts) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''
  const count = () => {
    if (editor.isDestroyed) return
    const now = countsOf(editor.state)
    const print = JSON.stringify(now)
    if (print === last) return
    last = print
    onCounts(now)
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(count, { timeout: 2_000 }) : count()),
      pauseMs,
    )
  }
  // A caret that moves counts nothing; what is selected, or was, does.
  let wasSelected = false
  const onSelection = () => {
    const isSelected = !editor.state.selection.empty
    if (isSelected || wasSelected) later()
    wasSelected = isSelected
  }
  editor.on('update', later)
  editor.on('selectionUpdate', onSelection)
  count()
  return () => {
    clearTimeout(timer)
    editor.off('update', later)
    editor.off('selectionUpdate', onSelection)
  }
}

export function countsOf({ doc, selection }: EditorState): Counts {
  const words = wordsOf(doc)
  const all = doc.children.reduce((sum, block) => sum + lengthOf(block), 0)
  return { words, minutes: readingMinutes(words), characters: all, selected: selection.empty ? null : selectedIn(doc, selection) }
}

function wordsOf(doc: Node): number {
  return wordCount({ type: 'doc', content: doc.children.map(jsonOf) } satisfies Doc, (block, countIn) => {
    const known = counts.get(block)
    if (known !== undefined) return known
    const words = countIn(block)
    counts.set(block, words)
    return words
  })
}

/** "1,200 words", and of what is selected as well. */
export function countsInWords({ words, minutes, characters, selected }: Counts): string {
  // Before the first word there is nothing to count, nor to read.
  if (words === 0 && characters === 0) return ''
  const time = words === 0 ? '' : `, ${readingTime(minutes)}`
  const all = `${some(words, 'word')}, ${some(characters, 'character')}${time}`
  return selected === null ? all : `${all}. Selected: ${some(selected.words, 'word')}, ${some(selected.characters, 'character')}`
}

const some = (count: number, what: string): string => counted(count, what)

function selectedIn(doc: Node, { from, to }: { readonly from: number; readonly to: number }): NonNullable<Counts['selected']> {
  const text = doc.textBetween(from, to, '\n', ' ')
  const content = text
    .split('\n')
    .map((line): DocNode => ({ type: 'paragraph', ...(line !== '' && { content: [{ type: 'text', text: line }] }) }))
  return { words: wordCount({ type: 'doc', content }), characters: charactersIn(text.replaceAll('\n', '')) }
}

function lengthOf(block: Node): number {
  const known = lengths.get(block)
  if (known !== undefined) return known
  const length = charactersIn(block.textContent)
  lengths.set(block, length)
  return length
}

/** As people count them, nearly: marks over letters are none of their own. */
function charactersIn(text: string): number {
  // Most texts have nothing but single units.
  if (!/[\uD800-\uDBFF\p{M}]/u.test(text)) return text.length
  return text.length - (text.match(/[\uD800-\uDBFF](?=[\uDC00-\uDFFF])/g)?.length ?? 0) - (text.match(/\p{M}/gu)?.length ?? 0)
}

function jsonOf(block: Node): DocNode {
  const known = byBlock.get(block)
  if (known !== undefined) return known
  // The schema has the names of the table of nodes and no others.
  const json: DocNode = block.toJSON()
  byBlock.set(block, json)
  return json
}
