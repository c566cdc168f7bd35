/** What follows a reader through a text, all of it open, as it is looked at. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { look, checkPage } from './support/looks.ts'
import { placesOf, pressKey } from './support/places.ts'
import { test } from './support/test-page.ts'

/** The bar beside the contents is made by the part that comes last of all. */
const awake = (page: Page) => page.locator('.rail.toc .toc-bar').waitFor({ state: 'attached' })

test('keys, the share sheet and the listening bar look right in every theme and size', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  const findings: string[] = []
  findings.push(...(await look(page, 'settings with keys', '/settings', 'brief')))
  await page.goto(essay)
  await awake(page)
  await pressKey(page, '?')
  await page.locator('dialog.key-sheet').waitFor()
  findings.push(...(await checkPage(page, 'keys', 'brief')))
  await page.goto(essay)
  await awake(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.locator('dialog.share-sheet').waitFor()
  findings.push(...(await checkPage(page, 'share', 'brief')))
  await page.goto(essay)
  await awake(page)
  await page.locator('.byline-row summary').click()
  await page.locator('.listen-word').click()
  await page.getByRole('region', { name: 'Listening' }).waitFor()
  await page.evaluate(() => scrollTo(0, 1_500))
  findings.push(...(await checkPage(page, 'listening', 'brief')))
  expect(findings).toEqual([])
})
