/**
 * What a journey knows of the device and of the server beside what is on the screen: the profile's
 * own database, and the store's own rows.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Download, Page } from 'playwright-core'
import { projectDir } from '../../../scripts/steps.ts'
import type { Site } from './browser.ts'
import { alive, settled } from './places.ts'

/**
 * Opens a page and waits until the device has stored what it may of it, and the worker, where there
 * is one, can open it again.
 */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await alive(page)
  const isLight = (await page.locator('[data-settled~="light"]').count()) > 0
  // A visitor's page has no device before something is touched.
  if (!isLight) await settled(page, 'device')
  if (hasWorker(page)) await settled(page, 'worker')
}

/** A profile of one's own has one; contexts of a shared browser have not (test-page.ts). */
const hasWorker = (page: Page): boolean => page.context().browser() === null

/** Until the worker has kept a visitor's page (web/worker/public-pages.ts). */
export async function publicPageKept(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(address)
  await until(() => page.evaluate(isPublicPageKept, `${pathname}${search}`), `${pathname} is kept`)
}

async function isPublicPageKept(address: string): Promise<boolean> {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'lyceum:public')) return false
  return new Promise((resolve) => {
    const opening = indexedDB.open('lyceum:public')
    opening.onerror = () => resolve(false)
    opening.onsuccess = () => {
      const db = opening.result
      const asking = db.transaction('pages').objectStore('pages').getKey(address)
      asking.onsuccess = () => {
        db.close()
        resolve(asking.result !== undefined)
      }
    }
  })
}

/** Until the shape is whole on this device. */
export async function holds(page: Page, shape: string): Promise<void> {
  await until(
    async () => (await itemsInDevice(page, 'shapes')).some((held) => held['id'] === shape && held['isComplete'] === true),
    `${shape} is held`,
  )
}

/** Until nothing waits to be sent, and nothing was refused. */
export async function allSent(page: Page): Promise<void> {
  await until(async () => (await inDevice(page, 'queue')).length + (await inDevice(page, 'refused')).length === 0, 'everything is sent')
}

/** The keys in a store of the current account's database. */
export async function inDevice(page: Page, store: string): Promise<readonly unknown[]> {
  return (await readDevice(page, store)).keys
}

export async function itemsInDevice(page: Page, store: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await readDevice(page, store)).items
}

/** Whose database is current; `null`: a visitor's. */
export async function accountOf(page: Page): Promise<string | null> {
  const { database } = await readDevice(page, 'meta')
  const account = /^lyceum:([0-9a-z]{26})$/u.exec(database)?.[1]
  return account ?? null
}

interface DeviceContent {
  readonly database: string
  readonly keys: readonly unknown[]
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

function readDevice(page: Page, store: string): Promise<DeviceContent> {
  return page.evaluate(async (wanted) => {
    const nothing = { database: '', keys: [], items: [] }
    const open = async (name: string): Promise<IDBDatabase | null> => {
      // Opened here, it would be made.
      if (!(await indexedDB.databases()).some((found) => found.name === name)) return null
      return new Promise((resolve) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => resolve(null)
        opening.onsuccess = () => resolve(opening.result)
      })
    }
    const read = <T>(db: IDBDatabase, from: string, ask: (source: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> =>
      new Promise((resolve) => {
        if (!db.objectStoreNames.contains(from)) return resolve(undefined)
        const asking = ask(db.transaction(from).objectStore(from))
        asking.onsuccess = () => resolve(asking.result)
        asking.onerror = () => resolve(undefined)
      })
    const names = await open('lyceum')
    if (names === null) return nothing
    const current = await read(names, 'current', (source) => source.get('account'))
    names.close()
    const database: unknown = current?.database
    const db = typeof database === 'string' ? await open(database) : null
    if (db === null) return nothing
    const keys = (await read(db, wanted, (source) => source.getAllKeys())) ?? []
    const items = (await read(db, wanted, (source) => source.getAll())) ?? []
    db.close()
    return { database: String(database), keys, items }
  }, store)
}

/** Rows of one of the server's tables, as they are on disk; deleted ones are left out. */
export function rowsOf(site: Site, table: string): readonly Readonly<Record<string, unknown>>[] {
  const db = new DatabaseSync(join(site.dataDir, 'lyceum.sqlite'), { readOnly: true })
  try {
    // The name is written in a test.
    return db
      .prepare(`select "body" from "${table}" where "deleted" = 0`)
      .all()
      .map((row) => JSON.parse(String(row['body'])) as Readonly<Record<string, unknown>>) // a row is stored as an object
  } finally {
    db.close()
  }
}

/**
 * At the operator's console: `userName` does the mutation, whatever the network is like. Works
 * while the server runs and when it is dead.
 */
export async function doAtConsole(site: Site, userName: string, mutation: string, args: Readonly<Record<string, unknown>>): Promise<void> {
  const script = `
    import { atConsole, memberByUserName } from '#server/operator/console.ts'
    await atConsole(async ({ store, writer }) => {
      const { id } = await memberByUserName(store, ${JSON.stringify(userName)})
      const request = { name: ${JSON.stringify(mutation)}, args: ${JSON.stringify(args)}, userId: id, source: 'server', isOperator: true }
      const outcome = await writer.apply(request)
      if (outcome.kind !== 'applied') throw new Error(JSON.stringify(outcome))
    })`
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: site.dataDir }
  await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', script], { cwd: projectDir, env })
}

/** What a page saves as a file; a browser that is shared tells no path. */
export const bytesOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream())

/** A post in the list of all whose text has a picture. */
export async function postWithPicture(site: Site): Promise<string> {
  const all = await (await fetch(`${site.origin}/allPosts?timeframe=allTime&limit=100`)).text()
  for (const [, path = ''] of all.matchAll(/href="(\/posts\/[^"#?]+)"/gu)) {
    const text = await (await fetch(`${site.origin}${path}`)).text()
    if (/id="text"[\s\S]*<img src="\//u.test(text)) return `${site.origin}${path}`
  }
  throw new Error('no post has a picture')
}

/**
 * Polls without a rhythm that a test could lean on, ever slower: each look costs the browser, too.
 * @throws Error with `what` after two minutes.
 */
export async function until(isSo: () => Promise<boolean>, what: string, withinMs = 120_000): Promise<void> {
  const end = performance.now() + withinMs
  for (let pauseMs = 50; !(await isSo()); pauseMs = Math.min(pauseMs * 1.5, 500)) {
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`)
    const wait = pauseMs
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
