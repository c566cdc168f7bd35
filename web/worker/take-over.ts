/** A tab that sleeps does not answer: then the reader is asked, by a tab that is awake. */
const answerWithinMs = 1_500

/**
 * Asks every tab whether it can be left, and takes over when all can. `asker` hears whether it did.
 */
export async function takeOverIfSafe(self: ServiceWorkerGlobalScope, asker: MessagePort | undefined): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const answers = await Promise.all(tabs.map((tab) => isSafe(tab)))
  const areSafe = answers.every((answer) => answer)
  if (areSafe) await self.skipWaiting()
  asker?.postMessage(areSafe)
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
