/** The service worker: how a newer one takes over, and how it is got rid of. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accountOf, itemsInDevice, until } from './support/device.ts'
import { startFront } from './support/front.ts'
import { alive, placesOf, settled, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'

/** The reader's pages come from another port than the site's own. */
const elsewhere = /^elsewhere:/u

test('a worker is installed once it can have all files; a newer one waits for a tab in which somebody has typed, and takes over silently when nobody has; the kill switch takes it off, and what was written stays', async ({
  site,
}) => {
  const front = await startFront(site.origin)
  try {
    const reader = await site.newReader()
    reader.expectProblems(elsewhere, /precaching|503/u)
    const { page } = reader
    front.broken = /^\/shell$/u
    await page.goto(`${front.origin}/about`)
    await alive(page)
    expect(await installed(page)).toBe('redundant')
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.active ?? null))).toBeNull()
    front.broken = null
    expect(await installed(page)).toBe('activated')
    expect((await precached(page)).filter((url) => url.includes('/light-'))).toHaveLength(1)

    await controlled(page, `${front.origin}/login`)
    const typed = page.locator('form[action$="accounts.signIn"] input[name=login]')
    await typed.fill('somebody who is typing')
    front.worker = (own) => `${own}\n// newer`
    await update(page)
    await page.getByText('New version').waitFor()
    await expect.poll(() => typed.inputValue()).toBe('somebody who is typing')
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

    await controlled(page, (await placesOf(site)).essay.replace(site.origin, front.origin))
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBeGreaterThan(0)
    await page.evaluate(() => localStorage.setItem('kept:comment:x:', '{"values":{"markdown":"mine"},"at":1}'))
    const databases = await databaseNames(page)
    let shown = 0
    page.on('domcontentloaded', () => (shown += 1))
    front.worker = () => readFileSync(join(import.meta.dirname, '../../public/sw-off.js'), 'utf8')
    // The page is shown again by itself, from the network and without a worker: whoever asks it
    // just then hears nothing.
    const goesAway = () => undefined
    // Asked for while the worker hands out the page's late parts, Chromium may let the new one wait
    // until the tab is left.
    await page.waitForLoadState('networkidle')
    await update(page).catch(goesAway)
    await expect.poll(() => shown).toBe(1)
    await alive(page)
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('precache')))).toEqual([])
    expect(await databaseNames(page)).toEqual(expect.arrayContaining([...databases]))
    await page.locator('#text p').first().waitFor()
    // Every page asks for the worker again at its start: it comes, goes, and leaves the page alone.
    for (let times = 0; times < 3; times += 1) {
      await askForWorker(page)
      await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    }
    expect(shown).toBe(1)
  } finally {
    await front.close()
  }
})

const half = 'Half a thought, cut off in the mid'

test('with half a comment in the field the notice’s “Reload” brings the new version and the text; another tab of the old one goes on, with parts that it loads only now', async ({
  site,
}) => {
  const front = await startFront(site.origin)
  try {
    const reader = await site.newReader()
    // The front knows no websockets.
    reader.expectProblems(elsewhere, /websocket/iu)
    const { page } = reader
    await signIn(page, 'lina')
    const essay = (await placesOf(site)).essay.replace(site.origin, front.origin)
    await controlled(page, essay)
    await until(async () => (await accountOf(page)) !== null, 'the device is the member’s')
    await settled(page, 'worker')
    const other = await reader.context.newPage()
    await controlled(other, essay)
    const kept = await precached(other)
    expect(kept.length).toBeGreaterThan(10)
    await other.locator('#comments article.c .c-reply').first().click()
    const reply = other.locator('form.compose:not(#new-comment) textarea')
    await reply.pressSequentially('Begun in the old version.')
    for (const tab of [page, other]) await tab.evaluate(() => Object.assign(window, { stays: true }))

    const field = page.locator('#new-comment textarea')
    await field.pressSequentially(half.slice(0, 20))
    // A newer build shares no file with this one.
    front.worker = (own) => own.replace(/\{[^{}]*assets\/[^{}]*\},?/gu, '')
    await update(page)
    await page.getByText('New version').waitFor()
    // The last letters are a moment old when it is pressed.
    await field.pressSequentially(half.slice(20))
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.waitForFunction(() => !('stays' in window))
    await alive(page)
    await expect.poll(() => field.inputValue()).toBe(half)
    await until(async () => (await itemsInDevice(page, 'drafts')).some(({ values }) => JSON.stringify(values).includes(half)), 'it is kept')

    await other.bringToFront()
    expect(await other.evaluate(() => 'stays' in window)).toBe(true)
    await expect.poll(() => reply.inputValue()).toBe('Begun in the old version.')
    // Its files are no longer the worker's.
    expect((await precached(other)).filter((url) => kept.includes(url))).toEqual([])
    const before = await scriptsOf(other)
    await other.locator('#comments article.c .c-more').first().click()
    await other.locator('.c-menu').getByText('Copy as Markdown').waitFor()
    expect((await scriptsOf(other)).length).toBeGreaterThan(before.length)
    await reply.pressSequentially(' More.')
    await other.reload()
    await alive(other)
    await other.locator('#comments article.c .c-reply').first().click()
    await expect.poll(() => reply.inputValue()).toBe('Begun in the old version. More.')
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

/** The build's files in the worker's cache. */
const precached = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes('precache'))
    const found = name === undefined ? [] : await (await caches.open(name)).keys()
    return found.map(({ url }) => url).filter((url) => url.includes('/assets/'))
  })

const scriptsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/assets/')),
  )

interface WithWorkerUrl {
  readonly trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
  workerUrl?: string
}

/**
 * The page takes no plain address, as of the app itself; the name of the editor's policy is free
 * where there is no editor.
 */
const allowWorkerUrl = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const own = window as unknown as WithWorkerUrl
    own.workerUrl ??= own.trustedTypes
      .createPolicy('ProseMirrorClipboard', { createScriptURL: (url: string) => url })
      .createScriptURL('/sw.js')
  })

/** As the app does at its start. */
async function askForWorker(page: Page): Promise<void> {
  await allowWorkerUrl(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.register((window as unknown as WithWorkerUrl).workerUrl ?? '')))
}

/** What has become of the worker that is registered now. */
const installed = async (page: Page): Promise<string> => {
  await allowWorkerUrl(page)
  return page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.register((window as unknown as WithWorkerUrl).workerUrl ?? '')
    const worker = installing ?? waiting ?? active
    if (worker === null) return 'none'
    await new Promise<void>((resolve) => {
      const look = () => (worker.state === 'redundant' || worker.state === 'activated') && resolve()
      worker.addEventListener('statechange', look)
      look()
    })
    return worker.state
  })
}

const hasWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found !== undefined && found.waiting !== null))

const databaseNames = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => indexedDB.databases().then((all) => all.flatMap(({ name }) => name ?? []).sort()))

test('the installed app goes on where the system ended it, with the start page behind it', async ({ site }) => {
  const reader = await site.newReader({ as: 'visitor' })
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
  await expect.poll(() => reader.page.evaluate(leave)).toContain(new URL(essay).pathname)
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
