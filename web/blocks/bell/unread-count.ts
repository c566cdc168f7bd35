/** How many notifications are new: the bell counts them, the bottom bar of a phone shows it too. */
import { useSyncExternalStore } from 'react'
import { createStore } from '../../data/store.ts'

const unread = createStore(0)
const maxCounted = 99

export const setUnreadCount = (count: number): void => unread.set(count)

export const useUnreadCount = (): number => useSyncExternalStore(unread.subscribe, unread.get, () => 0)

/** As it is written. */
export const unreadCount = (count: number): string => (count > maxCounted ? `${maxCounted}+` : String(count))
