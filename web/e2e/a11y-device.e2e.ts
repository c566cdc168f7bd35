/**
 * What hangs on the device, in its several states: no finding of axe, nothing to be scrolled
 * sideways, nothing that moves for who asked for stillness.
 */
import { expect } from 'vitest'
import { doAtConsole, visit } from './support/device.ts'
import { look, checkPage } from './support/looks.ts'
import { alive, placesOf } from './support/places.ts'
import { test } from './support/test-device.ts'
import { reply, sendComment } from './support/thread.ts'
import { askToSignOut } from './support/own-menu.ts'

test('the outbox, what is not on the device, and the question at sign-out are accessible and fit the window', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader({ as: 'lina' })
  const findings: string[] = []
  await visit(page, essay)
  await site.goOffline()
  // With nobody to send it to: one waits, two will be refused, one is a draft.
  await sendComment(page, 'Waits, and is refused later.')
  await reply(page, page.locator('#comments article.c').first(), 'A reply that waits. '.repeat(30))
  await page.locator('.big-votes').getByRole('button', { name: 'Vote up' }).click()
  await page.locator('#new-comment textarea').fill('Half a thought, averylongwordwithoutanyplacetobreakitinto'.repeat(3))
  await page.locator('#new-comment').getByText('On this device.').waitFor()
  findings.push(...(await look(page, 'outbox, waiting', '/outbox', 'brief')))
  findings.push(...(await look(page, 'device, offline', '/device', 'brief')))
  await askToSignOut(page)
  await page.getByRole('dialog').getByText('Not everything has been sent').waitFor()
  findings.push(...(await checkPage(page, 'sign-out dialog', 'brief')))
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  // In a tab of its own: such a page loads itself again when it can, even while one is leaving it.
  const elsewhere = await page.context().newPage()
  await elsewhere.goto('/posts/01h0000000000000000000000a/never-here')
  await elsewhere.getByRole('heading', { name: 'Not on this device yet' }).waitFor()
  findings.push(...(await checkPage(elsewhere, 'not on this device', 'brief')))
  await elsewhere.close()

  await page.goto('/outbox')
  await alive(page)
  await doAtConsole(site, 'teo', 'posts.setCommentsLocked', { id: postIdOf(essay), isOn: true })
  await site.goOnline()
  await page.locator('.tray .refusal').nth(1).waitFor()
  await page.locator('.tray .refusal').first().getByRole('button', { name: 'Edit and retry' }).click()
  await page.locator('.tray .refusal').nth(1).getByRole('button', { name: 'Discard' }).click()
  findings.push(...(await checkPage(page, 'outbox, refused and being mended', 'brief')))
  expect(findings).toEqual([])
})

const postIdOf = (address: string): string => /\/posts\/([0-9a-z]{26})/u.exec(address)?.[1] ?? ''
