/**
 * Holds two texts against each other: blocks first, then the words in each. The result is a list
 * for a renderer to draw; it contains both texts whole (`sides.ts` takes them out again). Bounded:
 * the effort for shortest ways is limited over the whole, and beyond it the answer gets coarser and
 * stays right. Knows nothing of versions and people; `by` are the places of those whom it was told
 * of.
 */
import { childrenOf, nodeRules, textOf, type Doc, type DocNode } from '../nodes.ts'
import { alignBlocks, printOf } from './align-blocks.ts'
import type { Comparison, Entry, Face, Piece } from './compared.ts'
import { matchingTokens, type Effort } from './token-diff.ts'
import { tokensOf, type Token, type TokenPart } from './tokens.ts'
import type { Pair } from '../../documents/text-in-doc-align.ts'
import { isSameJson } from '../../kernel/same.ts'

/** What a walk over both texts sees. */
export interface Watch {
  readonly same?: (before: DocNode, after: DocNode) => void
  readonly added?: (node: DocNode) => void
  readonly text?: (before: DocNode, after: DocNode, kept: readonly Pair[]) => void
  /** Who brought each token of this block of the newer text; `null`: it was there. */
  readonly authors?: (block: DocNode) => readonly (number | null)[] | undefined
}

export interface CompareOptions {
  /** Steps, at a tenth of a microsecond or two. */
  readonly effort?: number
  /**
   * Characters of changed texts that are taken apart into words; of what is beyond, only what is
   * alike at both ends is found. Without it: all.
   */
  readonly characters?: number
  readonly watch?: Watch
}

interface Run {
  readonly effort: Effort
  readonly watch: Watch
  characters: number
  keys: number
}

const usualEffort = 3_000_000

export function compareTexts(
  before: Doc,
  after: Doc,
  { effort = usualEffort, characters = Infinity, watch = {} }: CompareOptions = {},
): Comparison {
  const run: Run = { effort: { left: effort }, watch, characters, keys: 0 }
  return { before: before.attrs, after: after.attrs, entries: entriesOf(before.content, after.content, run) }
}

function entriesOf(before: readonly DocNode[], after: readonly DocNode[], run: Run): readonly Entry[] {
  const keys = new Map<number, number>()
  const keyOf = (inB: number): number => {
    const key = keys.get(inB) ?? run.keys++
    keys.set(inB, key)
    return key
  }
  return alignBlocks(before, after).flatMap((step): readonly Entry[] => {
    if (step.kind === 'away') return [{ kind: 'away', key: keyOf(step.b) }]
    const from = step.kind === 'added' ? undefined : before[step.a]
    const to = step.kind === 'removed' ? undefined : after[step.b]
    if (to === undefined) return from === undefined ? [] : [{ kind: 'removed', node: from }]
    if (from === undefined) return [added(to, run)]
    const moved = step.kind === 'pair' && step.isMoved ? { moved: keyOf(step.b) } : {}
    if (printOf(from) === printOf(to)) {
      run.watch.same?.(from, to)
      return [{ kind: 'same', node: to, ...moved }]
    }
    return [{ ...changed(from, to, run), ...moved }]
  })
}

function added(node: DocNode, run: Run): Entry {
  run.watch.added?.(node)
  const by = most(textBlocks(node).flatMap((block) => run.watch.authors?.(block) ?? []))
  return { kind: 'added', node, ...(by !== null && { by }) }
}

function changed(from: DocNode, to: DocNode, run: Run): Entry {
  const faces = { before: faceOf(from), after: faceOf(to) }
  const { content } = nodeRules[to.type]
  if (content === 'leaf') return { kind: 'text', ...faces, pieces: [] }
  if (content !== 'inline' && content !== 'code')
    return { kind: 'holder', ...faces, entries: entriesOf(childrenOf(from), childrenOf(to), run) }
  if (run.characters !== Infinity) {
    run.characters -= textOf(from).length + textOf(to).length
    if (run.characters < 0) return { kind: 'text', ...faces, pieces: betweenEnds(textOf(from), textOf(to)) }
  }
  const [before, after] = [tokensOf(from), tokensOf(to)]
  const kept = matchingTokens(before, after, run.effort)
  run.watch.text?.(from, to, kept)
  return { kind: 'text', ...faces, pieces: piecesOf(before, after, kept, run.watch.authors?.(to)) }
}

export function faceOf({ type, attrs = {} }: DocNode): Face {
  return { type, attrs }
}

/** The nodes in it that hold text, itself included. */
export function textBlocks(node: DocNode): readonly DocNode[] {
  const { content } = nodeRules[node.type]
  if (content === 'inline' || content === 'code') return [node]
  return childrenOf(node).flatMap(textBlocks)
}

function piecesOf(
  before: readonly Token[],
  after: readonly Token[],
  kept: readonly Pair[],
  authors: readonly (number | null)[] | undefined,
): readonly Piece[] {
  const pieces: Piece[] = []
  const push = (piece: Piece): void => {
    const last = pieces.at(-1)
    if (last !== undefined && isOneWith(last, piece)) pieces[pieces.length - 1] = { ...last, text: last.text + piece.text }
    else pieces.push(piece)
  }
  let [afterA, afterB] = [0, 0]
  for (const [endA, endB] of [...kept, [before.length, after.length] satisfies Pair]) {
    for (const token of before.slice(afterA, endA)) for (const part of token.parts) push(pieceOf('removed', token, part))
    for (let at = afterB; at < endB; at++) {
      const token = after[at]
      const by = authors?.[at] ?? null
      for (const part of token?.parts ?? []) if (token) push({ ...pieceOf('added', token, part), ...(by !== null && { by }) })
    }
    const [old, now] = [before[endA], after[endB]]
    if (old !== undefined && now !== undefined) for (const piece of stayed(old, now)) push(piece)
    ;[afterA, afterB] = [endA + 1, endB + 1]
  }
  return pieces
}

/** What went and what came between what is alike at the beginning and at the end. */
function betweenEnds(before: string, after: string): readonly Piece[] {
  const shorter = Math.min(before.length, after.length)
  let [head, tail] = [0, 0]
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1
  while (tail < shorter - head && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail += 1
  const said = (change: Piece['change'], text: string): readonly Piece[] => (text === '' ? [] : [{ change, text, marks: [] }])
  return [
    ...said('same', after.slice(0, head)),
    ...said('removed', before.slice(head, before.length - tail)),
    ...said('added', after.slice(head, after.length - tail)),
    ...said('same', after.slice(after.length - tail)),
  ]
}

function pieceOf(change: Piece['change'], { atom }: Token, { text, marks }: TokenPart): Piece {
  return { change, text, marks, ...(atom !== undefined && { atom }) }
}

/** The same words; where their marks differ, part by part. */
function stayed(old: Token, now: Token): readonly Piece[] {
  const pieces: Piece[] = []
  let [a, b, usedA, usedB] = [0, 0, 0, 0]
  for (;;) {
    const [was, is] = [old.parts[a], now.parts[b]]
    if (was === undefined || is === undefined) return pieces
    const take = Math.min(was.text.length - usedA, is.text.length - usedB)
    const part: TokenPart = { ...is, text: is.text.slice(usedB, usedB + take) }
    const piece = pieceOf('same', now, part)
    pieces.push(was.print === is.print ? piece : { ...piece, change: 'format', marksBefore: was.marks })
    usedA += take
    usedB += take
    if (usedA >= was.text.length) [a, usedA] = [a + 1, 0]
    if (usedB >= is.text.length) [b, usedB] = [b + 1, 0]
  }
}

function isOneWith(last: Piece, next: Piece): boolean {
  if (last.atom !== undefined || next.atom !== undefined || last.change !== next.change || last.by !== next.by) return false
  return equalMarks(last.marks, next.marks) && equalMarks(last.marksBefore, next.marksBefore)
}

function equalMarks(a: Piece['marksBefore'], b: Piece['marksBefore']): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined || a.length !== b.length) return false
  return a.length === 0 || isSameJson(a, b)
}

function most(authors: readonly (number | null)[]): number | null {
  const counts = new Map<number, number>()
  for (const author of authors) if (author !== null) counts.set(author, (counts.get(author) ?? 0) + 1)
  let best: number | null = null
  for (const [author, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = author
  return best
}
