/**
 * What this worker could not cope with: kept in a cache of its own, for a worker sends nothing by
 * itself, and told to the open tabs, which report it (web/data/reports). Without a tab it waits for
 * the next one.
 */
const cacheName = 'worker-errors'
const address = '/worker-errors'
const most = 5

export function reportOwnErrors(self: ServiceWorkerGlobalScope): void {
  // Without a network what cannot be fetched is nobody's fault.
  const isFault = (error: unknown) => navigator.onLine || !(error instanceof TypeError)
  const tell = (error: unknown) => isFault(error) && void keep(self, error).catch(() => undefined) // no room to keep it: the console has it
  self.addEventListener('error', (event) => tell(event.error ?? event.message))
  self.addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}

async function keep(self: ServiceWorkerGlobalScope, error: unknown): Promise<void> {
  const cache = await caches.open(cacheName)
  const held: unknown = await (await cache.match(address))?.json()
  const text = String((error instanceof Error && error.stack) || error).slice(0, 2_000)
  const texts = [...(Array.isArray(held) ? held : []), text].slice(-most)
  await cache.put(address, new Response(JSON.stringify(texts), { headers: { 'content-type': 'application/json' } }))
  for (const tab of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) tab.postMessage('worker-error')
}
