/**
 * Tags of a post: voted on without a network and counted for everybody afterwards; and added by
 * keyboard alone.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { allSent, visit } from './support/device.ts'
import { placesOf, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Tags' })
const chips = (page: Page) => page.locator('.post-head .tags a[data-tag]')
const relevance = (page: Page) => sheet(page).locator('.tag-lines > li').first().locator('.n')

async function openAs(site: Site, userName: string): Promise<Page> {
  const { essay } = await placesOf(site)
  const reader = await site.newReader()
  await signIn(reader.page, userName)
  await visit(reader.page, essay)
  return reader.page
}

/** By keyboard: until the page is alive, the link would lead to a page. */
async function openSheet(page: Page): Promise<void> {
  await page.locator('.post-head').getByRole('link', { name: 'Add tag' }).focus()
  await page.keyboard.press('Enter')
  await sheet(page).waitFor()
  await relevance(page).waitFor()
}

test('a vote on a tag counts on this device without a network, and for everybody afterwards; one is added by keyboard alone', async ({
  site,
}) => {
  const page = await openAs(site, 'yusuf')
  const count = await chips(page).count()
  await openSheet(page)
  const before = Number(await relevance(page).textContent())
  await site.goOffline()
  await sheet(page)
    .getByRole('button', { name: /^More relevant/u })
    .first()
    .click()
  await expect.poll(async () => Number(await relevance(page).textContent())).toBeGreaterThan(before)
  await sheet(page).getByText('not sent yet').waitFor()
  await site.goOnline()
  await allSent(page)
  const after = Number(await relevance(page).textContent())
  const visitor = await site.newReader({ javaScriptEnabled: false })
  await visitor.page.goto('/wActivity')
  await visitor.page
    .locator('tbody tr')
    .first()
    .locator('.vote .n', { hasText: String(after) })
    .waitFor()

  await sheet(page).getByLabel('Find a tag to add').focus()
  await page.keyboard.type('teach')
  // A tag without a parent, which would come along.
  const found = sheet(page).getByRole('button', { name: '+ Teaching', exact: true })
  await found.waitFor()
  await found.focus()
  await page.keyboard.press('Enter')
  await allSent(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => sheet(page).count()).toBe(0)
  await expect.poll(() => chips(page).count()).toBe(count + 1)
})
