import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

export interface ReadMarkView {
  readonly isRead: boolean
  /** `postedAt` of the newest comment that was there to be seen; 0: none. */
  readonly seenUpTo: number
}

/**
 * My bookmarks and read marks, what is queued included. Visitors have them too, on this device
 * alone.
 */
export interface Marks {
  /** `false` until the device has said: then absent means nothing yet. */
  readonly isKnown: boolean
  /** Ids of posts and comments that are saved for later. */
  readonly saved: ReadonlySet<string>
  /** By post. */
  readonly read: ReadonlyMap<string, ReadMarkView>
}

const nothing: Marks = { isKnown: false, saved: new Set(), read: new Map() }

/** Filled by the late chunk. */
export const marks = createStore<Marks>(nothing)

export function useIsSaved(targetId: string): boolean {
  return useSyncExternalStore(
    marks.subscribe,
    () => marks.get().saved.has(targetId),
    () => false,
  )
}

/** `undefined`: never opened, or not known yet. */
export function useReadMark(postId: string): ReadMarkView | undefined {
  return useSyncExternalStore(
    marks.subscribe,
    () => marks.get().read.get(postId),
    () => undefined,
  )
}

export function forgetMarks(): void {
  marks.set(nothing)
}
