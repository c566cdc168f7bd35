import type { Pending } from '../../data/outbox.ts'
import { shortDay } from '../../ui/time-words.ts'

/**
 * How far a mutation has come, in the words that a reader sees beside it.
 * @param isOnline a link that was lost a moment ago may still count as one: what is seen to be
 *   offline is not on its way.
 */
export function pendingWords({ kind, until, reason }: Pending, isOnline: boolean): string {
  if (kind === 'saving') return 'Saving…'
  if (kind === 'on-device' && isOnline) return 'On this device'
  if (kind === 'waiting' && reason === 'email-not-confirmed') return 'waiting until you confirm your email'
  return kind === 'waiting' && until !== undefined ? `waiting until ${clockTime(until)}` : 'not sent yet'
}

/** `14:05` of the reader's own clock; with the day when it is another. */
export function clockTime(at: number, now: number = Date.now()): string {
  const time = new Date(at)
  const isToday = time.toDateString() === new Date(now).toDateString()
  const words = `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`
  return isToday ? words : `${shortDay(at)}, ${words}`
}
