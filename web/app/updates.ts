import { createStore } from '../data/store.ts'

/**
 * The worker of a newer build that waits because some tab is not safe to leave; `null` when there is none. A worker that finds every tab safe
 * takes over by itself, see watch-updates.ts.
 */
export const waitingWorker = createStore<ServiceWorker | null>(null)

/** The reader has agreed: the new worker takes over, and the page begins anew with the new build. */
export function takeUpdate(): void {
  const worker = waitingWorker.get()
  if (worker === null) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  worker.postMessage('take-over')
}
