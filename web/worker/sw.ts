import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { isPageNavigation } from './navigations.ts'

/**
 * Keeps the build's own files and one empty page of the site. Never a page, never an answer of the API: those are personal or grow old.
 * A new worker waits until the reader agrees (`take-over`).
 *
 * Kill switch: serve, at this worker's address and with `cache-control: no-cache`, a script that calls `skipWaiting()`, deletes all caches,
 * unregisters itself and navigates its clients to where they are.
 */
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[] }

precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [], directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  // The browser asks for the page while the worker still wakes up.
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve())
})

self.addEventListener('fetch', (event) => {
  const { request, preloadResponse } = event
  if (request.mode !== 'navigate' || !isPageNavigation(request.method, new URL(request.url), self.location.origin)) return
  event.respondWith(fromNetworkOrShell(request, preloadResponse))
})

async function fromNetworkOrShell(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  try {
    return (await preloaded) ?? (await fetch(request))
  } catch {
    return (await matchPrecache('/shell')) ?? Response.error()
  }
}
