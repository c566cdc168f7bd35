/**
 * Two telephones on bad lines write to each other, and nothing is lost, doubled or out of order;
 * the moderators write to a member, and read what others write for a reason that is recorded.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import { phone } from './support/browser.ts'
import type { Site } from './support/browser.ts'
import { allSent, doAtConsole, holds, rowsOf, visit } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test as deviceTest } from './support/test-device.ts'
import { test } from './support/test-page.ts'

const id = idOf(9_001)

function member(site: Site, userName: string) {
  const found = rowsOf(site, 'members').find((row) => row['userName'] === userName)
  return { id: String(found?.['id']), slug: String(found?.['slug']) }
}

const shown = (page: Page): Promise<readonly string[]> => page.locator('.inbox-open .message .c-body').allTextContents()
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('.message').filter({ hasText: text }).waitFor()
}

deviceTest('what two telephones write while both are cut off arrives once, each in its order, and both count alike', async ({ site }) => {
  const [lina, yusuf] = [await site.newReader({ as: 'lina', viewport: phone }), await site.newReader({ as: 'yusuf', viewport: phone })]
  const [a, b] = [lina.page, yusuf.page]
  const args = { id, messageId: idOf(9_002), participantIds: [member(site, 'yusuf').id], title: '', body: paragraph('The heron is back.') }
  await doAtConsole(site, 'lina', 'conversations.begin', args)
  await Promise.all([a, b].map((page) => visit(page, `${site.origin}/inbox?conversation=${id}`)))
  await expect.poll(() => Promise.all([shown(a), shown(b)])).toEqual([['The heron is back.'], ['The heron is back.']])
  // A device follows a conversation once the member's own rows are there.
  await Promise.all([a, b].map((page) => holds(page, `conversation:${id}`)))
  // A device's first worker claims the page it came with: what sends a message was never loaded.
  const areServed = () => Promise.all([a, b].map((page) => page.evaluate(() => navigator.serviceWorker.controller !== null)))
  await expect.poll(areServed).toEqual([true, true])
  await site.goOffline()
  for (const n of [1, 2, 3]) {
    await write(a, `Lina ${n}`)
    await write(b, `Yusuf ${n}`)
  }
  expect(await b.getByText('On this device, not sent yet').count()).toBe(3)
  // Its own words are found without a network, those that wait too.
  await a.goto(`${site.origin}/inbox`)
  await a.getByLabel('Search messages').fill('heron')
  await a.keyboard.press('Enter')
  await a.getByText('You: The heron is back.').waitFor()
  await a.goto(`${site.origin}/inbox?conversation=${id}`)
  await a.locator('.message').filter({ hasText: 'Lina 3' }).waitFor()

  await site.goOnline()
  await Promise.all([allSent(a), allSent(b)])
  await expect.poll(async () => (await shown(b)).length).toBe(7)
  await expect.poll(() => shown(a)).toEqual(await shown(b))
  const all = (await shown(a)).slice(1)
  for (const name of ['Lina', 'Yusuf']) expect(all.filter((text) => text.startsWith(name))).toEqual([1, 2, 3].map((n) => `${name} ${n}`))
  const stored = rowsOf(site, 'messages').filter((row) => row['conversationId'] === id)
  expect(stored.map((row) => row['n']).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
  const states = () => rowsOf(site, 'conversation_states').filter((row) => row['conversationId'] === id).map(({ readN, isUnread }) => [readN, isUnread]) // oxfmt-ignore
  await expect.poll(states).toEqual([
    [7, false],
    [7, false],
  ])
})

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
  await page.getByRole('link', { name: /^Message /u }).click()
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
