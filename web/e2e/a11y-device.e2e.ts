/** What hangs on the device, in its several states: no finding of axe, nothing to be scrolled sideways, nothing that moves for who asked for stillness. */
import { expect } from 'vitest'
import { accountOf, allSent, doAtConsole, holds, inDevice, until, visit } from './support/device.ts'
import { look, lookHere } from './support/looks.ts'
import { placesOf, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'
import { reply, sendComment } from './support/thread.ts'

test('the outbox, the device’s page, the lists and the question at sign-out', async ({ site }) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader()
  const { page } = reader
  const findings: string[] = []
  await signIn(page, 'lina')
  await visit(page, essay)
  await page.locator('.matter-acts').getByRole('button', { name: 'Save for later' }).click()
  await sendComment(page, 'Sent while there was a connection.')
  await allSent(page)
  await holds(page, `me:${(await accountOf(page)) ?? ''}`)
  for (const [name, path] of [
    ['outbox, empty', '/outbox'],
    ['device', '/device'],
    ['bookmarks', '/bookmarks'],
    ['read', '/bookmarks#readhistory'],
    ['voted', '/bookmarks#votehistory'],
    ['all comments', '/allComments'],
    ['replies', '/users/marit-solberg/replies'],
  ] as const)
    findings.push(...(await look(page, name, path, 'brief')))

  // With nobody to send it to: one waits, two will be refused, one is a draft.
  await visit(page, essay)
  await site.goOffline()
  await sendComment(page, 'Waits, and is refused later.')
  await reply(page, page.locator('#comments article.c').first(), 'A reply that waits. '.repeat(30))
  await page.locator('.big-votes').getByRole('button', { name: 'Vote up' }).click()
  await page.locator('#new-comment textarea').fill('Half a thought, averylongwordwithoutanyplacetobreakitinto'.repeat(3))
  await page.locator('#new-comment').getByText('On this device.').waitFor()
  findings.push(...(await look(page, 'outbox, waiting', '/outbox', 'brief')))
  findings.push(...(await look(page, 'device, offline', '/device', 'brief')))
  await page.locator('summary[aria-label*="your account"]').click()
  await page.locator('.menu-items').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByText('Not everything has been sent').waitFor()
  findings.push(...(await lookHere(page, 'sign-out dialog', 'brief')))
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await doAtConsole(site, 'teo', 'posts.setCommentsLocked', { id: postIdOf(essay), isOn: true })
  await site.goOnline()
  await until(async () => (await inDevice(page, 'refused')).length === 2, 'two are refused')
  await page.goto('/outbox')
  await page.locator('.tray .refusal').first().getByRole('button', { name: 'Edit and retry' }).click()
  await page.locator('.tray .refusal').nth(1).getByRole('button', { name: 'Discard' }).click()
  findings.push(...(await lookHere(page, 'outbox, refused and being mended', 'brief')))
  expect(findings).toEqual([])
}, 180_000)

test('the sign-in form where a member’s page would be, and what a visitor’s device says', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  reader.expectProblems(/status of 40[13]/u)
  const { essay } = await placesOf(site)
  await visit(page, essay)
  await page.locator('.matter-acts').getByRole('button', { name: 'Save for later' }).click()
  const findings: string[] = []
  for (const [name, path] of [
    ['sign-in in place', '/bookmarks'],
    ['outbox, visitor', '/outbox'],
    ['device, visitor', '/device'],
  ] as const)
    findings.push(...(await look(page, name, path, 'brief')))
  await site.goOffline()
  await page.goto('/posts/01h0000000000000000000000a/never-here')
  await page.getByRole('heading', { name: 'Not on this device yet' }).waitFor()
  findings.push(...(await lookHere(page, 'not on this device', 'brief')))
  expect(findings).toEqual([])
}, 120_000)

const postIdOf = (address: string): string => /\/posts\/([0-9a-z]{26})/u.exec(address)?.[1] ?? ''
