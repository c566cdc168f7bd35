/**
 * What a public page costs somebody who only reads, and that it still does everything: offline, by
 * touch, and after signing in.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { publicPageKept, until } from './support/device.ts'
import type { Front } from './support/front.ts'
import { startFront } from './support/front.ts'
import { alive, placesOf, settled, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'

/**
 * Bodies as they are sent, the worker's included, until nothing more is asked for. Which fonts a
 * text needs depends on its letters. `kept`: what the worker has on every device, seven files, and
 * the sheets of this page, which has some of each kind, with the one for paper.
 */
const most = { requests: 20, bytesWithoutFonts: 95_000, script: 31_000, kept: 13 }

test('a visitor’s first visit to a post is a page, its style, and one small script; no app, no database of the app, and a worker that keeps what draws public pages', async ({
  site,
}) => {
  const front = await startFront(site.origin)
  try {
    const { page, expectProblems } = await site.newReader({ viewport: { width: 390, height: 844 } })
    // The reader's pages come from another port than the site's own.
    expectProblems(/^elsewhere:/u)
    const essay = (await placesOf(site)).essay.replace(site.origin, front.origin)
    await page.goto(essay)
    await quiet(page, front)
    const { passed } = front
    const bytesOf = (which: readonly { readonly bytes: number }[]) => which.reduce((sum, { bytes }) => sum + bytes, 0)
    const scripts = passed.filter(({ type }) => type.includes('javascript'))
    const list = passed.map(({ path, bytes }) => `${bytes} ${path}`).join('\n')
    expect(scripts.map(({ path }) => path.replace(/-[\w-]{8}\.js$/u, '')).sort(), list).toEqual([
      '/assets/island',
      '/assets/light',
      '/sw.js',
    ])
    expect(bytesOf(scripts), list).toBeLessThanOrEqual(most.script)
    expect(passed.length, list).toBeLessThanOrEqual(most.requests)
    expect(bytesOf(passed.filter(({ type }) => !type.startsWith('font/'))), list).toBeLessThanOrEqual(most.bytesWithoutFonts)
    expect((await precached(page)).length).toBeLessThanOrEqual(most.kept)
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual(['lyceum:public'])
    expect(await page.locator('[data-settled~="hydrated"]').count()).toBe(0)
  } finally {
    await front.close()
  }
})

test('what a visitor has read opens without a network and without the app, says that it is old, and what is not here says so and comes by itself', async ({
  site,
}) => {
  const reader = await site.newReader()
  const { page } = reader
  const { essay, german } = await placesOf(site)
  await page.goto(essay)
  await publicPageKept(page, essay)
  await page.goto(site.origin)
  await publicPageKept(page, `${site.origin}/`)
  await site.goOffline()
  const again = await reader.restart()
  const offline = again.page
  await offline.goto(site.origin)
  await offline.getByText(/Offline copy from \d/u).waitFor()
  await offline.goto(essay)
  await offline.locator('#text p').first().waitFor()
  await offline.goto(german)
  await offline.getByRole('heading', { name: 'Not on this device yet' }).waitFor()
  await site.goOnline()
  await offline.locator('#text p').first().waitFor()
  expect(await offline.title()).not.toMatch(/not on this device/iu)
})

test('a touch brings the app and is done; folding needs none; a member’s device keeps the whole app, and a page that was left at once', async ({
  site,
}) => {
  const { page } = await site.newReader()
  const { essay, german } = await placesOf(site)
  await page.goto(essay)
  await page.locator('[data-settled~="worker"]').waitFor({ state: 'attached' })
  await page.locator('.c-fold').first().click()
  await page.locator('#comments li[data-folded]').first().waitFor({ state: 'attached' })
  expect(await isLight(page)).toBe(true)
  await page.locator('#comments li[data-folded]').first().locator('.c-fold').first().click()
  await page.locator('#comments article.c .c-more').first().click()
  await page.locator('.c-menu').getByText('Copy as Markdown').waitFor()
  expect(await isLight(page)).toBe(false)

  await page.goto(`${site.origin}/`)
  await page.locator('[data-settled~="worker"]').waitFor({ state: 'attached' })
  expect(await isLight(page)).toBe(true)
  const before = (await precached(page)).length
  await signIn(page, 'lina')
  await page.reload()
  await alive(page)
  await settled(page, 'hydrated', 'worker')
  expect((await precached(page)).length).toBeGreaterThan(before + 100)

  // Left before the app has come.
  await page.goto(german, { waitUntil: 'commit' })
  await page.locator('#text p').first().waitFor()
  await page.goto(`${site.origin}/`)
  await settled(page, 'hydrated', 'worker', 'device')
  await site.goOffline()
  await page.goto(german)
  await page.locator('#text p').first().waitFor()
})

const isLight = (page: Page): Promise<boolean> =>
  page.evaluate(() => Boolean((window as unknown as { readonly __late: { readonly light: unknown } }).__late.light))

/**
 * Until the worker is there and has kept the page, and for three seconds nobody has asked for
 * anything.
 */
async function quiet(page: Page, front: Front): Promise<void> {
  await page.locator('[data-settled~="worker"]').waitFor({ state: 'attached' })
  await publicPageKept(page, page.url())
  let seen = -1
  await until(async () => {
    const isQuiet = seen === front.passed.length
    seen = front.passed.length
    if (!isQuiet) await page.waitForTimeout(3_000)
    return isQuiet
  }, 'nothing more is asked for')
}

const precached = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes('precache'))
    return name === undefined ? [] : (await (await caches.open(name)).keys()).map(({ url }) => url)
  })
