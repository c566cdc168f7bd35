/** What a stranger does in the first quarter of an hour, on a phone, at a desk, and without scripting. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { desk, phone } from './support/browser.ts'
import { firstQuarterOfAnHour } from './support/newcomer.ts'
import { alive } from './support/places.ts'
import { test } from './support/test-page.ts'

for (const [name, options] of [
  ['on a phone', { viewport: phone }],
  ['at a desk without scripting', { viewport: desk, javaScriptEnabled: false }],
] as const)
  test(`a stranger reads, signs up, publishes and is answered, ${name}`, ({ site }) => firstQuarterOfAnHour(site, options))

test('the theme is chosen once and holds on the next page, before its first paint', async ({ site }) => {
  const { page } = await site.newReader()
  await page.goto('/settings')
  await alive(page)
  await page.getByLabel('Dark', { exact: true }).check()
  const dark = await background(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.locator('h1').waitFor()
  expect(await background(page)).toBe(dark)
})

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor)
}
