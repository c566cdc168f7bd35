import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { headingLevel } from '../schema/views.ts'

type OutlineLine = { readonly at: number; readonly level: 2 | 3 | 4; readonly title: string }
export type Outline = {
  readonly lines: readonly OutlineLine[]
  /** The heading that the caret stands under; -1 before the first. */
  readonly current: number
}

const maxLines = 400
const longestTitle = 200
const byBlock = new WeakMap<Node, readonly OutlineLine[]>()

/**
 * All headings, in order. Looked for once in each block, and kept with it: a key changes one block.
 */
export function outlineOf(doc: Node, caret: number): Outline {
  const lines: OutlineLine[] = []
  let current = -1
  for (let index = 0, at = 0; index < doc.childCount && lines.length < maxLines; index++) {
    const block = doc.child(index)
    for (const line of linesOf(block)) {
      if (at + line.at <= caret) current = lines.length
      lines.push({ ...line, at: at + line.at })
    }
    at += block.nodeSize
  }
  return { lines, current }
}

function linesOf(block: Node): readonly OutlineLine[] {
  const known = byBlock.get(block)
  if (known !== undefined) return known
  const lines: OutlineLine[] = []
  const look = (node: Node, at: number): boolean => {
    if (node.type.name !== 'heading') return !node.isTextblock && !node.isAtom
    lines.push({ at, level: headingLevel(node), title: node.textContent.replace(/\s+/gu, ' ').trim().slice(0, longestTitle) })
    return false
  }
  if (look(block, 0)) block.descendants((node, at) => look(node, at + 1))
  byBlock.set(block, lines)
  return lines
}

/** The caret goes to the end of the heading, and the heading to the upper part of the screen. */
export function goToHeading({ state, view }: Editor, at: number): void {
  const heading = state.doc.nodeAt(at)
  if (heading === null) return
  view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(at + heading.nodeSize - 1), -1)))
  const element = view.nodeDOM(at)
  if (element instanceof Element) element.scrollIntoView({ block: 'start' })
  view.focus()
}
