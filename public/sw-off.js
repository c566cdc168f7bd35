// The kill switch. Served in place of /sw.js (docs/operating.md), it takes the app's worker and all
// of its caches off every device that comes by, and shows each page that had a worker again, from
// the network. What members have written stays where it is: in the browser's database, and on the
// server. It claims no page: one that had no worker asks for this one at every start, and would be
// shown again for ever.
self.addEventListener('install', () => {
  self.skipWaiting()
  // On a busy device Chromium forgets it when the old worker was just starting: asked again, it
  // takes over.
  const again = setInterval(() => self.skipWaiting(), 1000)
  self.addEventListener('activate', () => clearInterval(again))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      await self.registration.unregister()
      // Those that the worker before this one had: they are this one's now.
      for (const tab of await self.clients.matchAll({ type: 'window' })) await tab.navigate(tab.url).catch(() => undefined)
    })(),
  )
})
