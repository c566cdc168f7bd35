import { useSyncExternalStore } from 'react'
import type { MeAnswer } from '#shared/pages/page-data.ts'
import { createStore } from './store.ts'

export type VoteAxis = 'approval' | 'agreement'

/** My votes on this page, by `target:axis`; absent means none, or not known yet. */
const mine = createStore<ReadonlyMap<string, number>>(new Map())
const nothing: ReadonlyMap<string, number> = new Map()

const key = (targetId: string, axis: VoteAxis): string => `${targetId}:${axis}`

/** My vote, -2 to 2. 0 on the server and until `/api/me` has answered. */
export function useMyVote(targetId: string, axis: VoteAxis): number {
  const name = key(targetId, axis)
  return useSyncExternalStore(
    mine.subscribe,
    () => mine.get().get(name) ?? 0,
    () => nothing.get(name) ?? 0,
  )
}

export function rememberVotes(votes: MeAnswer['votes']): void {
  if (votes.length === 0) return
  const next = new Map(mine.get())
  for (const [targetId, axis, value] of votes) next.set(key(targetId, axis), value)
  mine.set(next)
}

/** Shows a vote before the server has answered. Gives the way back, for when it is refused. */
export function showVote(targetId: string, axis: VoteAxis, value: number): () => void {
  const before = mine.get().get(key(targetId, axis)) ?? 0
  rememberVotes([[targetId, axis, value]])
  return () => rememberVotes([[targetId, axis, before]])
}

export function forgetVotes(): void {
  mine.set(new Map())
}
