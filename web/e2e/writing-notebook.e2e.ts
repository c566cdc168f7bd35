/**
 * Half a comment goes along to another device of its author, and is gone from all of them once it
 * is sent.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Reader } from './support/browser.ts'
import { itemsInDevice } from './support/device.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'
import { commentWith } from './support/thread.ts'

test('half a comment is in the same box on a second device; sent there, it is gone on the first', async ({ site }) => {
  const { essay } = await placesOf(site)
  const [first, second] = [await site.newReader(), await site.newReader()]
  for (const { page } of [first, second]) {
    await signIn(page, 'lina')
    await page.goto(essay)
    await alive(page)
  }
  const boxOf = ({ page }: Reader) => page.locator('#new-comment textarea')
  await boxOf(first).pressSequentially('Half a comment, begun at')
  await first.page.locator('#new-comment').getByText('On this device.').waitFor()
  // The other device looks when somebody comes back to it, and its pages have it when they are
  // opened.
  await expect
    .poll(async () => {
      await comeBack(second.page)
      return JSON.stringify(await itemsInDevice(second.page, 'drafts'))
    }, patience)
    .toContain('Half a comment, begun at')
  await second.page.reload()
  await alive(second.page)
  await expect.poll(() => boxOf(second).inputValue()).toBe('Half a comment, begun at')
  await boxOf(second).focus()
  await second.page.keyboard.press('End')
  await second.page.keyboard.type(' one table and ended at another.')
  await second.page.locator('#new-comment').getByRole('button', { name: 'Comment', exact: true }).click()
  await commentWith(second.page, 'ended at another.').waitFor()
  await expect
    .poll(async () => {
      await comeBack(first.page)
      return boxOf(first).inputValue()
    }, patience)
    .toBe('')
  await first.page.reload()
  await alive(first.page)
  await expect.poll(() => boxOf(first).inputValue()).toBe('')
})

/** The device asks the server each time: it needs time to be answered. */
const patience = { interval: 5000 }

/** The window is in use again. */
const comeBack = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('focus')))
