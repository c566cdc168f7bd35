/**
 * What is pressed before the device is there: it waits for it, and is neither lost nor done by a
 * way that knows less.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { allSent, holds, inDevice, rowsOf, until } from './support/device.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('a branch folded and a shortened comment opened before the app is there stay so when it comes; “Remove” on an own comment, and then “Edit” on another, pressed before the device is there, are done in place once it is', async ({
  site,
}) => {
  const { page } = await site.newReader()
  const { longest } = await placesOf(site)
  const { promise, resolve: letIn } = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]*\.js$/u, (route) => promise.then(() => route.continue()))
  // Files that are held back hold the load event back with them.
  await page.goto(longest, { waitUntil: 'domcontentloaded' })
  const parent = page.locator('#comments .thread > li:has(> ul > li):has(> article > .c-fold)').first()
  const button = parent.locator('> article > .c-fold')
  await button.click()
  const shortened = page.locator('#comments li:has(> article .c-open:visible)').first()
  const id = await shortened.getAttribute('data-comment')
  await shortened.locator('> article .c-open').click()
  const opened = page.locator(`#comments li[data-comment="${id}"]`)
  const looks = async () => ({
    folded: [await button.getAttribute('aria-expanded'), await parent.locator('> ul').isVisible()],
    opened: [
      await opened.locator('> article .c-open').isVisible(),
      await opened.locator('> article').evaluate((one) => one === document.activeElement),
    ],
  })
  const expected = { folded: ['false', false], opened: [false, true] }
  expect(await looks()).toEqual(expected)
  letIn()
  await alive(page)
  expect(await looks()).toEqual(expected)
  await button.click()
  expect([await button.getAttribute('aria-expanded'), await parent.locator('> ul').isVisible()]).toEqual(['true', true])
  await page.unrouteAll()

  await signIn(page, 'lina')
  const { postId, ids } = ownComments(site, 'lina')
  const [first = '', second = ''] = ids
  await page.goto(`${site.origin}/posts/${postId}`)
  await holds(page, `thread:${postId}`)
  const release = await holdBack(page)
  await page.goto(`${site.origin}/posts/${postId}`)
  await alive(page)
  const address = page.url()
  await choose(page, first, 'Remove')
  release()
  await page.locator(`li[data-comment="${first}"] .c-undo`).waitFor()
  await allSent(page)
  expect(rowsOf(site, 'comments').find((row) => row['id'] === first)).toMatchObject({ removedBy: 'author' })
  expect(page.url()).toBe(address)

  const again = await holdBack(page)
  await page.goto(address)
  await alive(page)
  await choose(page, second, 'Edit')
  again()
  const field = page.locator(`li[data-comment="${second}"] form.compose textarea`)
  await field.waitFor()
  await field.press('End')
  await field.pressSequentially(' And more.')
  await page.locator(`li[data-comment="${second}"] form.compose`).getByRole('button', { name: 'Save' }).click()
  await field.waitFor({ state: 'detached' })
  await until(async () => (await inDevice(page, 'queue')).length === 0, 'it is sent')
  expect(JSON.stringify(rowsOf(site, 'comments').find((row) => row['id'] === second))).toContain('And more.')
  expect(page.url()).toBe(address)
})

/** The device's part of the app does not come until the answer is called. */
async function holdBack(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/device-side-[^/]*\.js$/u, (route) => promise.then(() => route.continue()))
  return resolve
}

async function choose(page: Page, commentId: string, word: 'Edit' | 'Remove'): Promise<void> {
  await page.locator(`li[data-comment="${commentId}"] > article .c-more`).click()
  await page.locator('.c-menu').getByRole('button', { name: word, exact: true }).click()
}

/** A post on which somebody has two comments that nobody took away or answered. */
function ownComments(site: Site, userName: string): { readonly postId: string; readonly ids: readonly string[] } {
  const me = rowsOf(site, 'members').find((row) => row['userName'] === userName)?.['id']
  const mine = rowsOf(site, 'comments').filter((row) => row['authorId'] === me && row['removedBy'] === null && row['replyCount'] === 0)
  const open = rowsOf(site, 'posts').filter(
    (row) => row['status'] === 'published' && row['kind'] !== 'wiki' && row['commentsLocked'] === false,
  )
  for (const { id } of open) {
    const ids = mine.flatMap((row) => (row['postId'] === id ? [String(row['id'])] : []))
    if (ids.length >= 2) return { postId: String(id), ids }
  }
  throw new Error(`${userName} has not commented twice on one post`)
}
