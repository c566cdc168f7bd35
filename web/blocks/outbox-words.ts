import type { DeviceState } from '../data/device-state.ts'
import type { LockedOut } from '../data/locked-out.ts'
import type { Outbox } from '../data/outbox.ts'
import { canSignIn } from '../data/locked-out.ts'
import { clockTime } from './comments/pending-words.ts'

/**
 * How things stand between this device and the server, in words; `null` when there is nothing to
 * say.
 */
export interface OutboxWords {
  /** "Sending 12…", "Not sent: 2", "Not sending since 14:05". */
  readonly words: string
  /** What is not at the server yet, refused things included. */
  readonly count: number
}

interface Facts {
  readonly isOnline: boolean
  readonly link: DeviceState['link']
  readonly lockedOut?: LockedOut | null
  readonly outbox: Pick<Outbox, 'waiting' | 'refused' | 'isStuck' | 'stuckSince'>
}

export function outboxWords({ isOnline, link, lockedOut = null, outbox }: Facts): OutboxWords | null {
  const waiting = outbox.waiting.filter((item) => item.pending !== null).length
  const count = waiting + outbox.refused.length
  if (count === 0) return null
  const words = (text: string): OutboxWords => ({ words: text, count })
  if (outbox.refused.length > 0) return words(`Not sent: ${outbox.refused.length}`)
  if (link === 'auth') return words(canSignIn(lockedOut) ? `Sign in to send ${waiting}` : `Saved, not sent: ${waiting}`)
  if (link === 'old') return words(`Reload to send ${waiting}`)
  if (outbox.isStuck) return words(outbox.stuckSince === null ? 'Couldn’t send' : `Not sending since ${clockTime(outbox.stuckSince)}`)
  if (!isOnline) return words(`Not sent yet: ${waiting}`)
  const isUnconfirmed = outbox.waiting.some(({ pending }) => pending?.kind === 'waiting' && pending.reason === 'email-not-confirmed')
  if (isUnconfirmed) return words(`Confirm your email to send ${waiting}`)
  const until = waitingUntil(outbox)
  return words(until === null ? `Sending ${waiting}…` : `Waiting until ${clockTime(until)}`)
}

/** When everything that waits has been told to wait: the first moment that something goes on. */
function waitingUntil({ waiting }: Facts['outbox']): number | null {
  const pending = waiting.flatMap((item) => item.pending ?? [])
  const times = pending.flatMap((one) => (one.kind === 'waiting' && one.until !== undefined ? [one.until] : []))
  return times.length > 0 && times.length === pending.length ? Math.min(...times) : null
}
