/** A queue that has grown long: all of it arrives, and the page can be used meanwhile. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accountOf, allSent, inDevice, rowsOf, until, visit } from './support/device.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'
import { shoot } from './support/thread.ts'
import { openOwnMenu } from './support/own-menu.ts'

const many = 5_000

test('5,000 queued mutations are at the server within a minute, and the page answers meanwhile', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  // Of the page that is none of the app's.
  reader.expectProblems(/favicon/u)
  await signIn(page, 'lina')
  await visit(page, `${site.origin}/`)
  await allSent(page)
  const me = await accountOf(page)
  const published = new Set(rowsOf(site, 'posts').flatMap((row) => (row['publishedAt'] === null || row['removedAt'] ? [] : [row['id']])))
  const targets = rowsOf(site, 'comments').flatMap((row) =>
    published.has(row['postId']) && row['removedAt'] === null ? [String(row['id'])] : [],
  )
  // Where the app is not.
  await page.route('**/api/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(`${site.origin}/api/blank`)
  const database = `lyceum:${me ?? ''}`
  await queueBookmarks(page, database, targets, many)

  await page.addInitScript(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
    Object.assign(window, { tasks })
  })
  const since = performance.now()
  await page.goto(`${site.origin}/outbox`)
  await until(async () => (await queued(page, database)) < many - 200, 'they go out', 30_000)
  // In the middle of it.
  const pressed = performance.now()
  await (await openOwnMenu(page)).getByRole('link', { name: 'Account' }).waitFor()
  const answered = performance.now() - pressed
  await shoot(page, 'queue-long')
  await until(async () => (await queued(page, database)) === 0, 'all have arrived', 60_000)
  const took = performance.now() - since
  const tasks = await page.evaluate(() => (window as unknown as { readonly tasks: readonly number[] }).tasks)
  expect((await inDevice(page, 'refused')).length).toBe(0)
  expect(took).toBeLessThan(60_000)
  expect(answered).toBeLessThan(1_000)
  expect(Math.max(0, ...tasks)).toBeLessThan(200)
  const saved = rowsOf(site, 'bookmarks').filter((row) => row['userId'] === me && row['isSaved'] === true)
  expect(saved.length).toBe(Math.min(many, targets.length))
})

/**
 * Counted by the database: to read 5,000 mutations again and again would be the long task that is
 * looked for.
 */
const queued = (page: Page, database: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'))
        opening.onsuccess = () => {
          const asking = opening.result.transaction('queue').objectStore('queue').count()
          asking.onerror = () => reject(asking.error ?? new Error('IndexedDB'))
          asking.onsuccess = () => {
            opening.result.close()
            setTimeout(() => resolve(asking.result), 400)
          }
        }
      }),
    database,
  )

/**
 * As if the app had been used for a week without a network: the mutations stand in its own
 * database, in its own form.
 */
async function queueBookmarks(page: Page, database: string, targets: readonly string[], count: number): Promise<void> {
  await page.evaluate(
    async ({ name, ids, total }) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'))
      })
      await new Promise<void>((resolve, reject) => {
        const tx = db.transaction(['queue', 'meta'], 'readwrite')
        tx.oncomplete = () => resolve()
        tx.onabort = () => reject(tx.error ?? new Error('IndexedDB'))
        const asking = tx.objectStore('meta').get('last-number')
        asking.onsuccess = () => {
          const found: unknown = asking.result?.value
          const last = typeof found === 'number' ? found : 0
          for (let i = 0; i < total; i += 1) {
            const targetId = ids[i % ids.length] ?? ''
            tx.objectStore('queue').put({
              n: last + 1 + i,
              name: 'bookmarks.set',
              v: 1,
              args: { targetKind: 'comment', targetId, isSaved: true },
              at: Date.now(),
              key: `bookmark:${targetId}`,
              isOffered: false,
              state: 'unsent',
              waitUntil: null,
              seq: null,
              shapes: [],
            })
          }
          tx.objectStore('meta').put({ name: 'last-number', value: last + total })
        }
      })
      db.close()
    },
    { name: database, ids: targets, total: count },
  )
}
