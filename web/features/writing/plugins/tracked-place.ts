/**
 * Remembers a place in the text while something is awaited: a picture that is being taken, a
 * dialog, a part of the app that is being fetched. Others write meanwhile, and what they do draws
 * whole blocks anew, so that neither a number nor ProseMirror's mapping keeps it: the shared text
 * does (Yjs). Where there is none, or the place cannot be tied to it, the number stays.
 */
import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import {
  absolutePositionToRelativePosition,
  ProsemirrorBinding,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap'
import type { RelativePosition } from 'yjs'

/** Where the place is by now; `null`: what it was in is gone. */
export type TrackedPlace = (state: EditorState) => number | null

export function holdPlace(state: EditorState, pos: number): TrackedPlace {
  const binding = bindingOf(state)
  if (binding === null) return ({ doc }) => Math.min(pos, doc.content.size)
  const place: RelativePosition = absolutePositionToRelativePosition(pos, binding.type, binding.mapping)
  return ({ doc }) => {
    const found: unknown = relativePositionToAbsolutePosition(binding.doc, binding.type, place, binding.mapping)
    return typeof found === 'number' && found <= doc.content.size ? found : null
  }
}

export interface SelectedNode {
  /** As it stood then. */
  readonly node: Node
  /** Where it stands by now, whatever became of what is in it; `null`: it is gone. */
  readonly place: TrackedPlace
}

export function holdNode(state: EditorState, at: number): SelectedNode | null {
  const node = state.doc.nodeAt(at)
  if (node === null) return null
  const binding = bindingOf(state)
  // The binding knows for each node of the text which part of the shared text it draws.
  const shared = [...(binding?.mapping ?? [])].find(([, drawn]) => drawn === node)?.[0]
  return {
    node,
    place: ({ doc }) => {
      const now: unknown = shared === undefined ? node : binding?.mapping.get(shared)
      return placeOf(doc, (other) => other === now) ?? placeOf(doc, (other) => other.eq(node))
    },
  }
}

function bindingOf(state: EditorState): ProsemirrorBinding | null {
  const { binding } = ySyncPluginKey.getState(state) ?? {}
  return binding instanceof ProsemirrorBinding ? binding : null
}

function placeOf(doc: Node, isIt: (node: Node) => boolean): number | null {
  let found: number | null = null
  doc.descendants((other, place) => {
    if (found === null && isIt(other)) found = place
    return found === null
  })
  return found
}
