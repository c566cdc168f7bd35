/**
 * What a worker meets, and what fails where nobody can be told of it: the people of the site hear
 * of both.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { rowsOf, until } from './support/device.ts'
import { alive } from './support/places.ts'
import { eventOf } from './support/reports.ts'
import { test } from './support/test-device.ts'

test('an error of the worker is told by a tab; a report without a connection waits on this device, outlives the browser, and arrives once', async ({
  site,
}) => {
  const reader = await site.newReader({ as: 'visitor' })
  reader.expectProblems(/planted/u)
  const { page, context } = reader
  await page.goto('/')
  await alive(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await page.evaluate(() => {
    const knocks = { count: 0 }
    Object.assign(window, { knocks })
    navigator.serviceWorker.addEventListener('message', ({ data }) => (knocks.count += Number(data === 'worker-error')))
  })
  for (const [at, word] of ['first', 'second'].entries()) {
    await worker.evaluate((text) => void setTimeout(() => void Promise.reject(new Error(`planted ${text}`))), word)
    await page.waitForFunction(
      (count) => (window as unknown as { readonly knocks: { readonly count: number } }).knocks.count === count,
      at + 1,
    )
    await eventOf(site, () => true)
  }
  const [event] = rowsOf(site, 'error_events')
  expect(JSON.stringify(event)).toContain('planted first')
  // Of one kind, one an hour.
  expect(rowsOf(site, 'error_events')).toHaveLength(1)

  await site.goOffline()
  await throwIn(page, 'planted for ann@mail.example')
  await until(async () => (await queued(page)) === 1, 'it is queued')
  const back = await reader.restart()
  await site.goOnline()
  await back.page.goto('/')
  await eventOf(site, (event) => JSON.stringify(event).includes('planted for'))
  await until(async () => (await queued(back.page)) === 0, 'nothing waits')
  const events = rowsOf(site, 'error_events')
  expect(events).toHaveLength(2)
  expect(JSON.stringify(events)).toContain('planted for [')
  expect(JSON.stringify(events)).not.toContain('ann@mail.example')
})

async function throwIn(page: Page, words: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text)
    })
  }, words)
}

const queued = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'reports')) return 0
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('reports')
      opening.onerror = () => reject(opening.error ?? new Error('reports'))
      opening.onsuccess = () => {
        const db = opening.result
        const counting = db.transaction('queue').objectStore('queue').count()
        counting.onsuccess = () => {
          db.close()
          resolve(counting.result)
        }
      }
    })
  })
