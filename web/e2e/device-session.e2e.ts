/** A queue whose session has ended: it arrives, in its own account and in no other. */
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { allSent, rowsOf, visit } from './support/device.ts'
import { placesOf, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'
import { commentWith, sendComment, shoot } from './support/thread.ts'

const words = 'Written after the session had ended. 漢字.'

test('a queue whose session has ended waits and says so; somebody else neither sees nor sends it; it goes once its writer signs in', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader({ as: 'lina' })
  reader.expectProblems(/40[13]/u, /WebSocket/u)
  const { page } = reader
  await visit(page, essay)
  await site.goOffline()
  await sendComment(page, words)
  await reader.context.clearCookies()
  await site.goOnline()
  await page.goto(essay)
  await page
    .locator('.to-outbox')
    .getByText(/Sign in to send \d/u)
    .first()
    .waitFor()
  await page.goto(`${site.origin}/outbox`)
  await page.getByText(words).waitFor()
  await shoot(page, 'session-ended-outbox')
  expect(sent(site)).toBe(0)

  await signIn(page, 'yusuf')
  await visit(page, essay)
  await allSent(page)
  expect(await commentWith(page, words).count()).toBe(0)
  await expect.poll(() => page.locator('#new-comment textarea').inputValue()).toBe('')
  expect(sent(site)).toBe(0)

  await reader.context.clearCookies()
  await signIn(page, 'lina')
  await visit(page, essay)
  await allSent(page)
  expect(sent(site)).toBe(1)
  await expect.poll(() => commentWith(page, words).count()).toBe(1)
})

const sent = (site: Site): number => rowsOf(site, 'comments').filter((row) => JSON.stringify(row['body']).includes(words)).length
