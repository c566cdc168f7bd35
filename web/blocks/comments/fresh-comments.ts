import { useSyncExternalStore } from 'react'
import { createStore } from '../../data/store.ts'

/**
 * Comments sent from this page since it was opened. Until the next visit they stand where they were written (a reply first under what it answers,
 * a comment on the post last, above the form) rather than where their score puts them, so that nothing moves under the writer's eyes.
 */
const fresh = createStore<ReadonlySet<string>>(new Set())
const none: ReadonlySet<string> = new Set()

export const useFreshComments = (): ReadonlySet<string> => useSyncExternalStore(fresh.subscribe, fresh.get, () => none)

export function rememberFresh(commentId: string): void {
  fresh.set(new Set(fresh.get()).add(commentId))
}
