/**
 * What waits to be sent is in sight and can be taken back; signing out asks about it and leaves
 * nothing, with a server or without.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Reader, Site } from './support/browser.ts'
import { phone } from './support/browser.ts'
import { visit } from './support/device.ts'
import { placesOf, signIn } from './support/places.ts'
import { test as deviceTest } from './support/test-device.ts'
import { test } from './support/test-page.ts'
import { askToSignOut } from './support/own-menu.ts'

const canary = 'Heliotrope-canary, never to be found again.'

deviceTest('signing out without a server asks, gives the text as a file, leaves nothing, and ends the session later', async ({ site }) => {
  const { page } = await commenterOffline(site)
  await askToSignOut(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Not everything has been sent').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()])
  expect(readFileSync(await file.path(), 'utf8')).toContain(canary)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(await kept(page)).toEqual({ databases: [], storage: ['owes-sign-out'] })

  // The cookie is still there, and the server has heard nothing yet.
  await site.goOnline()
  await signOutIsPaid(page)
  expect(await page.evaluate(async () => ((await (await fetch('/api/me')).json()) as { viewer: { kind: string } }).viewer.kind)).toBe(
    'visitor',
  )
})

test('what a visitor saved is on the sign-in page, and goes along into the account', async ({ site }) => {
  const reader = await site.newReader({ viewport: phone })
  const { page } = reader
  // The sign-in form stands in the place of the page, with its status.
  reader.expectProblems(/401/u)
  const { essay } = await placesOf(site)
  await visit(page, essay)
  await page.locator('button:visible', { hasText: 'Bookmark' }).first().click()
  await page.locator('button:visible', { hasText: 'Bookmarked' }).first().waitFor()
  await page.goto(`${site.origin}/bookmarks`)
  await page.getByRole('heading', { name: 'Saved on this device' }).waitFor()
  await signIn(page, 'yusuf')
  // It is taken over once the account's database is open, some moments after the page.
  await expect
    .poll(async () => {
      await visit(page, `${site.origin}/bookmarks`)
      return page.locator('#bookmarks .place').count()
    })
    .toBe(1)
})

/** Somebody who has read an essay, and then commented on it with the server gone. */
async function commenterOffline(site: Site): Promise<Reader> {
  const reader = await site.newReader({ as: 'lina' })
  const { page } = reader
  const { essay } = await placesOf(site)
  await visit(page, essay)
  await site.goOffline()
  await page.locator('#new-comment textarea').fill(canary)
  await page.locator('#new-comment button.btn').first().click()
  await page.locator('[data-comment]').filter({ hasText: canary }).first().waitFor()
  await page.locator('a.to-outbox').waitFor()
  return reader
}

/**
 * The page begins anew by itself once there is a network again, and tells the server first of all.
 */
async function signOutIsPaid(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('owes-sign-out')).catch(() => 'on its way')).toBeNull()
}

async function kept(page: Page): Promise<{ readonly databases: readonly string[]; readonly storage: readonly string[] }> {
  return page.evaluate(async () => ({
    // A visitor's own may have been begun again already, or not yet.
    databases: (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name !== 'lyceum' && name !== 'lyceum:visitor'),
    // What was said to installing the app may stay: it says nothing about anybody.
    storage: Object.keys(localStorage).filter((key) => key !== 'install'),
  }))
}
