/**
 * Newer builds of the app. The new worker waits, asks every tab whether it can be left, and takes
 * over when all say yes; else the reader is asked (updates.ts). No tab is ever reloaded by it: a
 * tab of the older build goes on with its own files, and its next way to another page is a whole
 * document, of the new build.
 */
import { optional } from '../data/optional.ts'
import { isSafeToLeave } from './safe-to-leave.ts'
import { settle } from './settled.ts'
import { waitingWorker } from './updates.ts'

interface Watching {
  /** From now on links lead to whole documents. */
  readonly becomeOld: () => void
  /** Registers the worker at this address, in the way that the page's policy allows its bundle. */
  readonly register: (container: ServiceWorkerContainer, url: string) => Promise<ServiceWorkerRegistration>
  /**
   * Called once with a worker that is active; what it answers is waited for before the worker
   * counts as settled.
   */
  readonly whenActive?: (worker: ServiceWorker) => Promise<unknown>
}

/** Registers the service worker. Only where the browser allows workers: https, or this machine. */
export function watchForUpdates(watching: Watching): void {
  if (optional(() => navigator.serviceWorker) === null || !isSecureContext || import.meta.env.DEV) return
  void register(watching).catch((error: unknown) => console.warn(error)) // without it the site works, only not offline
}

async function register({ becomeOld, register: registerWorker, whenActive }: Watching): Promise<void> {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data === 'safe-to-leave?') ports[0]?.postMessage(isSafeToLeave(document))
  })
  serviceWorker.startMessages()
  // The first worker of a device takes nothing over.
  const hadWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    waitingWorker.set(null)
    if (hadWorker) becomeOld()
  })
  void serviceWorker.ready
    .then(({ active }) => (active === null ? undefined : whenActive?.(active)))
    .catch((error: unknown) => console.warn(error)) // it is there all the same
    .then(() => settle('worker'))
  const registration = await registerWorker(serviceWorker, '/sw.js')
  const look = () => {
    const { waiting } = registration
    if (waiting === null || serviceWorker.controller === null) return
    void askToTakeOver(waiting).then((tookOver) => {
      if (!tookOver && registration.waiting === waiting) waitingWorker.set(waiting)
    })
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    void registration.update().catch(() => {}) // offline: next time
    look()
  })
}

/**
 * Whether the worker took over; it asks all tabs, and does not when one of them is not safe to
 * leave or does not answer.
 */
function askToTakeOver(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true))
    port1.start()
    worker.postMessage('take-over-if-safe', [port2])
  })
}
