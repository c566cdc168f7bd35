/**
 * Large parts of the app that few people need: not kept with the rest when the worker is installed,
 * but from the first time that somebody opens the page for it
 * (web/features/import-export/use-tools.ts). One of each kind: that of the newest build.
 */
const cacheName = 'tools'
const toolPath = /^\/assets\/exchange-worker-[\w-]+\.js$/u

export const isTool = ({ pathname, origin }: URL, ownOrigin: string): boolean => origin === ownOrigin && toolPath.test(pathname)

/**
 * From the cache; else from the network, and into it. @param until keeps the worker awake that
 * long.
 */
export async function toolOf(request: Request, until: (work: Promise<void>) => void): Promise<Response> {
  const kept = await caches.match(request, { cacheName }).catch(() => undefined)
  if (kept !== undefined) return kept
  const response = await fetch(request)
  if (response.ok) until(keep(request, response.clone()))
  return response
}

async function keep(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(request, response)
  for (const other of await cache.keys()) if (other.url !== request.url) await cache.delete(other)
}
