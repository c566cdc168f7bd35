/** The search: while one types, on its page with and without scripting, by keyboard, on a phone, and without a network over what the device holds. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import { visit } from './support/device.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'

const box = (page: Page) => page.locator('header form.find input[type=search]')
/** On the page of results the bar has none: there is one already. */
const pageBox = (page: Page) => page.locator('main form.find input[type=search]')
const options = (page: Page) => page.getByRole('option')

/** The part that answers while one types comes with the first focus, after the page is at rest. */
async function typed(page: Page, words: string, field = box(page)): Promise<void> {
  await expect
    .poll(async () => {
      await field.blur()
      await field.focus()
      return field.getAttribute('role')
    })
    .toBe('combobox')
  await field.fill('')
  await field.pressSequentially(words)
}

test('typing shows the first hits; the arrows choose one, Enter opens it, Escape closes the list', async ({ site }) => {
  const { page } = await site.newReader()
  await page.goto('/')
  await alive(page)
  await typed(page, 'slow clo')
  await expect.poll(() => options(page).count()).toBeGreaterThan(1)
  await expect.poll(() => options(page).first().textContent()).toMatch(/slow clock/iu)
  expect(await box(page).getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await expect.poll(() => options(page).count()).toBe(0)
  expect(await box(page).inputValue()).toBe('slow clo')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => options(page).count()).toBeGreaterThan(1)
  await page.keyboard.press('ArrowDown')
  const active = await box(page).getAttribute('aria-activedescendant')
  expect(active).toBe(await options(page).first().getAttribute('id'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/posts\/.*slow-clock/u)
})

test('the last line and Enter lead to all results, with tabs, filters and pages in the address', async ({ site }) => {
  const { page } = await site.newReader()
  await page.goto('/')
  await alive(page)
  await typed(page, 'the')
  await expect.poll(() => options(page).last().textContent()).toMatch(/See all results/u)
  await box(page).press('Enter')
  await page.waitForURL('**/search?query=the')
  await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor()
  await expect.poll(() => page.locator('.hits > li').count()).toBe(10)
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await page.waitForURL(/page=2/u)
  await page
    .getByRole('navigation', { name: 'Kinds of results' })
    .getByRole('link', { name: /^Comments/u })
    .click()
  await page.waitForURL(/contentType=comments/u)
  await expect.poll(() => page.locator('.hit-words mark').count()).toBeGreaterThan(0)
  await page.goBack()
  await page.waitForURL(/page=2/u)
  // The address is there before its page.
  await expect.poll(() => page.locator('main .tabs [aria-current]').textContent()).toMatch(/^Posts/u)
  await page.locator('main summary', { hasText: 'Best fit' }).click()
  await page.getByLabel('Order', { exact: true }).selectOption('oldest_first')
  await page.locator('main .controls button', { hasText: 'Show' }).click()
  await page.waitForURL(/sort=oldest_first/u)
})

test('without scripting the page does the same', async ({ site }) => {
  const { page } = await site.newReader({ javaScriptEnabled: false })
  await page.goto('/')
  await box(page).fill('"slow clock"')
  await box(page).press('Enter')
  await page.waitForURL(/\/search\?query=/u)
  expect(await page.locator('.hits h2').first().textContent()).toMatch(/slow clock/iu)
  await page.goto('/search?query=zzzznothing')
  expect(await page.locator('main').textContent()).toMatch(/No posts found/u)
  await page.goto('/search?query=%22%28%28%28%28*')
  expect(await page.locator('main').textContent()).toMatch(/no word in it to look for/u)
  await page.goto('/search')
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
})

test('on a phone the sign in the bar leads to the page, whose field is ready to be typed in', async ({ site }) => {
  const { page } = await site.newReader({ viewport: phone })
  await page.goto('/')
  await alive(page)
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  await page.waitForURL('**/search')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('query')
  await page.keyboard.type('slow clock')
  await page.keyboard.press('Enter')
  await page.waitForURL(/query=slow/u)
  await expect.poll(() => page.locator('.hits h2').first().textContent()).toMatch(/slow clock/iu)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('without a network what is on the device is searched, and the page says so', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  await signIn(page, 'lina')
  const places = await placesOf(site)
  await visit(page, places.longest)
  // The shell and the search's own files are kept by the worker.
  await page.goto('/search')
  await alive(page)
  await site.goOffline()
  reader.expectProblems(/./u)
  await page.goto('/search?query=slow+clock')
  await page.getByText('Searching what is on this device').first().waitFor()
  await expect.poll(() => page.locator('.hits h2').first().textContent()).toMatch(/slow clock/iu)
  await typed(page, 'slow clo', pageBox(page))
  await expect.poll(() => options(page).first().textContent()).toMatch(/slow clock/iu)
  await page.getByText('Searching what is on this device.', { exact: true }).waitFor()
})
