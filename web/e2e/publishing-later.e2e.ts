/** Publishing at a time, and what is looked at before: warnings stop once and forbid nothing. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { openNewEditor, openPublishSheet, textOf, toEndOfText, untilState, writeInEditor } from './support/editor-panel.ts'
import { rowsOf } from './support/device.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'
import { hourMs } from '#shared/kernel/durations.ts'

/** As the field has it. */
const inHours = (hours: number): string => {
  const at = Date.now() + hours * hourMs
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/**
 * What is put off is due now, as if it had been put off two hours ago: nobody waits for that in a
 * test.
 */
function twoHoursPass(site: Site): void {
  const db = new DatabaseSync(join(site.dataDir, 'lyceum.sqlite'))
  try {
    const [row] = rowsOf(site, 'schedules')
    if (row === undefined) throw new Error('nothing is put off')
    const body = { ...row, dueAt: Date.now(), at: Date.now() }
    db.prepare(`update "schedules" set "body" = ?, "c_dueAt" = ? where "id" = ?`).run(JSON.stringify(body), body.dueAt, String(row['id']))
  } finally {
    db.close()
  }
}

test('what is worth a look is shown once with the way there, and asked again it is published; put off, called off and put off again, a draft is published at its time, with nobody there, and readers get the newest text', async ({
  site,
}) => {
  const { page, close, expectProblems } = await site.newReader()
  // The link leads nowhere, and is asked about.
  expectProblems(/status of 404/u)
  await signIn(page, 'lina')
  await openNewEditor(page)
  await writeInEditor(page, 'With a broken link', 'See ')
  await textOf(page).click()
  await page.keyboard.press('Control+k')
  await page.getByLabel('URL').fill('/posts/00000000000000000000000000')
  const words = page.getByLabel('Words', { exact: false })
  if ((await words.count()) > 0) await words.first().fill('there')
  await page.keyboard.press('Enter')
  await untilState(page, 'Saved')
  await openPublishSheet(page)
  const list = page.locator('.check-list')
  await list.getByText('which doesn’t exist').waitFor()
  await list.getByText('Add tags so readers can find it').waitFor()
  await list.getByRole('button', { name: /Go there.*A link/u }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('textbox')
  await (await openPublishSheet(page)).getByRole('button', { name: 'Publish anyway' }).click()
  await page.waitForURL(/\/posts\/[0-9a-z]{26}\//u)
  const sheet = page.locator('.share-sheet')
  await sheet.getByRole('button', { name: 'Copy link' }).waitFor()
  expect(await sheet.locator('input').inputValue()).toBe(page.url())
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  await openNewEditor(page)
  await writeInEditor(page, 'By the clock', 'As it was then.')
  await untilState(page, 'Saved')
  const id = new URL(page.url()).searchParams.get('postId') ?? ''
  await openPublishSheet(page)
  await page.getByText('Schedule', { exact: true }).click()
  await page.locator('input[type="datetime-local"]').fill(inHours(2))
  await page.getByRole('button', { name: 'Schedule post' }).click()
  await page.getByText('It will be published on').waitFor()
  // Called off it is a draft as before, and can be put off again.
  await page.getByRole('button', { name: 'Cancel schedule' }).click()
  await page.getByText('It will be published on').waitFor({ state: 'detached' })
  // Its part is open still.
  await openPublishSheet(page)
  await page.locator('input[type="datetime-local"]').fill(inHours(2))
  await page.getByRole('button', { name: 'Schedule post' }).click()
  await page.getByText('It will be published on').waitFor()
  await toEndOfText(page)
  await page.keyboard.type(' And since.')
  await untilState(page, 'Saved')
  await page.getByText('The site publishes it even when you’re offline').waitFor()
  await page.getByText('The newest text is published at that time.', { exact: false }).first().waitFor()
  expect((await fetch(`${site.origin}/posts/${id}`)).status).toBe(404)
  await close()
  await site.goOffline()
  twoHoursPass(site)
  await site.goOnline()
  await expect.poll(async () => (await fetch(`${site.origin}/posts/${id}`)).status).toBe(200)
  expect(await (await fetch(`${site.origin}/posts/${id}`)).text()).toContain('As it was then. And since.')
})
