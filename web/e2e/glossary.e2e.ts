/**
 * What an essay explains: underlined in its text, with a card by mouse, by tap and by keyboard, all
 * terms by a key, kept open, on a device without a network.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import type { Site } from './support/browser.ts'
import { visit } from './support/device.ts'
import { test } from './support/test-device.ts'
import { test as pageTest } from './support/test-page.ts'

const underlined = (page: Page, name: 'term' | 'term-suggested') =>
  page.evaluate((of) => [...(CSS.highlights.get(of) ?? [])].flatMap((range) => (range instanceof Range ? [range.toString()] : [])), name)

/** The middle of the first place of a word that is underlined, brought into sight. */
async function middleOf(page: Page, word: string): Promise<{ readonly x: number; readonly y: number }> {
  return page.evaluate((wanted) => {
    const ranges = [...(CSS.highlights.get('term') ?? [])].filter((range) => range instanceof Range)
    const range = ranges.find((one) => one.toString().toLowerCase() === wanted)
    if (range === undefined) throw new Error(`“${wanted}” is not underlined`)
    range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = range.getClientRects()[0] ?? range.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }, word)
}

/** The address of Marit’s essay, which explains six words, one of them not approved. */
async function essayOf(site: Site, page: Page): Promise<string> {
  await page.goto('/postsWithApprovedJargon')
  const href = await page.getByRole('link', { name: 'The river that is almost never average' }).getAttribute('href')
  return `${site.origin}${href ?? ''}`
}

test('words are explained by mouse, by keyboard, all of them by a key, and without a network', async ({ site }) => {
  const { page } = await site.newReader({ as: 'lina' })
  const essay = await essayOf(site, page)
  await visit(page, essay)
  const textBefore = await page.locator('#text').textContent()
  await expect.poll(async () => (await underlined(page, 'term')).includes('mean flow')).toBe(true)
  expect(await underlined(page, 'term-suggested')).toEqual([])
  expect(await page.locator('#text').textContent()).toBe(textBefore)

  const card = page.locator('.term-card')
  const { x, y } = await middleOf(page, 'rating curve')
  await page.mouse.move(x, y)
  await card.getByText('The line by which a height', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => card.count()).toBe(0)
  await page.mouse.move(0, 0)

  await page.getByRole('button', { name: 'What “catchment” means' }).focus()
  await card.getByText('All the land from which', { exact: false }).waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Alt+Shift+G')
  await expect.poll(() => underlined(page, 'term-suggested')).toContain('pressure cell')
  await page.keyboard.press('Alt+Shift+G')
  await expect.poll(() => underlined(page, 'term-suggested')).toEqual([])

  await page.locator('#glossary > summary').click()
  await page.getByRole('button', { name: 'Keep open' }).click()
  await site.goOffline()
  await page.reload()
  await page.locator('#glossary[open]').waitFor()
  await expect.poll(async () => (await underlined(page, 'term')).includes('mean flow')).toBe(true)
})

pageTest('words are explained by tap on a phone', async ({ site }) => {
  const { page } = await site.newReader({ viewport: phone })
  const essay = await essayOf(site, page)
  await page.getByRole('link', { name: 'catchment', exact: true }).click()
  await page.locator('#glossary[open]').getByText('All the land from which', { exact: false }).waitFor()
  await visit(page, essay)
  await expect.poll(async () => (await underlined(page, 'term')).length).toBeGreaterThan(0)
  const { x, y } = await middleOf(page, 'rating curve')
  await page.mouse.click(x, y)
  await page.locator('.term-card').getByText('The line by which a height', { exact: false }).waitFor()
})
