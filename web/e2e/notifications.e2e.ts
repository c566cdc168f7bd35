/** Following, being told, and reading what one was told: on two devices, with and without a network. */
import { expect, inject } from 'vitest'
import type { Page } from 'playwright-core'
import { idOf } from '#shared/testing/factories.ts'
import type { Reader, Site } from './support/browser.ts'
import { phone } from './support/browser.ts'
import { accountOf, allSent, itemsInDevice, rowsOf, until } from './support/device.ts'
import { look } from './support/looks.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'
import { shoot } from './support/thread.ts'

test(
  'who follows a post is told of a comment, in the bell and on the page, on every device, and also without a network',
  { timeout: 180_000 },
  async ({ site }) => {
    const { essay } = await placesOf(site)
    const [desk, other] = [await member(site, 'lina'), await member(site, 'lina', phone)]
    await follow(site, 'lina', postOf(essay))
    await deedOf(site, 'teo', 'comments.post', {
      id: idOf(4_001),
      postId: postOf(essay),
      parentId: null,
      body: words('I wonder about March.'),
    })
    const isTold = () => rowsOf(site, 'notifications').some(({ cause }) => cause === `comment:${idOf(4_001)}`)
    await until(async () => isTold(), 'she is told', 60_000)

    await desk.page.goto('/')
    // The example community has told her of things before.
    await bell(desk.page, / new$/u).click()
    const item = desk.page.locator('.bell .notice-link').first()
    await expect.poll(() => item.textContent()).toMatch(/New: .* commented on/u)
    await shoot(desk.page, 'notices-bell')
    await desk.page.keyboard.press('Escape')

    await open(other.page, '/notifications')
    await other.page
      .getByRole('link', { name: /commented on/u })
      .first()
      .waitFor()
    await shoot(other.page, 'notices-page-phone')
    await until(async () => (await itemsInDevice(other.page, 'notifications')).length > 0, 'the phone has it')

    const me = await accountOf(desk.page)
    // What answers without a network is there once the worker is: on a slow machine later than the page.
    await desk.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await until(async () => (await itemsInDevice(desk.page, 'notifications')).length > 0, 'the desk has it')
    await site.goOffline()
    const { page } = await desk.restart()
    await page.goto('/notifications')
    const row = page.locator('.notice-row.new')
    await expect.poll(() => row.count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect.poll(() => row.count()).toBe(0)
    await shoot(page, 'notices-offline')

    await site.goOnline()
    await allSent(page)
    await expect
      .poll(() => rowsOf(site, 'notifications').filter(({ viewedAt, userId }) => viewedAt === null && userId === me).length)
      .toBe(0)
    await other.page.goto('/notifications')
    await expect.poll(() => other.page.locator('.notice-row.new').count()).toBe(0)
    await bell(other.page, /^Notifications$/u).waitFor()
  },
)

test('how one is told is chosen here, also without a network, and what is followed can be ended', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await member(site, 'yusuf')
  await follow(site, 'yusuf', postOf(essay))
  await open(page, '/notifications?tab=settings')
  await shoot(page, 'notices-settings')
  await page.getByLabel('Replies to me: e-mail').selectOption('weekly')
  await page.getByLabel('The number before the title of the page').check()
  await allSent(page)
  await expect
    .poll(() => rowsOf(site, 'notice_settings'))
    .toMatchObject([{ countInTitle: true, types: { newReplyToYou: { email: 'weekly' } } }])
  await open(page, '/manageSubscriptions')
  await shoot(page, 'notices-follows')
  await page
    .getByRole('button', { name: /^Stop following/u })
    .first()
    .click()
  await page.getByText('You follow nothing yet.').waitFor()
  await allSent(page)
  expect(rowsOf(site, 'subscriptions')).toMatchObject([{ state: 'off', followed: null }])
})

test('without a script the list is there, and is marked as read by a form', async ({ site }) => {
  const reader = await site.newReader({ javaScriptEnabled: false })
  await signIn(reader.page, 'lina')
  await reader.page.goto('/notifications')
  await reader.page.getByRole('heading', { name: 'Notifications', exact: true }).waitFor()
  await reader.page.goto('/notifications?tab=settings')
  await reader.page.getByRole('button', { name: 'Store' }).click()
  await reader.page.waitForURL(/tab=settings/u)
  expect(rowsOf(site, 'notice_settings')).toHaveLength(1)
})

test('its pages can be read in every theme and size', { timeout: 240_000 }, async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await member(site, 'yusuf')
  await follow(site, 'yusuf', postOf(essay))
  const pages = {
    ...{ notices: '/notifications', noticeKarma: '/notifications?tab=karma' },
    ...{ noticeSettings: '/notifications?tab=settings', follows: '/manageSubscriptions' },
  }
  const findings: string[] = []
  for (const [name, path] of Object.entries(pages)) findings.push(...(await look(page, name, path, 'brief')))
  expect(findings).toEqual([])
})

test('what votes gave stands behind a star, is listed, and is new no more once it was opened', async ({ site }) => {
  const { page } = await member(site, 'lina')
  const me = await accountOf(page)
  const own = () => rowsOf(site, 'karma_news').filter(({ userId }) => userId === me)
  await until(async () => own().length > 0, 'she is told of what the example community gave her', 60_000)
  await page.goto('/')
  await page
    .locator('.karma-star')
    .getByLabel(/^Karma, /u)
    .click()
  await page.locator('.karma-star .notice-link').first().waitFor()
  await shoot(page, 'notices-star')
  await allSent(page)
  await expect.poll(() => own()[0]?.['seenAt']).not.toBeNull()
  await open(page, '/notifications?tab=karma')
  await page.locator('.karma-list li').first().waitFor()
  await expect.poll(() => page.locator('.karma-star').count()).toBe(0)
})

async function member(site: Site, name: string, viewport = { width: 1440, height: 900 }): Promise<Reader> {
  const reader = await site.newReader({ viewport })
  await signIn(reader.page, name)
  await alive(reader.page)
  await until(async () => (await itemsInDevice(reader.page, 'shapes')).some(({ isComplete }) => isComplete === true), 'the device is there')
  return reader
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await alive(page)
}

const postOf = (address: string): string => /\/posts\/([0-9a-z]{26})/u.exec(address)?.[1] ?? ''
const words = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const bell = (page: Page, name: RegExp) => page.locator('.bell').getByLabel(name)

/** Somebody else, elsewhere: without a browser of their own. */
async function deedOf(site: Site, name: string, deed: string, args: unknown): Promise<void> {
  const body = new URLSearchParams({ login: name, password: inject('examplePassword'), from: '/login' })
  const signedIn = await fetch(`${site.origin}/api/form/accounts.signIn`, { method: 'POST', body, redirect: 'manual' })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
  const headers = { 'content-type': 'application/json', accept: 'application/json', cookie }
  const answer = await fetch(`${site.origin}/api/deeds/${deed}`, { method: 'POST', headers, body: JSON.stringify({ args }) })
  expect(await answer.json()).toMatchObject({ outcome: 'applied' })
}

const follow = (site: Site, name: string, postId: string) =>
  deedOf(site, name, 'subscriptions.set', { kind: 'post', targetId: postId, state: 'on', via: null })
