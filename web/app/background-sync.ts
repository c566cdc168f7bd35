/**
 * Background sync, where the browser has it: while mutations wait, the browser is asked to wake the
 * worker when there is a network, and the worker wakes a tab, which sends them. Without a tab they
 * wait for the next start: nothing relies on this.
 */
import { optional } from '../data/optional.ts'
import { outbox } from '../data/outbox.ts'

interface SyncManager {
  register(tag: string): Promise<void>
}

/** @param send tries to reach the server now. */
export function askForBackgroundSync(send: () => void): void {
  const workers = optional(() => navigator.serviceWorker)
  if (workers === null) return
  workers.addEventListener('message', ({ data }) => {
    if (data === 'send-now') send()
  })
  let isAsked = false
  const look = () => {
    const isWaiting = outbox.get().waiting.length > 0
    if (isWaiting && !isAsked) void ask().catch(() => {}) // refused by the reader's settings: then not
    isAsked = isWaiting
  }
  outbox.subscribe(look)
  look()
}

async function ask(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  // Not every browser has it, and TypeScript's library knows it from none.
  const sync = registration !== undefined && 'sync' in registration ? (registration.sync as SyncManager) : undefined
  await sync?.register('outbox')
}
