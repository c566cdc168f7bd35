import type { EditorState } from '@tiptap/pm/state'
import type { Change } from '#shared/inline-comments/change.ts'
import { nameOfBlock } from '#shared/text/nodes.ts'
import type { Passage } from '../inline-comments/places.ts'
import { passageAt } from '../inline-comments/places.ts'

/**
 * The block that a proposal is about, or behind which something is to come; `null`: it is not in
 * the text.
 */
export function passageOfChange(state: EditorState, { before, place }: Change): Passage | null {
  const name = nameOfBlock(before ?? undefined) ?? place?.behind ?? null
  if (name === null) return null
  let found: Passage | null = null
  state.doc.forEach((node, at) => {
    if (found === null && node.attrs['id'] === name)
      found = passageAt(state, { from: at + 1, to: Math.max(at + 2, at + node.nodeSize - 1) })
  })
  return found
}
