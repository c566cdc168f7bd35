/** How many notifications are new: the bell counts them, the bottom bar of a phone shows it too. */
import { useSyncExternalStore } from 'react'
import { createStore } from '../../data/store.ts'

const unread = createStore(0)
/** Some of it was written to this very member. */
const isPersonal = createStore(false)
const maxCounted = 99

export const setUnreadCount = (count: number, hasMessages = false): void => {
  unread.set(count)
  isPersonal.set(hasMessages)
}

export const useUnreadCount = (): number => useSyncExternalStore(unread.subscribe, unread.get, () => 0)

export const useHasUnreadMessages = (): boolean => useSyncExternalStore(isPersonal.subscribe, isPersonal.get, () => false)

/** Messages stand out among what is new: somebody waits for an answer. */
export const countClass = (hasMessages: boolean): string => (hasMessages ? 'bell-count nums' : 'bell-count quiet nums')

/** As it is written. */
export const unreadCount = (count: number): string => (count > maxCounted ? `${maxCounted}+` : String(count))
