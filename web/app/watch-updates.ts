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
  /**
   * Registers the worker (`workerUrl`), in the way that the page's policy allows its bundle, and
   * says when a newer one waits. `undefined`: this browser lets none be registered.
   */
  readonly register: (
    container: ServiceWorkerContainer,
    onWaiting: (worker?: ServiceWorker | null) => void,
  ) => Promise<ServiceWorkerRegistration | undefined>
  /**
   * Called once with a worker that is active, and whether one served this page from its beginning;
   * what it answers is waited for before the worker counts as settled.
   */
  readonly whenActive?: (worker: ServiceWorker, hadWorker: boolean) => Promise<unknown>
}

export const workerUrl = '/sw.js'

/** Registers the service worker, where there are any: over https, or on this machine. */
export function watchForUpdates(watching: Watching): void {
  if (optional(() => navigator.serviceWorker) === null || import.meta.env.DEV) return
  void register(watching).catch(console.warn) // without it the site works, only not offline
}

async function register({ becomeOld, register: registerWorker, whenActive }: Watching): Promise<void> {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data === 'safe-to-leave?') ports[0]?.postMessage(isSafeToLeave(document))
  })
  serviceWorker.startMessages()
  const hadWorker = serviceWorker.controller !== null
  // A page's first worker claims it, and takes over from none.
  let isNext = hadWorker
  serviceWorker.addEventListener('controllerchange', () => {
    waitingWorker.set(null)
    if (isNext) becomeOld()
    isNext = true
  })
  void serviceWorker.ready
    .then(({ active }) => active && whenActive?.(active, hadWorker))
    .catch(console.warn) // it is there all the same
    .then(() => settle('worker'))
  const ask = (waiting?: ServiceWorker | null) => {
    if (!waiting || serviceWorker.controller === null) return
    void askToTakeOver(waiting).then((tookOver) => !tookOver && waitingWorker.set(waiting))
  }
  const registration = await registerWorker(serviceWorker, ask)
  // A browser that blocks workers may answer nothing.
  if (!registration) return
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    void registration.update().catch(() => {}) // offline: next time
    ask(registration.waiting)
  })
}

/**
 * Whether the worker took over; it asks all tabs, and does not when one of them is not safe to
 * leave or does not answer.
 */
function askToTakeOver(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    worker.postMessage('take-over-if-safe', [port2])
  })
}
