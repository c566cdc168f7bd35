/** The service worker: how a newer one takes over, and how it is got rid of. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './support/browser.ts'
import { startFront } from './support/front.ts'
import { alive, placesOf } from './support/places.ts'

/** The reader's pages come from another port than the site's own. */
const elsewhere = /^elsewhere:/u

test('a newer worker waits for a tab in which somebody has typed, says so, and takes over silently when nobody has', async ({ site }) => {
  const front = await startFront(site.origin)
  try {
    const reader = await site.newReader()
    reader.expectProblems(elsewhere)
    const { page } = reader
    await controlled(page, `${front.origin}/login`)
    const typed = page.locator('form[action$="accounts.signIn"] input[name=login]')
    await typed.fill('somebody who is typing')
    front.worker = (own) => `${own}\n// newer`
    await update(page)
    await page.getByText('New version').waitFor()
    expect(await typed.inputValue()).toBe('somebody who is typing')
    expect(await hasWaiting(page)).toBe(true)

    // Nothing is typed any more: the next newer worker finds the tab safe.
    await typed.fill('')
    await typed.blur()
    await page.evaluate(() => ((window as unknown as { stays: boolean }).stays = true))
    front.worker = (own) => `${own}\n// newest`
    const taken = page.evaluate(
      () => new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true })),
    )
    await update(page)
    expect(await taken).toBe(true)
    // The tab was not reloaded; its next page is a whole document.
    expect(await page.evaluate(() => (window as unknown as { stays?: boolean }).stays)).toBe(true)
    await page.getByText('New version').waitFor({ state: 'hidden' })
    await page.locator('.wordmark').click()
    await page.waitForURL(`${front.origin}/`)
    expect(await page.evaluate(() => (window as unknown as { stays?: boolean }).stays)).toBeUndefined()
  } finally {
    await front.close()
  }
})

test('the kill switch takes the worker and its caches off a device, and what was written stays', async ({ site }) => {
  const front = await startFront(site.origin)
  try {
    const reader = await site.newReader()
    reader.expectProblems(elsewhere)
    const { page } = reader
    await controlled(page, (await placesOf(site)).essay.replace(site.origin, front.origin))
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBeGreaterThan(0)
    await page.evaluate(() => localStorage.setItem('kept:comment:x:', '{"values":{"markdown":"mine"},"at":1}'))
    const databases = await databaseNames(page)
    front.worker = () => readFileSync(join(import.meta.dirname, '../../public/sw-off.js'), 'utf8')
    // The page is shown again by itself, from the network and without a worker: whoever asks it just then hears nothing.
    const goesAway = () => undefined
    await update(page).catch(goesAway)
    await page.waitForFunction(() => navigator.serviceWorker.controller === null)
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length).catch(goesAway), { timeout: 10_000 }).toBe(0)
    expect(await databaseNames(page)).toEqual(expect.arrayContaining([...databases]))
    await page.locator('#text p').first().waitFor()
  } finally {
    await front.close()
  }
})

async function controlled(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await alive(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await alive(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

async function update(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update().then(() => undefined)))
}

const hasWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found !== undefined && found.waiting !== null))

const databaseNames = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => indexedDB.databases().then((all) => all.flatMap(({ name }) => name ?? []).sort()))

test('the installed app goes on where the system ended it, with the start page behind it', async ({ site }) => {
  const reader = await site.newReader()
  const { essay } = await placesOf(site)
  await asInstalled(reader.page)
  await reader.page.goto(essay)
  await alive(reader.page)
  await reader.page.locator('#text p').nth(1).waitFor()
  // Out of sight, and never heard of again.
  const leave = () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    return localStorage.getItem('last-place') ?? ''
  }
  await expect.poll(() => reader.page.evaluate(leave), { timeout: 10_000 }).toContain(new URL(essay).pathname)
  const { page } = await reader.restart()
  await asInstalled(page)
  // As a launch does: a window whose history begins here.
  await page.evaluate((address) => location.replace(address), `${site.origin}/`)
  await page.waitForURL(essay)
  await page.locator('#text p').first().waitFor()
  await page.goBack()
  await page.waitForURL(`${site.origin}/`)
})

/** What an app in a window of its own is told; a browser for tests has no such windows. */
async function asInstalled(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window)
    window.matchMedia = (query) => ask(query.includes('display-mode') ? 'all' : query)
  })
}
