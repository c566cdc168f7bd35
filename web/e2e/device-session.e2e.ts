/** A queue whose session has ended: it arrives, in its own account and in no other. */
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { allSent, rowsOf, until, visit } from './support/device.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'
import { commentWith, sendComment, shoot } from './support/thread.ts'

const words = 'Written after the session had ended. 漢字.'

test('a queue whose session has ended waits, says so, and goes out once the same member signs in', async ({ site }) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader()
  reader.expectProblems(/40[13]/u, /WebSocket/u)
  await signIn(reader.page, 'lina')
  await visit(reader.page, essay)
  await visit(reader.page, `${site.origin}/`)
  await reader.page.goto(essay)
  await alive(reader.page)
  await site.goOffline()
  await sendComment(reader.page, words)
  await reader.context.clearCookies()
  await site.goOnline()
  const { page } = await reader.restart()
  await page.goto(essay)
  await alive(page)
  await until(
    async () =>
      /Sign in to send \d/u.test(
        await page
          .locator('.to-outbox')
          .innerText()
          .catch(() => ''),
      ),
    'it says "sign in to send"',
  )
  await shoot(page, 'session-ended')
  await page.goto(`${site.origin}/outbox`)
  await page.getByText(words).waitFor()
  await shoot(page, 'session-ended-outbox')
  expect(sent(site)).toBe(0)

  await signIn(page, 'lina')
  await alive(page)
  await allSent(page)
  expect(sent(site)).toBe(1)
  await page.goto(essay)
  await alive(page)
  await until(async () => (await commentWith(page, words).count()) === 1, 'it stands in the thread')
})

test('somebody else who signs in on a device with another member’s unsent work neither sees it nor sends it', async ({ site }) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader()
  reader.expectProblems(/40[13]/u, /WebSocket/u)
  const { page } = reader
  await signIn(page, 'lina')
  await visit(page, essay)
  await site.goOffline()
  await sendComment(page, words)
  await reader.context.clearCookies()
  await site.goOnline()
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
})

const sent = (site: Site): number => rowsOf(site, 'comments').filter((row) => JSON.stringify(row['body']).includes(words)).length
