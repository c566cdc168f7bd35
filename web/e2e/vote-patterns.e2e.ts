/**
 * Votes on one author, faster than one reads: what the voter is told, and what moderators alone
 * know.
 */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { Reader, Site } from './support/browser.ts'
import { allSent, rowsOf, until, visit } from './support/device.ts'
import { placesOf, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('ten quick votes on one author, nine of them without a network, bring one warning, which stays closed; moderators have a record', async ({
  site,
}) => {
  const { reader, comments } = await voterOnOneAuthor(site)
  const { page } = reader
  // The first one fetches what votes need: no worker keeps it here.
  await vote(page, comments.slice(0, 1), 'approval:1')
  await allSent(page)
  await site.goOffline()
  await vote(page, comments.slice(1, 10), 'approval:1')
  await site.goOnline()
  const warning = page.getByRole('dialog', { name: 'Many votes on one author' })
  await warning.waitFor()
  expect(await warning.evaluate((dialog) => dialog === document.activeElement)).toBe(true)
  expect(rowsOf(site, 'vote_patterns')).toMatchObject([{ kind: 'many-votes', voteCount: 10 }])
  await page.keyboard.press('Enter')
  expect(await warning.isVisible()).toBe(true)

  // Read in one tab, it goes in the other, without a network too.
  const second = await page.context().newPage()
  await second.goto(`${site.origin}/about`)
  const same = second.getByRole('dialog', { name: 'Many votes on one author' })
  await same.waitFor()
  await site.goOffline()
  await second.getByRole('button', { name: 'I’ve read this' }).click()
  for (const dialog of [same, warning]) await dialog.waitFor({ state: 'detached' })
  await site.goOnline()
  await allSent(page)
  await until(
    async () => rowsOf(site, 'vote_warnings').every(({ readUpTo, warnedAt }) => readUpTo === warnedAt),
    'the server knows that it was read',
  )
  await vote(page, comments.slice(10, 11), 'approval:1')
  await visit(page, page.url())
  await deviceIsFollowed(page)
  expect(await page.locator('dialog').count()).toBe(0)
})

/**
 * Somebody in the longest thread, and the comments that stand on its page, not voted on yet, of
 * whoever wrote most of them.
 */
async function voterOnOneAuthor(site: Site): Promise<{ readonly reader: Reader; readonly comments: readonly string[] }> {
  const reader = await site.newReader()
  const { longest } = await placesOf(site)
  await signIn(reader.page, 'oskar')
  await visit(reader.page, longest)
  // A long discussion is shortened.
  await reader.page.getByRole('button', { name: 'Expand all' }).click()
  const voter = rowsOf(site, 'members').find(({ userName }) => userName === 'oskar')?.['id']
  const authors = new Map(rowsOf(site, 'comments').map(({ id, authorId }) => [id, authorId]))
  const shown = await reader.page
    .locator('button.v[value$=":approval:1"]')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.getAttribute('aria-pressed') !== 'true')
        .map((button) => button.getAttribute('value')?.split(':')[1]),
    )
  const voted = new Set(rowsOf(site, 'votes').flatMap(({ userId, targetId }) => (userId === voter ? [targetId] : [])))
  const open = shown.flatMap((id) => (id === undefined || voted.has(id) || !authors.has(id) || authors.get(id) === voter ? [] : [id]))
  const [most = []] = [...Map.groupBy(open, (id) => authors.get(id)).values()].sort((a, b) => b.length - a.length)
  expect(most.length).toBeGreaterThan(11)
  return { reader, comments: most }
}

/** By the buttons, one after the other, as soon as each stands in the page. */
async function vote(page: Page, comments: readonly string[], which: string): Promise<void> {
  for (const id of comments) {
    const button = page.locator(`button.v[value="comment:${id}:${which}"]`)
    await button.scrollIntoViewIfNeeded()
    await button.click()
    await until(async () => (await button.getAttribute('aria-pressed')) === 'true', `the vote on ${id} is shown`)
  }
}

/** The page follows its device, and what was to come up unasked has come. */
async function deviceIsFollowed(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as unknown as { __late?: { ready: boolean } }).__late?.ready === true)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.waitForLoadState('networkidle')
}
