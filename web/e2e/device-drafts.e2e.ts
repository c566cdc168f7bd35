/**
 * Half a reply is safe in its place, whatever happens around it, until it is sent; then it is gone
 * for good, everywhere.
 */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { allSent, itemsInDevice, until, visit } from './support/device.ts'
import { alive, placesOf } from './support/places.ts'
import { test } from './support/test-device.ts'
import { commentWith, shoot } from './support/thread.ts'

const half = 'Half a reply, and the other half is'
const whole = `${half} here. 漢字.`
const onTop = 'A comment on the post itself, begun as well.'

test('half a reply, and an essay in the form, outlive a reload, a walk elsewhere, a vote, another order, a restart and a killed browser; sent, it is gone in every tab', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  let reader = await site.newReader({ as: 'lina' })
  let { page } = reader
  await visit(page, essay)
  const commentId = (await page.locator('#comments li[data-comment]').nth(1).getAttribute('data-comment')) ?? ''
  const field = await openReply(page, commentId)
  await field.pressSequentially(half)
  await saidToBeSafe(page)
  await shoot(page, 'draft-on-device')
  await page.locator('#new-comment textarea').fill(onTop)
  await saidToBeSafe(page, '#new-comment')

  await page.reload()
  await alive(page)
  await expectBoth(page, commentId, half)

  // By links inside the app, there and back.
  await page.locator('.wordmark').click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.evaluate(() => history.back())
  await page.waitForURL((url) => url.pathname === new URL(essay).pathname)
  await alive(page)
  await expectBoth(page, commentId, half)

  // She may have voted before: then this takes it back.
  const vote = page.locator('.big-votes .v-yes')
  const before = await vote.getAttribute('aria-pressed')
  await vote.click()
  await expect.poll(() => vote.getAttribute('aria-pressed')).toBe(before === 'true' ? 'false' : 'true')
  await expectBoth(page, commentId, half)

  await page.goto('/newPost?form=1')
  await alive(page)
  await page.getByLabel('Text (Markdown)').pressSequentially(onTop)
  await page.reload()
  await alive(page)
  reader = await reader.restart()
  ;({ page } = reader)
  await page.goto(`${site.origin}/newPost?form=1`)
  await alive(page)
  await expect.poll(() => page.getByLabel('Text (Markdown)').inputValue()).toBe(onTop)
  await page.goto(`${essay}?view=postCommentsNew`)
  await alive(page)

  // Killed within a moment after the word. Typed before the words are back, it would come beside
  // them.
  await expectBoth(page, commentId, half)
  const last = await openReply(page, commentId)
  await last.fill(whole)
  await expect.poll(() => last.inputValue()).toBe(whole)
  await saidToBeSafe(page)
  ;({ page } = await reader.crash())
  await page.goto(essay)
  await alive(page)
  await expectBoth(page, commentId, whole)

  // The same place in another tab: sent here, it is gone there.
  const second = await reader.context.newPage().catch(() => page.context().newPage())
  await second.goto(essay)
  await alive(second)
  await expectBoth(second, commentId, whole)
  await page.bringToFront()
  const form = page.locator('form.compose:not(#new-comment)')
  await form.getByRole('button', { name: 'Reply', exact: true }).click()
  await commentWith(page, whole).waitFor()
  await allSent(page)
  await until(
    async () => (await second.locator('form.compose:not(#new-comment) textarea').inputValue()) === '',
    'it is gone in the other tab',
  )
  await second.reload()
  await alive(second)
  const again = await openReply(second, commentId)
  await commentWith(second, whole).waitFor()
  await expect.poll(() => again.inputValue()).toBe('')
  const kept = (await itemsInDevice(page, 'drafts')).map(({ values }) => JSON.stringify(values)).filter((text) => text.includes(half))
  expect(kept).toEqual([])
  await expect.poll(() => second.locator('#new-comment textarea').inputValue()).toBe(onTop)
  // Another place never shows it.
  const otherId = (await second.locator('#comments li[data-comment]').nth(0).getAttribute('data-comment')) ?? ''
  expect(await (await openReply(second, otherId)).inputValue()).toBe('')
})

async function openReply(page: Page, commentId: string): Promise<Locator> {
  const field = page.locator('form.compose:not(#new-comment) textarea')
  // Once the device has said what was begun, "Draft reply" stands beside it and leads to the same
  // form.
  const button = page.locator(`li[data-comment="${commentId}"] > article`).getByRole('link', { name: 'Reply', exact: true })
  const isOpen = (await page.locator(`li[data-comment="${commentId}"] > article form textarea`).count()) > 0
  if (!isOpen) await button.click()
  await field.waitFor()
  return field
}

async function saidToBeSafe(page: Page, form = 'form.compose:not(#new-comment)'): Promise<void> {
  await page.locator(form).getByText('On this device.').waitFor()
}

async function expectBoth(page: Page, commentId: string, words: string): Promise<void> {
  const field = await openReply(page, commentId)
  await expect.poll(() => field.inputValue()).toBe(words)
  await expect.poll(() => page.locator('#new-comment textarea').inputValue()).toBe(onTop)
}
