import { textOf } from '../nodes.ts'
import type { Entry } from './compared.ts'

/** A run of blocks that stayed, left out. */
export interface Gap {
  readonly kind: 'gap'
  readonly count: number
}

/**
 * The blocks with something changed in them, and as many around each. Within a block everything
 * stays.
 */
export function onlyChanges(entries: readonly Entry[], around: number): readonly (Entry | Gap)[] {
  const isChanged = entries.map((entry) => entry.kind !== 'same' || entry.moved !== undefined)
  const isNear = entries.map((_, at) => isChanged.slice(Math.max(0, at - around), at + around + 1).some(Boolean))
  const shown: (Entry | Gap)[] = []
  for (const [at, entry] of entries.entries()) {
    const last = shown.at(-1)
    if (isNear[at] === true) shown.push(entry)
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', count: last.count + 1 }
    else shown.push({ kind: 'gap', count: 1 })
  }
  return shown
}

/**
 * The first blocks, up to about so many words; all of them where little would be left out. At least
 * one.
 */
export function cutAfter<Shown extends Entry | Gap>(entries: readonly Shown[], words: number, grace: number): readonly Shown[] {
  const counts = entries.map(wordsIn)
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total <= words + grace) return entries
  let sum = 0
  const end = counts.findIndex((count) => (sum += count) > words)
  return entries.slice(0, Math.max(1, end))
}

function wordsIn(entry: Entry | Gap): number {
  if (entry.kind === 'gap' || entry.kind === 'away') return 0
  if (entry.kind === 'holder') return entry.entries.reduce((sum, inside) => sum + wordsIn(inside), 0)
  const text = entry.kind === 'text' ? entry.pieces.map((piece) => piece.text).join('') : textOf(entry.node)
  return text.split(/\s+/u).filter((word) => word !== '').length
}

/** How many blocks differ: for "3 changes", and for the way from one to the next. */
export function changeCount(entries: readonly (Entry | Gap)[]): number {
  return entries.filter((entry) => isChange(entry)).length
}

export function isChange(entry: Entry | Gap): boolean {
  if (entry.kind === 'gap' || entry.kind === 'away') return false
  return entry.kind !== 'same' || entry.moved !== undefined
}
