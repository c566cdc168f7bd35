/**
 * The search: while one types, on its page with and without scripting, by keyboard, on a phone, and
 * without a network over what the device holds.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import type { Reader } from './support/browser.ts'
import { visit } from './support/device.ts'
import { alive, placesOf } from './support/places.ts'
import { test as deviceTest } from './support/test-device.ts'
import { test } from './support/test-reading.ts'

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

test('the last line and Enter lead to all results, with tabs, filters and pages in the address, which need no script', async ({ site }) => {
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
  await page.locator('main summary', { hasText: 'Relevance' }).click()
  await page.getByLabel('Order', { exact: true }).selectOption('oldest_first')
  await page.locator('main .controls button', { hasText: 'Show' }).click()
  await page.waitForURL(/sort=oldest_first/u)

  const answerTo = async (path: string) => (await fetch(`${site.origin}${path}`)).text()
  expect(await answerTo('/')).toMatch(/<form[^>]* action="\/search"[^>]*>(?:(?!<\/form>).)*<input[^>]* name="query"/su)
  expect(await answerTo('/search?query=%22slow+clock%22')).toMatch(/class="hits(?:(?!<\/h2>).)*slow clock/isu)
  expect(await answerTo('/search?query=zzzznothing')).toMatch(/No posts found/u)
  expect(await answerTo('/search?query=%22%28%28%28%28*')).toMatch(/Enter a word to search for/u)
  expect(await answerTo('/search')).toMatch(/<meta name="robots" content="noindex"/u)

  // On a phone the sign in the bar leads to the page, whose field is ready to be typed in.
  await onPhone(await site.newReader({ viewport: phone }))
})

async function onPhone({ page }: Reader): Promise<void> {
  await page.goto('/')
  await alive(page)
  await page.locator('.bottom').getByRole('link', { name: 'Search' }).click()
  await page.waitForURL('**/search')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('query')
  await page.keyboard.type('slow clock')
  await page.keyboard.press('Enter')
  await page.waitForURL(/query=slow/u)
  await expect.poll(() => page.locator('.hits h2').first().textContent()).toMatch(/slow clock/iu)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}

deviceTest('without a network what is on the device is searched, and the page says so', async ({ site }) => {
  const reader = await site.newReader({ as: 'lina' })
  const { page } = reader
  const places = await placesOf(site)
  await visit(page, places.longest)
  // The shell and the search's own files are kept by the worker.
  await page.goto('/search')
  await alive(page)
  await site.goOffline()
  reader.expectProblems(/./u)
  await page.goto('/search?query=slow+clock')
  await page.getByText('Searching this device only').first().waitFor()
  await expect.poll(() => page.locator('.hits h2').first().textContent()).toMatch(/slow clock/iu)
  await typed(page, 'slow clo', pageBox(page))
  await expect.poll(() => options(page).first().textContent()).toMatch(/slow clock/iu)
  await page.getByText('Searching this device only.', { exact: true }).waitFor()
})
