import { cleanupOutdatedCaches } from 'workbox-precaching'
import { answerNavigation } from './answer-navigation.ts'
import { localAccount, cachedDocument } from './cached.ts'
import { openCachedFiles } from './cached-files.ts'
import type { ManifestEntry } from './cached-files.ts'
import { isPageNavigation } from './navigations.ts'
import { ownPicture } from './own-picture.ts'
import { reportOwnErrors } from './own-errors.ts'
import { publicPage, takePublicPage } from './public-pages.ts'
import { takePushes } from './push.ts'
import { takeOver, takeOverIfSafe } from './take-over.ts'
import { isTool, toolOf } from './tools.ts'

/**
 * Keeps the build's own files and one empty page of the site in a cache (cached-files.ts), and
 * answers navigations (answer-navigation.ts). What a member's device keeps of pages is the app's
 * (web/data/device), this reads it; what was read it keeps itself, on a member's device until the
 * app has it (public-pages.ts). A new worker waits until it may take over (take-over.ts).
 *
 * Kill switch: public/sw-off.js, served in this worker's place (docs/operating.md).
 */
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: unknown }

reportOwnErrors(self)
takePushes(self)

const manifest = self.__WB_MANIFEST as readonly ManifestEntry[] // written by vite.config.ts
/**
 * The build this worker came with: the name that the server gives its pages (vite.config.ts,
 * `serviceWorker`).
 */
const build = manifest.find(({ url }) => url === '/shell')?.revision ?? ''
const files = openCachedFiles(manifest)
cleanupOutdatedCaches()

self.addEventListener('install', (event) => {
  event.waitUntil(localAccount().then((account) => files.install(event, account !== null)))
})

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(takeOver(self))
  if (event.data === 'take-over-if-safe') event.waitUntil(takeOverIfSafe(self, event.ports[0]))
  if (event.data === 'keep-app') event.waitUntil(files.keepAll(event).then((isWhole) => event.ports[0]?.postMessage(isWhole)))
  if (hasAddress(event.data)) event.waitUntil(keepAgain(event.data.keep).catch(() => undefined)) // it was read, and is not kept
})

self.addEventListener('activate', (event) => {
  event.waitUntil(files.activate(event))
  // A device's first page is served from here on, too: what is written on it can be sent later
  // although the parts that send it have not been loaded yet.
  event.waitUntil(self.clients.claim())
  // The browser asks for the page while the worker still wakes up.
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve())
})

self.addEventListener('fetch', (event) => {
  const { request, preloadResponse } = event
  const until = (work: Promise<unknown>) => {
    try {
      event.waitUntil(work)
    } catch {
      // The answer was given without it: it goes on as long as the worker is awake.
    }
  }
  if (request.mode === 'navigate') {
    if (!isPageNavigation(request.method, new URL(request.url), self.location.origin)) return
    event.respondWith(
      answerNavigation(request, {
        build,
        kept: (address) => cachedHere(address).catch(() => undefined),
        network: async () => {
          const preloaded: unknown = await preloadResponse
          const response = preloaded instanceof Response ? preloaded : await fetch(request)
          const { pathname, search } = new URL(request.url)
          const keeping = keepRead(`${pathname}${search}`, response.clone()).catch(() => undefined) // it is read all the same
          until(keeping)
          return response
        },
        shell: () => files.match('/shell'),
        looksFurther: async () => (await localAccount()) !== null,
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
  const file = files.answer(event)
  if (file !== null) {
    event.respondWith(file)
    return
  }
  if (isTool(new URL(request.url), self.location.origin)) {
    event.respondWith(toolOf(request, (work) => event.waitUntil(work)))
    return
  }
  if (request.destination === 'image' && new URL(request.url).origin === self.location.origin) event.respondWith(pictureOf(request))
})

/** What the app has kept, or else what this worker has. */
async function cachedHere(address: string): ReturnType<typeof cachedDocument> {
  return (await cachedDocument(address)) ?? publicPage(indexedDB, address, Date.now())
}

async function keepRead(address: string, response: Response): Promise<void> {
  await files.keepNamed(await takePublicPage(indexedDB, address, response, build, Date.now()))
}

/** A page that was loaded before this worker was there: the browser has it still. */
async function keepAgain(address: string): Promise<void> {
  const url = new URL(address, self.location.origin)
  if (!isPageNavigation('GET', url, self.location.origin)) return
  await keepRead(address, await fetch(url, { cache: 'force-cache', headers: { accept: 'text/html' } }))
}

const hasAddress = (data: unknown): data is { readonly keep: string } =>
  typeof data === 'object' && data !== null && 'keep' in data && typeof data.keep === 'string'

/**
 * Pictures of kept pages, and those that were added on this device; their addresses never change
 * what they show. Without a network an uploaded picture is shown in whatever width it was kept.
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

// Where the browser has background sync: mutations wait for a network (web/data/sync). A tab of
// ours sends them by itself once it is woken; without one they wait for the next start. Never
// relied on.
self.addEventListener('sync' as 'push', (event) => {
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((tabs) => tabs.forEach((tab) => tab.postMessage('send-now'))),
  )
})
