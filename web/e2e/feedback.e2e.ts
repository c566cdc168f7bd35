/**
 * Feedback: by keyboard alone, and without a connection. What the dialog says, its DOM tests hold.
 */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import type { Site } from './support/browser.ts'
import { rowsOf, visit } from './support/device.ts'
import { addScreenshot, boxOf, dialogOf, openFeedback, sendButton } from './support/feedback.ts'
import { alive, placesOf, settled, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'
import { test as pageTest } from './support/test-page.ts'

const words = 'The second side note sits a line too low. Ünïcödé too: 漢字.'
const description = (page: Page): Locator => page.getByLabel('Description', { exact: true })
const banner = (page: Page): Locator => page.locator('.fb-banner')
const messages = (site: Site) => rowsOf(site, 'feedback_messages')

pageTest(
  'a member opens it from the account menu with name and address filled in; by keyboard alone a picture is taken, a part of it hidden, moved, sized and removed, another one sent',
  async ({ site }) => {
    const { page } = await site.newReader()
    await signIn(page, 'lina')
    await page.goto(`${site.origin}/about`)
    await alive(page)
    await page.locator('.top summary:has(.face)').click()
    await page.locator('.top').getByRole('button', { name: 'Send feedback' }).click()
    await dialogOf(page).waitFor()
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toMatch(/@/u)
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).not.toBe('')
    const before = await page.evaluate(() => scrollY)
    await page.mouse.move(5, 400)
    await page.mouse.wheel(0, 600)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/your account/u)
    await page.locator('#site').getByRole('button', { name: 'Send feedback' }).focus()
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.shot-editor').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Highlight')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const mover = page.getByRole('application', { name: /^Move: Hidden part 1/u })
    await expect.poll(() => mover.evaluate((box) => box === document.activeElement)).toBe(true)
    const first = await boxOf(page, 0)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(async () => (await boxOf(page, 0)).x).toBeCloseTo(first.x - 8, 0)
    expect((await boxOf(page, 0)).y).toBeCloseTo(first.y - 64, 0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(async () => (await boxOf(page, 0)).width).toBeCloseTo(first.width + 64, 0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.shot-box').count()).toBe(0)
    // The tools have the focus again.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Highlight')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.shot-box').count()).toBe(1)
    await sendButton(page).focus()
    await page.keyboard.press('Enter')
    await banner(page).waitFor()
    await expect.poll(() => rowsOf(site, 'feedback_screenshots').length).toBe(1)
  },
)

test('feedback begun before a reload, with a screenshot and without a connection, outlives a restart and arrives once', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader({ as: 'visitor', viewport: phone })
  let { page } = reader
  await visit(page, essay)
  await openFeedback(page)
  await description(page).fill(words)
  await page.keyboard.press('Escape')
  await page.reload()
  await alive(page)
  // A visitor who has written something has the whole app on this device.
  await settled(page, 'worker')
  await site.goOffline()
  await openFeedback(page)
  await expect.poll(() => description(page).inputValue()).toBe(words)
  await addScreenshot(page)
  await sendButton(page).click()
  await banner(page).waitFor()
  expect(await banner(page).textContent()).toBe(
    'Thank you. Your feedback is saved on this device and will be sent when you’re back online.',
  )
  page = (await reader.restart()).page
  await site.goOnline()
  await page.goto(essay)
  await alive(page)
  await expect.poll(() => messages(site).length).toBe(1)
  expect(messages(site)[0]).toMatchObject({ message: words, screenshot: 'kept' })
  await page.reload()
  await alive(page)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(messages(site).length).toBe(1)
  await openFeedback(page)
  expect(await description(page).inputValue()).toBe('')
  expect(await page.locator('.shot-editor').count()).toBe(0)
})
