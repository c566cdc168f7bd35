import { childrenOf, type AttrValue, type DocNode, type NodeName } from './nodes.ts'
import { tableGrid } from './table-grid.ts'

type Attrs = Readonly<Record<string, AttrValue>>
/** A frame that is not kept puts its children into the parent's list. */
type Frame = { readonly opened: NodeName; readonly kept: boolean; readonly attrs: Attrs; readonly children: DocNode[] }

/**
 * Boxes, quotes and lists nested deeper than this are unwrapped: a table in the deepest must stay
 * within the check's 64.
 */
const deepest = 54

/**
 * Puts a text together from openings and ends in order of reading. Ends close what was left open
 * inside.
 */
export class DocBuilder {
  readonly #top: Frame = { opened: 'doc', kept: true, attrs: {}, children: [] }
  readonly #frames: Frame[] = [this.#top]
  readonly #notes: DocNode[] = []
  #depth = 1
  #openNotes = 0

  /** The node that is open now, and how many children it has. */
  get inside(): { readonly name: NodeName; readonly count: number } {
    const { opened, children } = this.#parent
    return { name: opened, count: children.length }
  }

  get insideNote(): boolean {
    return this.#openNotes > 0
  }

  add(node: DocNode): void {
    this.#parent.children.push(node)
  }

  /** `false` when the node is too deep and only its content is kept. */
  open(opened: NodeName, attrs: Attrs = {}): boolean {
    const isItem = opened === 'listItem' || opened === 'taskItem'
    const kept = opened === 'footnote' || (isItem ? this.#parent.kept : this.#depth < deepest || opened.startsWith('table'))
    if (opened === 'footnote') this.#openNotes += 1
    if (kept) this.#depth += 1
    this.#frames.push({ opened, kept, attrs, children: kept ? [] : this.#parent.children })
    return kept
  }

  /** Ends the newest open node of one of these types. */
  close(...types: readonly NodeName[]): void {
    while (this.#frames.length > 1) {
      const frame = this.#frames.pop() ?? this.#top
      if (frame.kept) {
        this.#depth -= 1
        const target = frame.opened === 'footnote' ? this.#notes : this.#parent.children
        target.push(...finished(frame))
      }
      if (frame.opened === 'footnote') this.#openNotes -= 1
      if (types.includes(frame.opened)) return
    }
  }

  /** The children of the whole text; the notes last. */
  end(): readonly DocNode[] {
    while (this.#frames.length > 1) this.close(this.#parent.opened)
    const body = orEmptyParagraph(this.#top.children)
    return this.#notes.length === 0 ? body : [...body, { type: 'footnotes', content: this.#notes }]
  }

  get #parent(): Frame {
    return this.#frames.at(-1) ?? this.#top
  }
}

/**
 * Most frames make one node. A list that mixes tasks with other items makes one list for each run
 * of a kind.
 */
function finished({ opened, attrs, children }: Frame): readonly DocNode[] {
  switch (opened) {
    case 'tableRow':
      return [{ type: opened, content: children }]
    case 'table':
      return children.length === 0 ? [] : [evened({ type: opened, content: children })]
    case 'orderedList':
      return children.length === 0 ? [] : [{ type: opened, attrs, content: children }]
    case 'bulletList': {
      const runs: DocNode[][] = []
      for (const item of children) {
        const run = runs.at(-1)
        if (run?.[0]?.type === item.type) run.push(item)
        else runs.push([item])
      }
      return runs.map((content) => ({ type: content[0]?.type === 'taskItem' ? 'taskList' : 'bulletList', content }))
    }
    case 'taskItem':
      return [{ type: opened, attrs, content: children[0]?.type === 'paragraph' ? children : [{ type: 'paragraph' }, ...children] }]
    default:
      return [{ type: opened, attrs, content: orEmptyParagraph(children) }]
  }
}

function orEmptyParagraph(children: readonly DocNode[]): readonly DocNode[] {
  return children.length === 0 ? [{ type: 'paragraph' }] : children
}

/**
 * A table whose cell notes do not fit together loses its spans, and gets empty cells where a row is
 * short.
 */
export function evened(table: DocNode): DocNode {
  if (tableGrid(table) !== null) return table
  const rows = childrenOf(table)
  const width = Math.max(1, ...rows.map((row) => childrenOf(row).length))
  return {
    ...table,
    content: rows.map((row) => ({
      ...row,
      content: Array.from({ length: width }, (_, column): DocNode => {
        const cell = childrenOf(row)[column] ?? { type: 'tableCell', content: [{ type: 'paragraph' }] }
        return { ...cell, attrs: { ...cell.attrs, colspan: 1, rowspan: 1 } }
      }),
    })),
  }
}
