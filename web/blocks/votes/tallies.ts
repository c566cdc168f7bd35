/**
 * Sums moved by my own votes, ahead of the page they stand on: shown = what is confirmed + what of
 * my vote is not in it yet. The page's sums are taken for confirmed until the device or an answer
 * has newer ones, and again as soon as the page says something else.
 */
import { useSyncExternalStore } from 'react'
import { createStore } from '../../data/store.ts'
import type { TallyView } from './tally-view.ts'

interface Moved {
  /**
   * What the page said when `base` was set: once it says something else, it is newer. `null`:
   * nothing newer is known than the page.
   */
  readonly from: TallyView | null
  readonly base: TallyView
  /** What my unconfirmed votes add. */
  readonly ahead: TallyView
  readonly shown: Map<string, TallyView>
}

export const noTally: TallyView = { score: 0, voteCount: 0, agreement: 0, agreementCount: 0 }
const moved = createStore<ReadonlyMap<string, Moved>>(new Map())

/** The page's sums, and what my votes have made of them since. */
export function useTally(targetId: string, said: TallyView): TallyView {
  return useSyncExternalStore(
    moved.subscribe,
    () => tallyNow(targetId, said),
    () => said,
  )
}

export function tallyNow(targetId: string, said: TallyView): TallyView {
  const move = moved.get().get(targetId)
  if (move === undefined || said.hasHiddenScore === true) return said
  const base = move.from !== null && isSame(move.from, said) ? move.base : said
  // The same object for the same sums: React compares by identity.
  const name = JSON.stringify([base.score, base.voteCount, base.agreement, base.agreementCount])
  const known = move.shown.get(name)
  if (known !== undefined) return known
  const shown = sum(base, move.ahead)
  move.shown.set(name, shown)
  return shown
}

/** My votes on it are not (all) in the confirmed sums. */
export function setAhead(targetId: string, ahead: TallyView): void {
  const before = moved.get().get(targetId)
  if (before === undefined && isSame(ahead, noTally)) return
  if (before !== undefined && isSame(before.ahead, ahead)) return
  set(targetId, { from: before?.from ?? null, base: before?.base ?? noTally, ahead, shown: new Map() })
}

/** Newer confirmed sums than the page's; `said` is what the page says now. */
export function setBase(targetId: string, said: TallyView, base: TallyView): void {
  const before = moved.get().get(targetId)
  set(targetId, { from: said, base, ahead: before?.ahead ?? noTally, shown: new Map() })
}

export const aheadOf = (targetId: string): TallyView => moved.get().get(targetId)?.ahead ?? noTally

export function sum(a: TallyView, b: TallyView): TallyView {
  return {
    score: a.score + b.score,
    voteCount: a.voteCount + b.voteCount,
    agreement: a.agreement + b.agreement,
    agreementCount: a.agreementCount + b.agreementCount,
  }
}

function set(targetId: string, move: Moved): void {
  moved.set(new Map(moved.get()).set(targetId, move))
}

function isSame(a: TallyView, b: TallyView): boolean {
  return a.score === b.score && a.voteCount === b.voteCount && a.agreement === b.agreement && a.agreementCount === b.agreementCount
}
