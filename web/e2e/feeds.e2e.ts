/** Lists as a reader wants them: filters, what is hidden, growing and coming back. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone } from './support/browser.ts'
import { alive, settled, signIn } from './support/places.ts'
import { test } from './support/test-reading.ts'

const rows = (page: Page) => page.locator('main .rows').first().locator('.row')
const titles = async (page: Page): Promise<readonly string[]> => rows(page).locator('.row-title a').allTextContents()
const heldTitle = async (page: Page): Promise<string> => (await titles(page))[0] ?? ''

async function customize(page: Page, word: string, mode: string): Promise<void> {
  // A click is held until the app is there; a second one would close the panel again.
  await page.getByRole('link', { name: 'Customize feed' }).click()
  await page.locator('form.filters').waitFor()
  await page.getByRole('textbox', { name: 'Add a tag', exact: true }).fill(word)
  await page.locator('.filter select').last().selectOption(mode)
  await page.getByRole('button', { name: 'Save' }).click()
}

test('what a member hides is gone from the list, and comes back by "Show it again"', async ({ site }) => {
  const { page } = await site.newReader({ viewport: desktop })
  await signIn(page, 'yusuf')
  await page.goto('/')
  await settled(page, 'hydrated', 'device')
  const title = await heldTitle(page)
  const row = rows(page).first()
  await row.hover()
  await expect
    .poll(async () => {
      if ((await page.locator('.c-menu').count()) === 0) await row.locator('.row-more').click()
      return page.getByRole('button', { name: 'Hide from the front page' }).count()
    })
    .toBe(1)
  await page.getByRole('button', { name: 'Hide from the front page' }).click()
  await page.getByText(`Hidden: ${title}`).waitFor()
  await page.reload()
  await alive(page)
  expect(await titles(page)).not.toContain(title)
  await page.goto('/allPosts?timeframe=allTime')
  await alive(page)
  const again = page.locator('.row', { hasText: title }).first()
  await again.hover()
  const shows = page.getByRole('button', { name: 'Show on the front page again' })
  // The device hears of what was hidden a moment later.
  await expect
    .poll(async () => {
      if ((await page.locator('.c-menu').count()) > 0 && (await shows.count()) === 0) await page.keyboard.press('Escape')
      if ((await page.locator('.c-menu').count()) === 0) await again.locator('.row-more').click()
      return shows.count()
    })
    .toBe(1)
  await shows.click()
  await expect
    .poll(async () => {
      await page.goto('/')
      return titles(page)
    })
    .toContain(title)
})

test('more posts stay there on the way back; a visitor customizes the front page in this browser', async ({ site }) => {
  const { page } = await site.newReader({ viewport: phone })
  await page.goto('/')
  await alive(page)
  const few = await rows(page).count()
  await page.getByRole('link', { name: 'More posts' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(few)
  const many = await rows(page).count()
  const last = rows(page).last()
  await last.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  await last.locator('.row-title a').click()
  await page.locator('#text p').first().waitFor()
  await page.goBack()
  await expect.poll(() => rows(page).count()).toBe(many)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 60)

  await page.setViewportSize(desktop)
  await page.goto('/')
  await alive(page)
  const before = await titles(page)
  await customize(page, 'Night', 'required')
  await expect.poll(() => titles(page)).not.toEqual(before)
  await expect.poll(() => page.locator('.customized').textContent()).toContain('night required')
  const own = await titles(page)
  await page.reload()
  expect(await titles(page)).toEqual(own)
})
