import { useSyncExternalStore } from 'react'
import { createStore } from '../../data/store.ts'
import type { TallyView } from './tally-view.ts'

interface Moved {
  /** What the page said when the vote was cast: once the page says something else, it is newer. */
  readonly from: TallyView
  readonly to: TallyView
}

/** Sums moved by my own votes, ahead of the page they stand on. */
const moved = createStore<ReadonlyMap<string, Moved>>(new Map())

/** The page's sums, or what my vote has made of them since. */
export function useTally(targetId: string, said: TallyView): TallyView {
  const move = useSyncExternalStore(
    moved.subscribe,
    () => moved.get().get(targetId),
    () => undefined,
  )
  return move !== undefined && isSame(move.from, said) ? move.to : said
}

export function moveTally(targetId: string, from: TallyView, to: TallyView): void {
  moved.set(new Map(moved.get()).set(targetId, { from, to }))
}

export function tallyNow(targetId: string, said: TallyView): TallyView {
  const move = moved.get().get(targetId)
  return move !== undefined && isSame(move.from, said) ? move.to : said
}

function isSame(a: TallyView, b: TallyView): boolean {
  return a.score === b.score && a.voteCount === b.voteCount && a.agreement === b.agreement && a.agreementCount === b.agreementCount
}
