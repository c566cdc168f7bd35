/**
 * An essay begun on a train: no connection, a dead battery, a second device at home, and readers at
 * the end.
 */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import {
  draftLine,
  openFromDrafts,
  publishFromEditor,
  readersText,
  textOf,
  titleOf,
  toPlaceIn,
  untilState,
  wordsInEditor,
  writeInEditor,
} from './support/editor-panel.ts'
import { accountOf, holds, visit } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'
import { openOwnMenu } from './support/own-menu.ts'

test('a post begun without a network outlives a killed browser, goes out by itself, and is finished and published elsewhere', async ({
  site,
}) => {
  const first = await site.newReader({ as: 'lina' })
  await visit(first.page, `${site.origin}/`)
  await holds(first.page, `me:${(await accountOf(first.page)) ?? ''}`)
  await site.goOffline()

  const train = await first.restart()
  let { page } = train
  await page.goto(site.origin)
  await byMenu(page, 'New post')
  await textOf(page).waitFor()
  await writeInEditor(page, 'Written on a train', 'The first line.')
  for (const words of ['- one thing', 'another thing']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(words)
  }
  await textOf(page).locator('li', { hasText: 'another thing' }).waitFor()
  await untilState(page, 'On this device')
  await page.waitForURL(/\/editPost\?postId=[0-9a-z]{26}/u)

  // The battery ends.
  ;({ page } = await train.crash())
  await page.goto(site.origin)
  await byMenu(page, 'Drafts')
  await draftLine(page, 'Written on a train').getByText('Only on this device.').waitFor()
  await expect.poll(() => page.locator('main .row-title').first().textContent()).toBe('Written on a train')
  await openFromDrafts(page, 'Written on a train')
  await expect.poll(() => titleOf(page).inputValue()).toBe('Written on a train')
  await expect.poll(() => wordsInEditor(page)).toEqual(['The first line.', 'one thing', 'another thing'])
  await untilState(page, 'On this device')

  // It goes out without its editor.
  await page.goto(site.origin)
  await byMenu(page, 'Drafts')
  await draftLine(page, 'Written on a train').getByText('Only on this device').waitFor()
  await site.goOnline()
  await draftLine(page, 'Written on a train').getByText('Only on this device').waitFor({ state: 'hidden' })
  await openFromDrafts(page, 'Written on a train')
  await untilState(page, 'Saved')

  const home = await site.newReader({ serviceWorkers: 'block' })
  await signIn(home.page, 'lina')
  await home.page.goto('/drafts')
  await alive(home.page)
  await openFromDrafts(home.page, 'Written on a train')
  await expect.poll(() => wordsInEditor(home.page)).toEqual(['The first line.', 'one thing', 'another thing'])
  await toPlaceIn(textOf(home.page).getByText('The first line.'), 'End')
  await home.page.keyboard.type(' And more at home.')
  await expect.poll(() => wordsInEditor(page)).toContain('The first line. And more at home.')
  await toPlaceIn(textOf(page).getByText('another thing'), 'End')
  await page.keyboard.type(', on the platform')
  const whole = ['The first line. And more at home.', 'one thing', 'another thing, on the platform']
  await expect.poll(() => wordsInEditor(home.page)).toEqual(whole)
  await publishFromEditor(home.page)

  const address = home.page.url()
  const stranger = await site.newReader({ javaScriptEnabled: false })
  await stranger.page.goto(address)
  await expect.poll(() => readersText(stranger.page)).toEqual(whole)
  await expect.poll(() => stranger.page.locator('h1').first().textContent()).toContain('Written on a train')
  for (const at of [page, home.page]) {
    await at.goto('/drafts')
    await alive(at)
    await draftLine(at, 'Written on a train').waitFor({ state: 'hidden' })
  }
})

async function byMenu(page: Page, name: string): Promise<void> {
  await alive(page)
  const link = page.locator('main, header, nav').getByRole('link', { name, exact: true }).filter({ visible: true })
  if ((await link.count()) === 0) await openOwnMenu(page)
  await link.first().click()
}
