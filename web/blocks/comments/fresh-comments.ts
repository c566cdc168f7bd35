import { useSyncExternalStore } from 'react'
import { createStore } from '../../data/store.ts'

/**
 * Comments sent from this page since it was opened. Until the next visit they stand where they were
 * written (a reply first under what it answers, a comment on the post last, above the form) rather
 * than where their score puts them, so that nothing moves under the writer's eyes.
 */
const none: ReadonlySet<string> = new Set()
const fresh = createStore(none)

/**
 * The very same set on both sides while there are none: a difference would draw the whole thread at
 * once while it comes alive.
 */
export const useFreshComments = (): ReadonlySet<string> => useSyncExternalStore(fresh.subscribe, fresh.get, () => none)

export function rememberFresh(commentId: string): void {
  fresh.set(new Set(fresh.get()).add(commentId))
}
