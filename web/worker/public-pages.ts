/**
 * Public pages that were read here, as they were answered, in a database of the worker's own: they
 * open without a network and without the app. Never an answer that depends on a cookie. On a
 * member's device a page lies here from its answer on, however soon it is left, until the app takes
 * it over (web/app/take-read-pages.ts). Signing out deletes it with the device's other databases.
 * Opened by plain IndexedDB; what fails keeps nobody from reading.
 */
import type { StoredDocument } from './cached.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { visitorsCopy } from '#shared/pages/visitors-copy.ts'

const databaseName = 'lyceum:public'
const storeName = 'pages'
const maxPages = 100
const retentionMs = 30 * dayMs

export interface PublicPage extends StoredDocument {
  readonly address: string
}

const cachedHeaders: readonly string[] = [
  'content-type',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'reporting-endpoints',
  'x-content-type-options',
]

const goneStatuses: ReadonlySet<number> = new Set([403, 404, 410])

/**
 * Keeps, renews or deletes what is kept for this address, by what the server has answered. @param
 * response is read whole: hand over a clone. @returns the style sheets that a page names which is
 * kept now.
 */
export async function takePublicPage(
  factory: IDBFactory,
  address: string,
  response: Response,
  build: string,
  now: number,
): Promise<readonly string[]> {
  if (goneStatuses.has(response.status)) await forgetPage(factory, address)
  if (!isForAll(response)) return []
  const html = await response.text()
  // Every page names the build that made it: another one's wants files that are not here. A page
  // that begins with the app is kept by the app.
  if (!html.includes(`"build":"${build}"`) || !html.includes(' data-light="')) return []
  const headers = Object.fromEntries([...response.headers].filter(([name]) => cachedHeaders.includes(name)))
  await inStore(factory, (pages) => {
    pages.put({ address, html, headers, build, at: now } satisfies PublicPage)
    thinOut(pages, now)
  })
  return sheetsOf(html)
}

/** What is named for browsers without scripts has no worker. */
const sheetsOf = (html: string): readonly string[] =>
  [...html.matchAll(/(?<!<noscript>)<link rel="stylesheet" href="([^"]+)/gu)].map(([, href = '']) => href)

/** Kept elsewhere from now on, or to be seen by nobody any more. */
export async function forgetPage(factory: IDBFactory, address: string): Promise<void> {
  if (await isHere(factory)) await inStore(factory, (pages) => pages.delete(address))
}

/** Asking for what is kept makes no database. */
const isHere = async (factory: IDBFactory): Promise<boolean> => (await factory.databases()).some(({ name }) => name === databaseName)

/**
 * `undefined` when nothing is kept, or not any more. @throws DOMException when the database cannot
 * be opened.
 */
export async function publicPage(factory: IDBFactory, address: string, now: number): Promise<StoredDocument | undefined> {
  let found: unknown
  if (!(await isHere(factory))) return undefined
  await inStore(factory, (pages) => {
    const asking = pages.get(address)
    asking.onsuccess = () => (found = asking.result)
  })
  if (!isPage(found) || now - found.at > retentionMs) return undefined
  return found
}

/** All that are kept, last read first. @throws as above */
export async function publicPages(factory: IDBFactory, now: number): Promise<readonly PublicPage[]> {
  if (!(await isHere(factory))) return []
  let found: readonly unknown[] = []
  await inStore(factory, (pages) => {
    const asking = pages.getAll()
    asking.onsuccess = () => (found = asking.result)
  })
  return found
    .filter(isPage)
    .filter(({ at }) => now - at <= retentionMs)
    .toSorted((a, b) => b.at - a.at)
}

/** Written by this module alone. */
const isPage = (value: unknown): value is PublicPage => value !== undefined

/** The same for everybody, or for every visitor, as the server says itself. */
function isForAll({ status, redirected, headers }: Response): boolean {
  if (status !== 200 || redirected || headers.get('content-type')?.startsWith('text/html') !== true) return false
  const [name, value] = visitorsCopy
  if (headers.get(name) === value) return true
  const varies = headers.get('vary')?.toLowerCase().includes('cookie') === true
  return !varies && headers.get('cache-control')?.match(/no-store|private/u) === null
}

/** The oldest go: those beyond the hundredth, and those that nobody has opened for a month. */
function thinOut(pages: IDBObjectStore, now: number): void {
  const counting = pages.count()
  counting.onsuccess = () => {
    let tooMany = counting.result - maxPages
    const walking = pages.index('at').openCursor()
    walking.onsuccess = () => {
      const cursor = walking.result
      if (cursor === null || (tooMany <= 0 && now - Number(cursor.key) <= retentionMs)) return
      tooMany -= 1
      cursor.delete()
      cursor.continue()
    }
  }
}

/** Resolves when the transaction is over. */
async function inStore(factory: IDBFactory, work: (pages: IDBObjectStore) => void): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = factory.open(databaseName, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'address' }).createIndex('at', 'at')
    opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'))
    opening.onsuccess = () => resolve(opening.result)
  })
  // Signing out deletes it.
  db.onversionchange = () => db.close()
  try {
    await new Promise<void>((resolve, reject) => {
      const transaction = db.transaction(storeName, 'readwrite')
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
      work(transaction.objectStore(storeName))
    })
  } finally {
    db.close()
  }
}
