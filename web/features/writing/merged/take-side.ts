import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { DocNode } from '#shared/text/nodes.ts'
import type { Clash } from './clashes.ts'

/**
 * Puts one side of a clash in the place of what became of both: one change, forward, and taken back
 * by one undo.
 */
export function takeSide({ state, view, schema }: Editor, { id, preceding }: Clash, side: DocNode | null): void {
  const { tr, doc } = state
  const at = placeOf(doc, id)
  if (side === null) {
    if (at !== null) tr.delete(at.from, at.to)
  } else {
    const block = schema.nodeFromJSON(side)
    if (at !== null) tr.replaceWith(at.from, at.to, block)
    // It was taken out on one side: back to where it stood.
    else tr.insert(endOfFirst(doc, preceding), block)
  }
  if (tr.docChanged) view.dispatch(tr.scrollIntoView())
}

/** The end of the first of these blocks that is there; else the beginning. */
function endOfFirst(doc: Node, names: readonly string[]): number {
  for (const name of names) {
    const place = placeOf(doc, name)
    if (place !== null) return place.to
  }
  return 0
}

function placeOf(doc: Node, id: string): { readonly from: number; readonly to: number } | null {
  let found: { readonly from: number; readonly to: number } | null = null
  doc.forEach((block, from) => {
    if (found === null && block.attrs['id'] === id) found = { from, to: from + block.nodeSize }
  })
  return found
}
