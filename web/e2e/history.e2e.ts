/**
 * The history of a text: versions kept in the editor, compared on a phone, and one of them had back
 * while a second browser has the text open.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import {
  closeSheet,
  openFromBar,
  openNewEditor,
  textOf,
  toEndOfText,
  untilState,
  wordsInEditor,
  writeInEditor,
} from './support/editor-panel.ts'
import { holds, visit } from './support/device.ts'
import { signIn } from './support/places.ts'
import { test as deviceTest } from './support/test-device.ts'
import { test } from './support/test-page.ts'

async function keep(page: Page, name: string): Promise<void> {
  const part = await openFromBar(page, 'Version history')
  await page.getByLabel('Save a named version').fill(name)
  await page.getByRole('button', { name: 'Save version' }).click()
  await part.locator('.version-list b', { hasText: name }).first().waitFor()
  await closeSheet(page)
}

async function writeAnew(page: Page, text: string): Promise<void> {
  await textOf(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await untilState(page, 'Saved')
}

const rows = (page: Page) => page.locator('.history-table tbody tr')

test('three versions are kept, two compared on a phone, and the first had back in both browsers, as one step to undo', async ({ site }) => {
  const { page } = await site.newReader()
  const other = await site.newReader({ viewport: phone })
  await signIn(page, 'lina')
  await signIn(other.page, 'lina')
  await openNewEditor(page)
  await writeInEditor(page, 'On the tides', 'The tide goes out.')
  await untilState(page, 'Saved')
  await keep(page, 'First')
  await writeAnew(page, 'The tide goes far out in the evening.')
  await keep(page, 'Second')
  await writeAnew(page, 'The great tide goes far out in the evening.')
  await keep(page, 'Third')
  const id = new URL(page.url()).searchParams.get('postId') ?? ''

  // Compared where the window is narrow.
  await expect
    .poll(async () => {
      await other.page.goto(`/revisions/post/${id}`)
      return rows(other.page).count()
    })
    .toBeGreaterThanOrEqual(4)
  const row = (name: string) => rows(other.page).filter({ hasText: name })
  await row('First')
    .getByRole('radio', { name: /as the older/u })
    .check()
  await row('Third')
    .getByRole('radio', { name: /as the newer/u })
    .check()
  expect(
    await row('Third')
      .getByRole('radio', { name: /as the older/u })
      .isDisabled(),
  ).toBe(true)
  await other.page.getByRole('button', { name: 'Compare selected' }).click()
  await other.page.waitForURL(/\/compare\/post\//u)
  await expect.poll(() => other.page.locator('.compared ins').allTextContents()).toContainEqual(expect.stringContaining('great'))
  expect(await other.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  // A key pressed before the page's part is there does nothing: one presses it again.
  await expect
    .poll(async () => {
      await other.page.keyboard.press('n')
      return other.page.evaluate(() => document.activeElement?.id)
    })
    .toBe('change-1')

  // Had back, while it is open elsewhere.
  await other.page.goto(`/editPost?postId=${id}`)
  await textOf(other.page).waitFor()
  await expect.poll(() => wordsInEditor(other.page)).toEqual(['The great tide goes far out in the evening.'])
  await (
    await openFromBar(page, 'Version history')
  )
    .locator('.version-list li', { hasText: 'First' })
    .getByRole('button', { name: /^Load/u })
    .click()
  for (const each of [page, other.page]) await expect.poll(() => wordsInEditor(each)).toEqual(['The tide goes out.'])
  await page.locator('.version-list b', { hasText: /was loaded/u }).waitFor()
  await closeSheet(page)
  await textOf(page).click()
  await page.keyboard.press('Control+z')
  for (const each of [page, other.page])
    await expect.poll(() => wordsInEditor(each)).toEqual(['The great tide goes far out in the evening.'])
})

deviceTest('without a network a version is kept, found in the history and loaded; the site hears of it all', async ({ site }) => {
  const { page, context } = await site.newReader({ as: 'lina' })
  await visit(page, `${site.origin}/`)
  await openNewEditor(page)
  await writeInEditor(page, 'Out at sea', 'Written on land.')
  await untilState(page, 'Saved')
  await keep(page, 'On land')
  const id = new URL(page.url()).searchParams.get('postId') ?? ''
  await holds(page, `draft:${id}`)
  await site.goOffline()
  await toEndOfText(page)
  await page.keyboard.type(' And at sea.')
  await untilState(page, 'On this device')
  await keep(page, 'At sea')
  await (await openFromBar(page, 'Version history')).getByRole('link', { name: 'All versions' }).click()
  await rows(page).filter({ hasText: 'At sea' }).waitFor()
  await rows(page).filter({ hasText: 'On land' }).locator('summary').click()
  await rows(page)
    .filter({ hasText: 'On land' })
    .getByRole('button', { name: /^Load version/u })
    .click()
  await page.waitForURL(/\/editPost/u)
  await expect.poll(() => wordsInEditor(page)).toEqual(['Written on land.'])
  await site.goOnline()
  await untilState(page, 'Saved')
  const history = async () => (await context.request.get(`${site.origin}/revisions/post/${id}`)).text()
  await expect.poll(history).toMatch(/At sea(?:.*)was loaded|was loaded(?:.*)At sea/su)
})
