/**
 * Takes what somebody made of a text apart into changes that can be taken over one by one: block by
 * block, and within a block of text stretch by stretch. All of them together, each made to the
 * older text, are the newer one.
 */
import type { Doc, DocNode } from '../text/nodes.ts'
import type { Change } from './change.ts'
import type { ChangedText, Piece } from '../text/compare/compared.ts'
import { alignBlocks, printOf } from '../text/compare/align-blocks.ts'
import { compareTexts } from '../text/compare/compare.ts'
import { nameOfBlock } from '../text/nodes.ts'
import { isTextBlock } from './change.ts'
import { isSameJson } from '../kernel/same.ts'

/** A block that was changed in more places was written anew. */
const maxStretches = 8

export function changesBetween(base: Doc, text: Doc): readonly Change[] {
  const changes: Change[] = []
  const behind = (at: number): string | null => {
    for (let before = at - 1; before >= 0; before -= 1) {
      const name = nameOfBlock(text.content[before])
      if (name !== null) return name
    }
    return null
  }
  for (const step of alignBlocks(base.content, text.content)) {
    if (step.kind === 'away') continue
    const before = step.kind === 'added' ? undefined : base.content[step.a]
    const after = step.kind === 'removed' ? undefined : text.content[step.b]
    if (step.kind === 'removed' && before !== undefined) changes.push({ before, after: null, place: null })
    else if (step.kind === 'added' && after !== undefined) changes.push({ before: null, after, place: { behind: behind(step.b) } })
    else if (step.kind === 'pair' && before !== undefined && after !== undefined) {
      if (step.isMoved) changes.push({ before, after, place: { behind: behind(step.b) } })
      else if (printOf(before) !== printOf(after))
        for (const one of stretches(before, after)) changes.push({ before, after: one, place: null })
    }
  }
  return changes
}

/**
 * The block with one stretch changed, for each stretch; by itself where the block is no text, or
 * another kind of block, or much of it is new.
 */
function stretches(before: DocNode, after: DocNode): readonly DocNode[] {
  const asBefore = { ...after, ...(after.attrs !== undefined && { attrs: { ...after.attrs, id: before.attrs?.['id'] ?? null } }) }
  if (!isTextBlock(before) || before.type !== after.type || !isSameAttrs(before, after)) return [asBefore]
  const only = (node: DocNode): Doc => ({ type: 'doc', content: [node] })
  const [entry] = compareTexts(only(before), only(after)).entries
  if (entry?.kind !== 'text') return [asBefore]
  const runs = runsOf(entry)
  const changed = runs.filter(({ isChanged }) => isChanged).length
  if (changed < 2 || changed > maxStretches || movesWord(entry.pieces)) return [asBefore]
  return runs
    .flatMap((run, at) =>
      run.isChanged ? [{ ...before, content: runs.flatMap(({ pieces }, each) => nodesOf(pieces, each === at ? 'newer' : 'older')) }] : [],
    )
    .map(joined)
}

/**
 * A word that goes in one stretch and comes in another stands elsewhere: taken over by halves it
 * would be gone, or stand twice.
 */
function movesWord(pieces: readonly Piece[]): boolean {
  const wordsOf = (change: Piece['change']): readonly string[] =>
    pieces.flatMap((piece) => (piece.change === change ? (piece.text.match(words) ?? []) : []))
  const once = (all: readonly string[]) =>
    new Set([...Map.groupBy(all, (word) => word)].flatMap(([word, { length }]) => (length === 1 ? [word] : [])))
  // Words that also stayed somewhere are too common to say.
  const stayed = new Set(wordsOf('same'))
  const come = once(wordsOf('added'))
  return [...once(wordsOf('removed'))].some((word) => come.has(word) && !stayed.has(word))
}

const words = /[\p{L}\p{N}\p{M}]+/gu

interface Run {
  readonly isChanged: boolean
  readonly pieces: Piece[]
}

function runsOf({ pieces }: ChangedText): readonly Run[] {
  const runs: Run[] = []
  for (const piece of pieces) {
    const isChanged = piece.change !== 'same'
    const last = runs.at(-1)
    if (last?.isChanged === isChanged) last.pieces.push(piece)
    else runs.push({ isChanged, pieces: [piece] })
  }
  return runs
}

function nodesOf(pieces: readonly Piece[], side: 'older' | 'newer'): readonly DocNode[] {
  return pieces.flatMap(({ change, text, atom, marks, marksBefore = marks }): readonly DocNode[] => {
    if (change === (side === 'newer' ? 'removed' : 'added')) return []
    const own = side === 'newer' ? marks : marksBefore
    const node: DocNode =
      atom === undefined ? { type: 'text', text } : { type: atom.type, ...(atom.attrs !== undefined && { attrs: atom.attrs }) }
    return [own.length === 0 ? node : { ...node, marks: own }]
  })
}

/** Neighbours with the same marks are one text. */
function joined(block: DocNode): DocNode {
  const content: DocNode[] = []
  for (const node of block.content ?? []) {
    const last = content.at(-1)
    const isOne = last?.text !== undefined && node.text !== undefined && isSameJson(last.marks ?? [], node.marks ?? [])
    if (isOne) content[content.length - 1] = { ...last, text: `${last.text}${node.text}` }
    else content.push(node)
  }
  const { content: _pieces, ...bare } = block
  return content.length === 0 ? bare : { ...bare, content }
}

function isSameAttrs(before: DocNode, after: DocNode): boolean {
  const { id: _one, ...rest } = before.attrs ?? {}
  const { id: _other, ...others } = after.attrs ?? {}
  return isSameJson(rest, others)
}
