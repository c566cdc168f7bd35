import { useSyncExternalStore } from 'react'
import type { MeAnswer } from '#shared/pages/page-data.ts'
import { createStore } from './store.ts'

export type VoteAxis = 'approval' | 'agreement'

interface MyVotes {
  /** As the server has said, by `target:axis`; absent means none, or not known yet. */
  readonly said: ReadonlyMap<string, number>
  /** As the device has them, what waits to be sent included: these go before. */
  readonly here: ReadonlyMap<string, number>
}

const nothing: MyVotes = { said: new Map(), here: new Map() }
/** My votes on this page. */
const mine = createStore(nothing)

const key = (targetId: string, axis: VoteAxis): string => `${targetId}:${axis}`
const find = ({ said, here }: MyVotes, name: string): number => here.get(name) ?? said.get(name) ?? 0

/** My vote, -2 to 2. 0 on the server and until `/api/me` or the device has answered. */
export function useMyVote(targetId: string, axis: VoteAxis): number {
  const name = key(targetId, axis)
  return useSyncExternalStore(
    mine.subscribe,
    () => find(mine.get(), name),
    () => 0,
  )
}

export function rememberVotes(votes: MeAnswer['votes']): void {
  mine.set({ ...mine.get(), said: changed(mine.get().said, votes) })
}

/** What the device knows of my votes; goes before what the server said when it was asked. */
export function rememberLocalVotes(votes: MeAnswer['votes']): void {
  mine.set({ ...mine.get(), here: changed(mine.get().here, votes) })
}

/** The same map where nothing differs, so that nothing is drawn. */
function changed(known: ReadonlyMap<string, number>, votes: MeAnswer['votes']): ReadonlyMap<string, number> {
  const news = votes.filter(([targetId, axis, value]) => known.get(key(targetId, axis)) !== value)
  if (news.length === 0) return known
  const next = new Map(known)
  for (const [targetId, axis, value] of news) next.set(key(targetId, axis), value)
  return next
}

/** Shows a vote before anybody has answered. Gives the way back, for when it is refused. */
export function showVote(targetId: string, axis: VoteAxis, value: number): () => void {
  const before = find(mine.get(), key(targetId, axis))
  rememberLocalVotes([[targetId, axis, value]])
  return () => rememberLocalVotes([[targetId, axis, before]])
}

export function forgetVotes(): void {
  mine.set(nothing)
}
