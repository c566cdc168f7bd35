import type { Node } from '@tiptap/pm/model'
import { TableMap } from '@tiptap/pm/tables'

/**
 * What the plugins need to know of a text as a whole: where notes are called, which notes there
 * are, and what has to be mended. Found once for each top-level block and kept with it: a key
 * changes one block, and the others are the same objects as before.
 */
type Call = { readonly at: number; readonly name: string }
type Note = { readonly at: number; readonly name: string; readonly node: Node }
/** Or a prediction question: what members cast something for by its name. */
type Poll = { readonly at: number; readonly node: Node }
type BlockFacts = {
  readonly calls: readonly Call[]
  readonly notes: readonly Note[]
  readonly brokenFigures: readonly number[]
  readonly markedAtoms: readonly number[]
  readonly unevenTables: readonly number[]
  readonly crowdedCells: readonly number[]
  readonly polls: readonly Poll[]
}

export type TextFacts = {
  /** In order of reading; `at` is the position in the document. */
  readonly calls: readonly Call[]
  readonly notes: readonly Note[]
  /** Positions of pictures without a picture, or with two captions. */
  readonly brokenFigures: readonly number[]
  /** Positions of formulas, calls, mentions and breaks that are bold or the like. */
  readonly markedAtoms: readonly number[]
  /** Positions of tables whose rows and spans do not fit together. */
  readonly unevenTables: readonly number[]
  /** Positions of cells with more than one paragraph. */
  readonly crowdedCells: readonly number[]
  readonly polls: readonly Poll[]
  /** Positions of the lists of notes: one, and last, in a sound text. */
  readonly noteLists: readonly number[]
  readonly hasBlocks: boolean
}

const byBlock = new WeakMap<Node, BlockFacts>()
const byText = new WeakMap<Node, TextFacts>()

export function factsOf(doc: Node): TextFacts {
  const known = byText.get(doc)
  if (known !== undefined) return known
  const calls: Call[] = []
  const notes: Note[] = []
  const brokenFigures: number[] = []
  const markedAtoms: number[] = []
  const unevenTables: number[] = []
  const crowdedCells: number[] = []
  const polls: Poll[] = []
  const noteLists: number[] = []
  let hasBlocks = false
  doc.forEach((block, at) => {
    if (block.type.name === 'footnotes') noteLists.push(at)
    else hasBlocks = true
    const facts = factsOfBlock(block)
    for (const call of facts.calls) calls.push({ ...call, at: at + call.at })
    for (const note of facts.notes) notes.push({ ...note, at: at + note.at })
    for (const place of facts.brokenFigures) brokenFigures.push(at + place)
    for (const place of facts.markedAtoms) markedAtoms.push(at + place)
    for (const place of facts.unevenTables) unevenTables.push(at + place)
    for (const place of facts.crowdedCells) crowdedCells.push(at + place)
    for (const poll of facts.polls) polls.push({ ...poll, at: at + poll.at })
  })
  const facts = { calls, notes, brokenFigures, markedAtoms, unevenTables, crowdedCells, polls, noteLists, hasBlocks }
  byText.set(doc, facts)
  return facts
}

function factsOfBlock(block: Node): BlockFacts {
  const known = byBlock.get(block)
  if (known !== undefined) return known
  const calls: Call[] = []
  const notes: Note[] = []
  const brokenFigures: number[] = []
  const markedAtoms: number[] = []
  const unevenTables: number[] = []
  const crowdedCells: number[] = []
  const polls: Poll[] = []
  const look = (node: Node, at: number): void => {
    const { name } = node.type
    if (node.isInline && node.isAtom && !node.isText && node.marks.length > 0) markedAtoms.push(at)
    if (name === 'footnoteRef') calls.push({ at, name: String(node.attrs['note']) })
    else if (name === 'footnote') notes.push({ at, name: String(node.attrs['note']), node })
    else if (name === 'figure' && (node.firstChild?.type.name !== 'image' || node.childCount > 2)) brokenFigures.push(at)
    else if (name === 'poll' || name === 'prediction') polls.push({ at, node })
    else if (name === 'table' && TableMap.get(node).problems) unevenTables.push(at)
    else if ((name === 'tableCell' || name === 'tableHeader') && node.childCount > 1) crowdedCells.push(at)
  }
  look(block, 0)
  if (!block.isTextblock || block.inlineContent) block.descendants((node, at) => look(node, at + 1))
  const facts = { calls, notes, brokenFigures, markedAtoms, unevenTables, crowdedCells, polls }
  byBlock.set(block, facts)
  return facts
}

/** A name for a new note that neither this text nor, very likely, a co-author apart from it has. */
export function freshNoteName(taken: ReadonlySet<string>): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(6))
    const name = `n${[...bytes].map((byte) => '0123456789abcdefghjkmnpqrstvwxyz'.charAt(byte & 31)).join('')}`
    if (!taken.has(name)) return name
  }
}
