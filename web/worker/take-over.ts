/** A tab that sleeps does not answer: then the reader is asked, by a tab that is awake. */
const answerWithinMs = 1_500

/**
 * Asks every tab whether it can be left, and takes over when all can. `asker` hears whether it did.
 */
export async function takeOverIfSafe(self: ServiceWorkerGlobalScope, asker: MessagePort | undefined): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const answers = await Promise.all(tabs.map((tab) => isSafe(tab)))
  const areSafe = answers.every((answer) => answer)
  if (areSafe) await takeOver(self)
  asker?.postMessage(areSafe)
}

/**
 * Takes over from the worker before. On a busy device Chromium forgets that it was asked to when
 * the old worker was just starting (4 of 6 tries at a load of 20): it is asked every second until
 * it has.
 */
export async function takeOver(self: ServiceWorkerGlobalScope): Promise<void> {
  const again = setInterval(() => void self.skipWaiting(), 1_000)
  self.addEventListener('activate', () => clearInterval(again), { once: true })
  await self.skipWaiting()
}

function isSafe(tab: Client): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), answerWithinMs)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      resolve(data === true)
    }
    tab.postMessage('safe-to-leave?', [port2])
  })
}
