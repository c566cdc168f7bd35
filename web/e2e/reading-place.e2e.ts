/** Where a reader stopped: found again in other type and width, and on another device. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import type { Reader } from './support/browser.ts'
import { rowsOf, until, visit } from './support/device.ts'
import { placesOf, pressKey, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'
import { test as readingTest } from './support/test-reading.ts'

/** The bar beside the contents is made by the part that comes last of all. */
const awake = (page: Page) => page.locator('.rail.toc .toc-bar').waitFor({ state: 'attached' })

const blocks = '#text :is(p, h2, h3, li, pre, figure):not(.side, .endnotes *)'

/** Index among the blocks of the text of the one at the reading line. */
const blockAtLine = (page: Page): Promise<number> =>
  page.evaluate(
    (selector) => [...document.querySelectorAll(selector)].findIndex((block) => block.getBoundingClientRect().bottom > 73),
    blocks,
  )

const scrollToBlock = (page: Page, at: number) =>
  page.evaluate(
    ([selector, index]) => {
      const block = document.querySelectorAll(selector)[index]
      if (block !== undefined) scrollTo(0, scrollY + block.getBoundingClientRect().top - 60)
    },
    [blocks, at] as const,
  )

/** A visitor's are in plain storage. */
const lastKept = async (page: Page): Promise<number> => {
  const places = await page.evaluate(() => localStorage.getItem('visitor-places') ?? '')
  return Math.max(0, ...[...places.matchAll(/"keptAt":(\d+)/gu)].map(([, at]) => Number(at)))
}

readingTest('a place is found again in other type and width, offered and never forced; a stranger’s on this device', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  for (const [at, size, width] of [
    [9, '1', 390],
    [12, '5', 1440],
  ] as const) {
    await visit(page, essay)
    await awake(page)
    const offer = page.locator('.go-on')
    // Leaving the page has kept the place to which it went on: what comes is newer than that one.
    const keptAt = await lastKept(page)
    if (keptAt !== 0) {
      await offer.waitFor()
      await offer.getByRole('button', { name: /^No/u }).click()
    }
    await page.mouse.wheel(0, 10)
    await scrollToBlock(page, at)
    const here = await blockAtLine(page)
    await until(async () => (await lastKept(page)) > keptAt, 'the place is kept')
    await page.evaluate((value) => localStorage.setItem('look', JSON.stringify({ size: value })), size)
    await page.setViewportSize({ width, height: 844 })
    await page.goto('about:blank')
    await visit(page, essay)
    await offer.waitFor()
    expect(await page.evaluate(() => scrollY)).toBeLessThan(200)
    await offer.getByRole('button', { name: /^Continue/u }).click()
    await expect
      .poll(async () => Math.abs((await blockAtLine(page)) - here), { message: `paragraph ${here} at size ${size}, ${width} px` })
      .toBeLessThanOrEqual(1)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(() => localStorage.removeItem('look'))
  }
})

test('a member goes on where they stopped on another device, which also looks as they like it', async ({ site }) => {
  const { essay } = await placesOf(site)
  const first = await site.newReader()
  await signIn(first.page, 'lina')
  await visit(first.page, essay)
  await awake(first.page)
  await pressKey(first.page, 'D')
  await expect.poll(() => theme(first)).toBe('dark')
  await first.page.mouse.wheel(0, 10)
  await scrollToBlock(first.page, 10)
  const here = await blockAtLine(first.page)
  await until(
    async () => rowsOf(site, 'reading_places').length + rowsOf(site, 'reader_settings').length === 2,
    'the server has heard of it',
  )
  const second = await site.newReader({ viewport: phone })
  await signIn(second.page, 'lina')
  await visit(second.page, essay)
  await second.page
    .locator('.go-on')
    .getByRole('button', { name: /^Continue/u })
    .click()
  expect(Math.abs((await blockAtLine(second.page)) - here)).toBeLessThanOrEqual(1)
  await expect.poll(() => theme(second)).toBe('dark')
  // It holds on the next page, before that is first painted.
  const dark = await background(second)
  await second.page.goto('/about', { waitUntil: 'commit' })
  await second.page.locator('h1').waitFor()
  expect(await background(second)).toBe(dark)
})

const theme = ({ page }: Reader) => page.evaluate(() => document.documentElement.dataset['theme'] ?? 'system')

const background = ({ page }: Reader): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor)
