import { useSyncExternalStore } from 'react'
import { connection } from '../data/connection.ts'
import { outbox } from '../data/outbox.ts'
import { pendingWords } from './comments/pending-words.ts'

/**
 * The word for a mutation that could not be sent yet, by its row or key: "not sent yet", "waiting
 * until 14:05"; `null` for what is sent in a moment.
 */
export function useUnsentWord(about: string): string | null {
  return useSyncExternalStore(
    outbox.subscribe,
    () => {
      const pending = outbox.get().pendingByAbout.get(about)
      if (pending === undefined || pending.kind === 'saving') return null
      const isOnline = connection.get()
      return pending.kind === 'on-device' && isOnline ? null : pendingWords(pending, isOnline)
    },
    () => null,
  )
}

/** Whether a mutation of this row or key waits to be sent, be it for a moment. */
export function useIsQueued(about: string): boolean {
  return useSyncExternalStore(
    outbox.subscribe,
    () => outbox.get().pendingByAbout.has(about),
    () => false,
  )
}
