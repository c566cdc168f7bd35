import type { Node, NodeType, ResolvedPos, Schema } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { NodeSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

export interface ShownPicture {
  readonly src: string
  readonly width: number
  readonly height: number
  readonly alt?: string
  readonly decorative?: boolean
}

export function figureOf(schema: Schema, { src, width, height, alt = '', decorative = false }: ShownPicture): Node {
  return schema.node('figure', null, [schema.node('image', { src, width, height, alt, decorative }), schema.node('figcaption')])
}

/**
 * Puts a figure at a place: instead of an empty paragraph there, else below the block it is in;
 * where none may stand (in a cell, a caption), further out. At the end of the text it gets a
 * paragraph below it. @returns where it stands
 */
export function putFigureAt(tr: Transaction, pos: number, figure: Node): number {
  const $pos = tr.doc.resolve(Math.min(pos, tr.doc.content.size))
  const isEmptyLine = $pos.depth > 0 && $pos.parent.type.name === 'paragraph' && $pos.parent.content.size === 0
  const fits = isEmptyLine && $pos.node(-1).canReplaceWith($pos.index(-1), $pos.indexAfter(-1), figure.type)
  const at = fits ? $pos.before() : placeBelow($pos, figure.type)
  if (fits) tr.replaceWith(at, $pos.after(), figure)
  else tr.insert(at, figure)
  const after = tr.doc.resolve(at + figure.nodeSize)
  const next = after.nodeAfter
  const paragraph = tr.doc.type.schema.nodes['paragraph']
  if (after.depth === 0 && (next === null || next.type.name === 'footnotes') && paragraph !== undefined)
    tr.insert(at + figure.nodeSize, paragraph.create())
  return at
}

function placeBelow($pos: ResolvedPos, figure: NodeType): number {
  if ($pos.depth === 0 && $pos.parent.canReplaceWith($pos.index(), $pos.index(), figure)) return $pos.pos
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const isStart = $pos.start(depth) === $pos.pos && $pos.parent.content.size > 0 && $pos.node(depth).isTextblock
    const index = isStart ? $pos.index(depth - 1) : $pos.indexAfter(depth - 1)
    if ($pos.node(depth - 1).canReplaceWith(index, index, figure)) return isStart ? $pos.before(depth) : $pos.after(depth)
  }
  return 0
}

export function selectFigure(view: EditorView, at: number): void {
  const { tr } = view.state
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView())
}
