/**
 * Pictures of pages that are kept on this device, in a Cache of their own that the service worker
 * answers from. Beside each picture stands which pages want it: an entry a page with the list of
 * its pictures. It goes with its page. Only whole answers of this site, never an error, a redirect
 * or another site's.
 */
const cacheName = 'pictures'
/** Where a page's list stands: an address that the site never answers. */
const listPrefix = '/dev/null/pictures-of?'
const maxBytes = 8_000_000

/**
 * @param page a shape or an address, as the device names it in `held()`.
 * @returns bytes that came anew.
 */
export async function keepPictures(page: string, urls: readonly string[]): Promise<number> {
  const cache = await open()
  if (cache === null) return 0
  let bytes = 0
  const here = urls.filter((url) => new URL(url, location.origin).origin === location.origin).map((url) => pathOf(url))
  const before = await cache.match(listOf(page))
  const known: readonly string[] = before === undefined ? [] : await listIn(before)
  const kept: string[] = []
  for (const url of new Set([...known, ...here])) {
    const fresh = await keepPicture(cache, url)
    if (fresh === null) continue
    kept.push(url)
    bytes += fresh
  }
  if (kept.length > 0) await cache.put(listOf(page), Response.json(kept))
  return bytes
}

/** Gives up the pictures of every page but these. */
export async function keepOnlyPicturesOf(pages: ReadonlySet<string>): Promise<void> {
  const cache = await open()
  if (cache === null) return
  const wanted = new Set<string>()
  const requests = await cache.keys()
  for (const request of requests) {
    const page = pageOf(request.url)
    if (page === null) continue
    const list = await cache.match(request)
    if (!pages.has(page)) await cache.delete(request)
    else if (list !== undefined) for (const url of await listIn(list)) wanted.add(url)
  }
  for (const request of requests) if (pageOf(request.url) === null && !wanted.has(pathOf(request.url))) await cache.delete(request)
}

/** Bytes of the pictures that these pages want; each counts once. */
export async function picturesBytesOf(pages: ReadonlySet<string>): Promise<number> {
  const cache = await open()
  if (cache === null) return 0
  const wanted = new Set<string>()
  for (const page of pages) {
    const list = await cache.match(listOf(page))
    if (list !== undefined) for (const url of await listIn(list)) wanted.add(url)
  }
  const sizes = await Promise.all([...wanted].map(async (url) => Number((await cache.match(url))?.headers.get('content-length') ?? 0)))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

export async function picturesBytes(): Promise<number> {
  const cache = await open()
  if (cache === null) return 0
  const all = await Promise.all((await cache.keys()).map(async (request) => (await cache.match(request))?.blob()))
  return all.reduce((sum, blob) => sum + (blob?.size ?? 0), 0)
}

/** Bytes that came; 0: it was here already. `null`: it could not be cached. */
async function keepPicture(cache: Cache, url: string): Promise<number | null> {
  if ((await cache.match(url)) !== undefined) return 0
  try {
    const response = await fetch(url, { cache: 'force-cache', credentials: 'same-origin' })
    const type = response.headers.get('content-type') ?? ''
    const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected && type.startsWith('image/')
    const bytes = Number(response.headers.get('content-length') ?? 0)
    if (!isWhole || bytes > maxBytes) return null
    await cache.put(url, response)
    return bytes
  } catch {
    return null // No connection, or no room: the page is kept without it.
  }
}

/** `null` where caches are forbidden. */
async function open(): Promise<Cache | null> {
  try {
    return 'caches' in globalThis ? await caches.open(cacheName) : null
  } catch {
    return null
  }
}

const listOf = (page: string): string => `${listPrefix}${encodeURIComponent(page)}`

function pageOf(url: string): string | null {
  const path = pathOf(url)
  return path.startsWith(listPrefix) ? decodeURIComponent(path.slice(listPrefix.length)) : null
}

async function listIn(response: Response): Promise<readonly string[]> {
  const value: unknown = await response.json().catch(() => [])
  return Array.isArray(value) ? value.filter((url) => typeof url === 'string') : []
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return `${pathname}${search}`
}
