import { createStore } from '../data/store.ts'

/**
 * The worker of a newer build that waits because some tab is not safe to leave; `null` when there
 * is none. A worker that finds every tab safe takes over by itself, see watch-updates.ts.
 */
export const waitingWorker = createStore<ServiceWorker | null>(null)

/**
 * Seen in Chromium: the old worker is woken for a file in the very moment in which it is to end,
 * and the new one goes on waiting, for minutes.
 */
const patienceMs = 2_000

/**
 * The reader has agreed: the new worker takes over, and the page begins anew with the new build;
 * without it too, since a reload asks the network first.
 */
export function takeUpdate(): void {
  const worker = waitingWorker.get()
  if (worker === null) return
  const begin = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', begin, { once: true })
  worker.postMessage('take-over')
  setTimeout(begin, patienceMs)
}
