import type { Doc, DocMark, DocNode } from '../nodes.ts'
import type { Comparison, Entry, Face, Piece } from './compared.ts'
import { isSameJson } from '../../kernel/same.ts'

type Side = 'older' | 'newer'

/** The newer text again: insertions alone. Names of blocks are those of the newer text. */
export function newerOf({ after, entries }: Comparison): Doc {
  return { type: 'doc', ...(after !== undefined && { attrs: after }), content: nodesOf(entries, 'newer') }
}

/**
 * The older text again: deletions alone. A block that stayed as it was may have the name it has by
 * now.
 */
export function olderOf({ before, entries }: Comparison): Doc {
  return { type: 'doc', ...(before !== undefined && { attrs: before }), content: nodesOf(entries, 'older') }
}

function nodesOf(entries: readonly Entry[], side: Side): readonly DocNode[] {
  const moved = new Map(entries.flatMap((entry) => ('moved' in entry && entry.moved !== undefined ? [[entry.moved, entry] as const] : [])))
  return entries.flatMap((entry): readonly DocNode[] => {
    if (entry.kind === 'away') {
      const there = moved.get(entry.key)
      return side === 'older' && there !== undefined ? nodeOf(there, side) : []
    }
    return side === 'older' && 'moved' in entry ? [] : nodeOf(entry, side)
  })
}

function nodeOf(entry: Exclude<Entry, { readonly kind: 'away' }>, side: Side): readonly DocNode[] {
  switch (entry.kind) {
    case 'same':
      return [entry.node]
    case 'added':
      return side === 'newer' ? [entry.node] : []
    case 'removed':
      return side === 'older' ? [entry.node] : []
    case 'holder':
      return [made(side === 'newer' ? entry.after : entry.before, nodesOf(entry.entries, side))]
    case 'text':
      return [made(side === 'newer' ? entry.after : entry.before, inlineOf(entry.pieces, side))]
  }
}

function made({ type, attrs }: Face, content: readonly DocNode[]): DocNode {
  return { type, ...(Object.keys(attrs).length > 0 && { attrs }), ...(content.length > 0 && { content }) }
}

function inlineOf(pieces: readonly Piece[], side: Side): readonly DocNode[] {
  const nodes: DocNode[] = []
  for (const { change, text, atom, marks, marksBefore = marks } of pieces) {
    if (change === (side === 'newer' ? 'removed' : 'added')) continue
    const own = side === 'newer' ? marks : marksBefore
    const last = nodes.at(-1)
    if (atom !== undefined) nodes.push(withMarks({ type: atom.type, ...(atom.attrs !== undefined && { attrs: atom.attrs }) }, own))
    else if (last?.text !== undefined && isSameJson(last.marks ?? [], own)) nodes[nodes.length - 1] = { ...last, text: last.text + text }
    else nodes.push(withMarks({ type: 'text', text }, own))
  }
  return nodes
}

function withMarks(node: DocNode, marks: readonly DocMark[]): DocNode {
  return marks.length === 0 ? node : { ...node, marks }
}
