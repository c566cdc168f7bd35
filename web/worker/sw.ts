import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { answerNavigation } from './answer-navigation.ts'
import { keptDocument } from './kept.ts'
import { isPageNavigation } from './navigations.ts'
import { ownPicture } from './own-picture.ts'
import { tellOwnErrors } from './own-errors.ts'
import { takePushes } from './push.ts'
import { takeOverIfSafe } from './take-over.ts'
import { isTool, toolOf } from './tools.ts'

/**
 * Keeps the build's own files and one empty page of the site in a cache, and answers navigations (answer-navigation.ts). It writes nothing of a
 * page anywhere: what is kept is the device's (web/data/device), this reads it. A new worker waits until it may take over (take-over.ts).
 *
 * Kill switch: public/sw-off.js, served in this worker's place (docs/operating.md).
 */
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[] }

tellOwnErrors(self)
takePushes(self)

const manifest = self.__WB_MANIFEST
/** The build this worker came with: the name that the server gives its pages (vite.config.ts, `serviceWorker`). */
const build =
  manifest.map((entry) => (typeof entry === 'object' && entry.url === '/shell' ? entry.revision : null)).find((name) => name !== null) ?? ''

// A cache that is being thrown away, or cannot be read, is one without the file: the network has it too. While the worker is installed it must
// have each file itself: an error page in a file's place would make it whole in name only.
addPlugins([{ handlerDidError: async ({ request, event }) => (event.type === 'install' ? undefined : fetch(request)) }])
precacheAndRoute(manifest, { ignoreURLParametersMatching: [], directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting()
  if (event.data === 'take-over-if-safe') event.waitUntil(takeOverIfSafe(self, event.ports[0]))
})

self.addEventListener('activate', (event) => {
  // The browser asks for the page while the worker still wakes up.
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve())
})

self.addEventListener('fetch', (event) => {
  const { request, preloadResponse } = event
  if (request.mode === 'navigate') {
    if (!isPageNavigation(request.method, new URL(request.url), self.location.origin)) return
    event.respondWith(
      answerNavigation(request, {
        build,
        kept: keptDocument,
        network: async () => {
          const preloaded: unknown = await preloadResponse
          return preloaded instanceof Response ? preloaded : fetch(request)
        },
        shell: () => matchPrecache('/shell').catch(() => undefined),
        after: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }),
    )
    // What is still under way when the kept page has been given must not end with it.
    event.waitUntil(
      Promise.resolve(preloadResponse).then(
        () => undefined,
        () => undefined,
      ),
    )
    return
  }
  if (isTool(new URL(request.url), self.location.origin)) {
    event.respondWith(toolOf(request, (work) => event.waitUntil(work)))
    return
  }
  if (request.destination === 'image' && new URL(request.url).origin === self.location.origin) event.respondWith(pictureOf(request))
})

/**
 * Pictures of kept pages, and those that were added on this device; their addresses never change what they show. Without a network an uploaded picture is
 * shown in whatever width it was kept.
 */
async function pictureOf(request: Request): Promise<Response> {
  const kept = (ignoreSearch: boolean) => caches.match(request, { cacheName: 'pictures', ignoreSearch }).catch(() => undefined)
  const here = (await kept(false)) ?? (await ownPicture(new URL(request.url).pathname))
  if (here !== undefined) return here
  if (!navigator.onLine) return (await kept(true)) ?? fetch(request)
  return fetch(request).catch(async (error: unknown) => {
    const other = await kept(true)
    if (other === undefined) throw error
    return other
  })
}

// Where the browser has background sync: mutations wait for a network (web/data/sync). A tab of ours sends them by itself once it is woken;
// without one they wait for the next start. Never relied on.
self.addEventListener('sync' as 'push', (event) => {
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((tabs) => tabs.forEach((tab) => tab.postMessage('send-now'))),
  )
})
