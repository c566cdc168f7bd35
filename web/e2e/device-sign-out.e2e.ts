/**
 * Signing out: what was written here is asked about, then gone: from the database, the caches, the
 * storage, the other tabs and the folder on disk.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { allSent, rowsOf, until, visit } from './support/device.ts'
import { alive, placesOf, settled, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'
import { commentWith, sendComment, shoot } from './support/thread.ts'
import { askToSignOut } from './support/own-menu.ts'

// Words that are nowhere else, neither in the community nor in a browser.
const commented = 'zqxcommented77 was never sent'
const sentBefore = 'zqxsentbefore33 went out'
const draft = 'zqxdrafted55 half a thought'
const own = 'lina@example.org'
const canaries = ['zqxcommented77', 'zqxsentbefore33', 'zqxdrafted55', own]

test('after signing out nothing of what was typed is in the files that this site has in the profile, nor in another tab', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader({ as: 'lina' })
  const { page } = reader
  await visit(page, essay)
  await sendComment(page, sentBefore)
  await allSent(page)
  await page.goto(`${site.origin}/account`)
  await page.getByText(own).first().waitFor()
  await page.goto(essay)
  await alive(page)
  const other = await reader.context.newPage()
  await other.goto(essay)
  await alive(other)
  await site.goOffline()
  await sendComment(page, commented)
  await page.locator('#comments article.c .c-reply').first().click()
  const form = page.locator('form.compose:not(#new-comment)')
  await form.locator('textarea').fill(draft)
  await form.getByText('On this device.').waitFor()
  await commentWith(other, commented).waitFor()
  // The scan finds what is there.
  expect(filesWith(reader.profileDir, canaries).join('\n')).toMatch(/IndexedDB.*zqxcommented77/u)

  await askToSignOut(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/not sent yet and 1 draft/u).waitFor()
  await shoot(page, 'sign-out-asks')
  // Asked, one may stay.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await commentWith(page, commented).waitFor()
  await askToSignOut(page)
  await dialog.getByRole('button', { name: 'Discard and sign out' }).click()
  for (const tab of [page, other]) await tab.getByRole('link', { name: 'Sign in' }).first().waitFor()
  // The visitor's own come a moment after the page.
  const left = { databases: ['lyceum', 'lyceum:visitor'], storage: ['owes-sign-out'], caches: ['precache'] }
  await expect.poll(() => leftInPage(page)).toEqual(left)
  await reader.close()
  // Also not in what the browser itself keeps of windows and fields, to open them again after a
  // crash.
  expect(filesWith(reader.profileDir, canaries)).toEqual([])
})

test('what was discarded at sign-out is never sent, the session ends before anything else, and the next account sees nothing, and signs out unasked', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader({ as: 'lina' })
  const { page } = reader
  await visit(page, essay)
  await site.goOffline()
  await sendComment(page, commented)
  await askToSignOut(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Discard and sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  const asked: string[] = []
  reader.context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' || pathname === '/api/me') asked.push(`${request.method()} ${pathname}`)
  })
  let sockets = 0
  page.on('websocket', () => (sockets += 1))
  await site.goOnline()
  await until(
    async () => (await page.evaluate(() => localStorage.getItem('owes-sign-out')).catch(() => '')) === null,
    'the session is ended',
  )
  await expect.poll(() => asked[0] ?? '').toContain('signOut')
  await page.goto(essay)
  await alive(page)
  expect(sockets).toBe(0)
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()

  await signIn(page, 'yusuf')
  await visit(page, essay)
  await allSent(page)
  expect(await commentWith(page, commented).count()).toBe(0)
  expect(rowsOf(site, 'comments').filter((row) => JSON.stringify(row['body']).includes(commented))).toEqual([])
  await page.goto(`${site.origin}/outbox`)
  await page.getByText('Everything has been sent.').waitFor()

  await page.goto(essay)
  await settled(page, 'hydrated', 'device', 'sent')
  await askToSignOut(page)
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  const left = await leftInPage(page)
  expect(left.databases.filter((name) => /^lyceum:[0-9a-z]{26}$/u.test(name))).toEqual([])
  // That a sign-out is pending is noted until the server has answered.
  expect(left.storage.filter((key) => key !== 'owes-sign-out')).toEqual([])
  await expect.poll(async () => (await leftInPage(page)).storage).toEqual([])
})

interface Left {
  readonly databases: readonly string[]
  readonly storage: readonly string[]
  readonly caches: readonly string[]
}

async function leftInPage(page: Page): Promise<Left> {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name = '' }) => name).toSorted(),
    // What was said to installing the app may stay: it says nothing about anybody.
    storage: Object.keys(localStorage).filter((key) => key !== 'install'),
    // The build's own files are the same for all.
    caches: (await caches.keys()).map((name) => (name.includes('precache') ? 'precache' : name)),
  }))
}

/** The files below a folder that hold one of the words, in one byte a letter or in two. */
function filesWith(folder: string, words: readonly string[]): readonly string[] {
  const needles = words.flatMap((word) => [Buffer.from(word, 'latin1'), Buffer.from(word, 'utf16le')])
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return []
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const found = needles.flatMap((needle) => (bytes.includes(needle) ? [needle.toString('latin1').replaceAll('\0', '')] : []))
    return found.length === 0 ? [] : [`${relative(folder, path)}: ${[...new Set(found)].join(' ')}`]
  })
}
