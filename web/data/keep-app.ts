/**
 * On which devices the worker keeps the whole app for work without a network, and how the app asks
 * it to: by itself it keeps only what draws public pages.
 */
import { isInstalled } from './is-installed.ts'
import { optional } from './optional.ts'
import { hasOwn, markOwn } from './rank-mark.ts'
import { currentMe } from './viewer.ts'

/** A member's, an installed app's, and that of a visitor who has something of their own here. */
export const keepsApp = (): boolean => currentMe().viewer.kind === 'member' || isInstalled() || hasOwn()

/** Resolves once every file of the build is there, or could not be had. */
export function keepApp(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close()
      resolve(data === true)
    }
    worker.postMessage('keep-app', [port2])
  })
}

/**
 * A visitor wants pages kept: so is what shows them, now and with each newer build. Nothing happens
 * where there is no worker.
 */
export async function keepAppFromNow(): Promise<void> {
  markOwn()
  const active = (await optional(() => navigator.serviceWorker)?.getRegistration())?.active ?? null
  if (active !== null) await keepApp(active)
}

/** As soon as a visitor writes anything that is kept here, once. */
export function keepAppOnceWritten(root: Document): void {
  let isAsked = hasOwn()
  root.addEventListener('input', ({ target }) => {
    if (isAsked || !(target instanceof Element) || target.closest('form[data-keep]') === null) return
    isAsked = true
    void keepAppFromNow().catch(reportError)
  })
}
