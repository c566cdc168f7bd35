import { useSyncExternalStore } from 'react'
import { outbox } from '../data/outbox.ts'
import { pendingWords } from './comments/pending-words.ts'

/** The word for a deed that could not be sent yet, by its row or key: "not sent yet", "waiting until 14:05"; `null` for what is sent in a moment. */
export function useUnsentWord(about: string): string | null {
  return useSyncExternalStore(
    outbox.subscribe,
    () => {
      const pending = outbox.get().pendingByAbout.get(about)
      return pending === undefined || pending.kind === 'saving' || pending.kind === 'on-device' ? null : pendingWords(pending)
    },
    () => null,
  )
}
