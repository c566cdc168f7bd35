import { unreadStatesOf } from '#shared/messages/queries.ts'
import { useRows } from '../../data/device/use-rows.ts'

/** More are not told apart. */
const counted = 100

/**
 * How many conversations have something new, from this device's own rows; muted ones don't count.
 */
export function useUnreadConversations(userId: string): number {
  return (useRows(unreadStatesOf(userId, counted)) ?? []).filter(({ isMuted }) => !isMuted).length
}
