/**
 * The build's own files in the worker's cache. Installed with the worker: what draws public pages
 * (`isForAll`), and on a member's device all of them. Elsewhere the rest comes when the app asks
 * for it (`keepAll`), or one by one as a page loads it: a visitor pays for nothing else.
 */
import { PrecacheController } from 'workbox-precaching'

export interface ManifestEntry {
  readonly url: string
  readonly revision: string | null
  /** Every device has it. */
  readonly isForAll?: boolean
}

export interface CachedFiles {
  install(event: ExtendableEvent, isMembers: boolean): Promise<unknown>
  activate(event: ExtendableEvent): Promise<unknown>
  /** Resolves once all that can be had are there. Whether all could. */
  keepAll(event: ExtendableEvent): Promise<boolean>
  /** Keeps those of these that are the build's: what draws a page that is kept. */
  keepNamed(urls: readonly string[]): Promise<void>
  /** `null`: not one of the build's files. */
  answer(event: FetchEvent): Promise<Response> | null
  match(url: string): Promise<Response | undefined>
}

const atOnce = 4

export function openCachedFiles(manifest: readonly ManifestEntry[]): CachedFiles {
  // A cache that is being thrown away, or cannot be read, is one without the file: the network has
  // it too. While the worker is installed it must have each file itself: an error page in a file's
  // place would make it whole in name only.
  const plugins = [
    {
      handlerDidError: async ({ request, event }: { request: Request; event: ExtendableEvent }) =>
        event.type === 'install' ? undefined : fetch(request),
    },
  ]
  const files = (entries: readonly ManifestEntry[]) => {
    const controller = new PrecacheController({ plugins })
    controller.addToCacheList(entries.map(({ url, revision }) => ({ url, revision })))
    return controller
  }
  const all = files(manifest)
  const forAll = files(manifest.filter((entry) => entry.isForAll === true))

  const keep = async (url: string, response: Response): Promise<void> => {
    const key = all.getCacheKeyForURL(url)
    if (key === undefined || !response.ok || response.redirected) return
    const cache = await caches.open(all.strategy.cacheName)
    await cache.put(key, response)
  }
  /** Whether it is there now. */
  const bring = async (url: string): Promise<boolean> => {
    if ((await all.matchPrecache(url)) !== undefined) return true
    try {
      const response = await fetch(url, { credentials: 'same-origin' })
      await keep(url, response)
      return response.ok
    } catch {
      return false // no network, or no room: the next start asks again
    }
  }

  return {
    install: (event, isMembers) => (isMembers ? all : forAll).install(event),
    activate: (event) => all.activate(event),
    async keepAll() {
      const urls = [...all.getCachedURLs()]
      let isWhole = true
      const work = async () => {
        for (let url = urls.shift(); url !== undefined; url = urls.shift()) isWhole = (await bring(url)) && isWhole
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      return isWhole
    },
    async keepNamed(urls) {
      await Promise.all(urls.filter((url) => all.getCacheKeyForURL(url) !== undefined).map(bring))
    },
    answer(event) {
      const { request } = event
      const cacheKey = request.method === 'GET' ? all.getCacheKeyForURL(request.url) : undefined
      if (cacheKey === undefined) return null
      return (async () => {
        const kept = await all.matchPrecache(request.url).catch(() => undefined)
        if (kept !== undefined) return kept
        const response = await fetch(request)
        const copy = response.clone()
        event.waitUntil(keep(request.url, copy).catch(() => undefined)) // no room
        return response
      })()
    },
    match: (url) => all.matchPrecache(url).catch(() => undefined),
  }
}
