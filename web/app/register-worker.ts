/** The app registers its service worker by Workbox; a visitor’s page has its own way. */
import { Workbox } from 'workbox-window'
import { registerServiceWorker, scriptUrl } from '../trusted-types.ts'
import { workerUrl } from './watch-updates.ts'

/** @param onWaiting called with a newer worker that waits, also with one that waited before. */
export async function registerWorker(
  container: ServiceWorkerContainer,
  onWaiting: (worker?: ServiceWorker | null) => void,
): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await registerServiceWorker(container, workerUrl)
  // Workbox would read from it.
  if (registration === undefined) return undefined
  // A busy page hears of a worker that is installed by now; Workbox reads from the one that is not.
  registration.addEventListener('updatefound', (event) => {
    if (registration.installing !== null) return
    event.stopImmediatePropagation()
    onWaiting(registration.waiting)
  })
  const workbox = new Workbox(scriptUrl(workerUrl))
  workbox.addEventListener('waiting', ({ sw }) => onWaiting(sw))
  return workbox.register({ immediate: true })
}
