/** The moderators write to a member, and read what others write for a reason that is recorded. */
import { expect } from 'vitest'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import type { Site } from './support/browser.ts'
import { doAtConsole, rowsOf } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const id = idOf(9_001)

function member(site: Site, userName: string) {
  const found = rowsOf(site, 'members').find((row) => row['userName'] === userName)
  return { id: String(found?.['id']), slug: String(found?.['slug']) }
}

test('a moderator writes to a member with a template, and reads what others write for a reason that is recorded', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  // An address of nothing, until the reason is given.
  reader.expectProblems(/status of 404/u)
  const [yusuf, wim] = [member(site, 'yusuf'), member(site, 'wim')]
  const secret = { id, messageId: idOf(9_002), participantIds: [wim.id], title: '', body: paragraph('The heron is back.') }
  await doAtConsole(site, 'yusuf', 'conversations.begin', secret)
  await signIn(page, 'teo')
  await page.goto(`${site.origin}/users/${yusuf.slug}`)
  await page.getByRole('link', { name: /^Message/u }).click()
  await page.getByRole('link', { name: 'Write as the moderators instead' }).click()
  await page.getByText('Insert template').click()
  await page.getByRole('link', { name: 'Welcome' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Message', exact: true }).inputValue()).toContain('Yusuf')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('.message').filter({ hasText: 'Yusuf' }).waitFor()

  await page.goto(`${site.origin}/moderatorInbox?conversation=${id}`)
  await alive(page)
  expect(await page.locator('main').textContent()).not.toContain('heron')
  await page.getByLabel('Reason').fill('Report 12')
  await page.getByRole('button', { name: 'Read conversation' }).click()
  await page.locator('.message').filter({ hasText: 'The heron is back.' }).waitFor()
  expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0)
  const entries = rowsOf(site, 'audit_log').filter((row) => JSON.stringify(row).includes('Report 12'))
  expect(new Set(entries.map(({ userId }) => userId))).toEqual(new Set([yusuf.id, wim.id]))
  expect(entries).toHaveLength(2)
})
