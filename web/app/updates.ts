import { createStore } from '../data/store.ts'

/** The worker of a newer build that waits; `null` when there is none. */
export const waitingWorker = createStore<ServiceWorker | null>(null)

/** Registers the service worker and hears of newer builds. Only where the browser allows workers: https, or this machine. */
export function watchForUpdates(): void {
  if (!('serviceWorker' in navigator) || !isSecureContext || import.meta.env.DEV) return
  void register().catch((error: unknown) => console.warn(error)) // without it the site works, only not offline
}

/** The reader has agreed: the new worker takes over, and the page begins anew with the new build. */
export function takeUpdate(): void {
  const worker = waitingWorker.get()
  if (worker === null) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  worker.postMessage('take-over')
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js')
  const look = () => {
    // The first worker of a device replaces nothing: no notice.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) waitingWorker.set(registration.waiting)
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {}) // offline: next time
  })
}
