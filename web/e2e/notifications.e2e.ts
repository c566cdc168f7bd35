/**
 * Following, being told, and reading what one was told: on two devices, with and without a network.
 */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { idOf } from '#shared/testing/factories.ts'
import type { Reader, Site } from './support/browser.ts'
import { phone } from './support/browser.ts'
import { accountOf, allSent, itemsInDevice, rowsOf, until, visit } from './support/device.ts'
import { mutationOf, follow, postOf } from './support/elsewhere.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { test as deviceTest } from './support/test-device.ts'
import { test } from './support/test-page.ts'

deviceTest(
  'who follows a post is told of a comment, in the bell and on the page, on every device, and also without a network',
  async ({ site }) => {
    const { essay } = await placesOf(site)
    const desktop = await site.newReader({ as: 'lina' })
    const other = await site.newReader({ viewport: phone, serviceWorkers: 'block' })
    await signIn(other.page, 'lina')
    await follow(site, 'lina', postOf(essay))
    await mutationOf(site, 'teo', 'comments.post', {
      id: idOf(4_001),
      postId: postOf(essay),
      parentId: null,
      body: words('I wonder about March.'),
    })
    const isTold = () => rowsOf(site, 'notifications').some(({ cause }) => cause === `comment:${idOf(4_001)}`)
    await until(async () => isTold(), 'she is told')

    await desktop.page.goto('/')
    // The example community has told her of things before.
    await bell(desktop.page, / new$/u).click()
    const item = desktop.page.locator('.bell .notice-link').first()
    await expect.poll(() => item.textContent()).toMatch(/New: .* commented on/u)
    await desktop.page.keyboard.press('Escape')

    await open(other.page, '/notifications')
    await other.page
      .getByRole('link', { name: /commented on/u })
      .first()
      .waitFor()
    await until(async () => (await itemsInDevice(other.page, 'notifications')).length > 0, 'the phone has it')

    const me = await accountOf(desktop.page)
    await until(async () => (await itemsInDevice(desktop.page, 'notifications')).length > 0, 'the editor has it')
    await site.goOffline()
    const { page } = await desktop.restart()
    await page.goto('/notifications')
    const row = page.locator('.notice-row.new')
    await expect.poll(() => row.count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect.poll(() => row.count()).toBe(0)

    await site.goOnline()
    await allSent(page)
    await expect
      .poll(() => rowsOf(site, 'notifications').filter(({ viewedAt, userId }) => viewedAt === null && userId === me).length)
      .toBe(0)
    await other.page.goto('/notifications')
    await expect.poll(() => other.page.locator('.notice-row.new').count()).toBe(0)
    // On a phone the count stands in the bar.
    await other.page.locator('.bottom').getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  },
)

test('how one is told is chosen here, what is followed can be ended; what votes gave stands behind a star, is listed, and is new no more once it was opened; ten quick votes on one author bring up a warning', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const { page } = await member(site, 'lina')
  await follow(site, 'lina', postOf(essay))
  await open(page, '/notifications?tab=settings')
  await page.getByLabel('Replies to me: email').selectOption('weekly')
  // The form may be drawn anew by the device's rows just then: the box is what its writer chose a
  // moment later.
  const inTitle = page.getByLabel('Show unread count in the page title')
  await inTitle.click()
  await expect.poll(() => inTitle.isChecked()).toBe(true)
  await allSent(page)
  await expect
    .poll(() => rowsOf(site, 'notice_settings'))
    .toMatchObject([{ countInTitle: true, types: { newReplyToYou: { email: 'weekly' } } }])
  await open(page, '/manageSubscriptions')
  await page
    .getByRole('button', { name: /^Stop following/u })
    .first()
    .click()
  await page.getByText('No subscriptions yet.').waitFor()
  await allSent(page)
  expect(rowsOf(site, 'subscriptions')).toMatchObject([{ state: 'off', followed: null }])

  const me = await accountOf(page)
  const own = () => rowsOf(site, 'karma_news').filter(({ userId }) => userId === me)
  await until(async () => own().length > 0, 'she is told of what the example community gave her')
  await page.goto('/')
  await page
    .locator('.karma-star')
    .getByLabel(/^Karma, /u)
    .click()
  await page.locator('.karma-star .notice-link').first().waitFor()
  await allSent(page)
  await expect.poll(() => own()[0]?.['seenAt']).not.toBeNull()
  await open(page, '/notifications?tab=karma')
  await page.locator('.karma-list li').first().waitFor()
  await expect.poll(() => page.locator('.karma-star').count()).toBe(0)

  expect(await vote(page, tenOfOneAuthor(site, me))).toEqual(Array.from({ length: 10 }, () => 'applied'))
  expect(rowsOf(site, 'vote_patterns')).toMatchObject([{ kind: 'many-votes', voterId: me, voteCount: 10 }])
  await page.getByRole('dialog', { name: 'Many votes on one author' }).waitFor()
})

/** Comments that she has not voted on. */
function tenOfOneAuthor(site: Site, me: string | null): readonly string[] {
  const voted = new Set(rowsOf(site, 'votes').flatMap(({ userId, targetId }) => (userId === me ? [targetId] : [])))
  const open = rowsOf(site, 'comments').filter(({ id, authorId, removedAt }) => authorId !== me && removedAt === null && !voted.has(id))
  const [most = []] = [...Map.groupBy(open, ({ authorId }) => authorId).values()].sort((a, b) => b.length - a.length)
  return most.slice(0, 10).map(({ id }) => String(id))
}

/** As her device sends what was voted without a network. @returns what became of each. */
const vote = (page: Page, comments: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(async (ids) => {
    const outcomes: string[] = []
    for (const targetId of ids) {
      const body = JSON.stringify({ args: { targetKind: 'comment', targetId, axis: 'approval', value: 1 } })
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const answer = await fetch('/api/mutations/votes.set', { method: 'POST', headers, body })
      outcomes.push(((await answer.json()) as { readonly outcome: string }).outcome)
    }
    return outcomes
  }, comments)

async function member(site: Site, name: string): Promise<Reader> {
  const reader = await site.newReader()
  await signIn(reader.page, name)
  await visit(reader.page, '/about')
  return reader
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await alive(page)
}

const words = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const bell = (page: Page, name: RegExp) => page.locator('.bell').getByLabel(name)
