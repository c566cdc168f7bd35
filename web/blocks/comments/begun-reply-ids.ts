import { useSyncExternalStore } from 'react'
import { createStore } from '../../data/store.ts'

/**
 * Comments of the discussion on this page to which a reply was begun on this device and not sent.
 * `BegunReplies` looks it up.
 */
export const begunReplyIds = createStore<ReadonlySet<string>>(new Set())

/** Whether a reply to it waits on this device: the word is drawn where it would be written. */
export function useIsBegun(commentId: string): boolean {
  return useSyncExternalStore(
    begunReplyIds.subscribe,
    () => begunReplyIds.get().has(commentId),
    () => false,
  )
}
