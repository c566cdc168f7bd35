/**
 * What somebody writes offline while a moderator decides: nobody else ever sees it, and its writer
 * keeps it, with the reason and every way on.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { Reader, Site } from './support/browser.ts'
import { accountOf, bytesOf, doAtConsole, inDevice, itemsInDevice, rowsOf, until, visit } from './support/device.ts'
import { alive, placesOf, signInThroughForm } from './support/places.ts'
import { test } from './support/test-device.ts'
import { commentWith, sendComment, shoot, textsIn } from './support/thread.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const words = 'Said while the thread was being closed. 漢字.'
const tray = (page: Page): Locator => page.locator('.tray .refusal')

test('a comment on a thread that was locked meanwhile waits in the tray; copied, kept as a draft, mended and sent again, discarded', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const postId = postIdOf(essay)
  const { reader, page } = await writtenOffline(site, essay, [words, `${words} Twice.`, `${words} Thrice.`])
  await doAtConsole(site, 'teo', 'posts.setCommentsLocked', { id: postId, isOn: true })
  await site.goOnline()
  await until(async () => (await inDevice(page, 'refused')).length === 3, 'three are refused')
  await page.getByText('Not sent: 3').waitFor()
  await commentWith(page, words)
    .first()
    .getByText(/^Not sent/u)
    .waitFor()
  await shoot(page, 'refused-in-thread')
  await page.goto(`${site.origin}/outbox`)
  await until(async () => (await tray(page).count()) === 3, 'three in the tray')
  const item = tray(page).filter({ hasText: 'Twice.' })
  await item
    .locator('.why')
    .getByText(/closed|locked/iu)
    .waitFor()
  await item.getByRole('link', { name: /Lemma 4/u }).waitFor()
  await shoot(page, 'refused-tray')

  await reader.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin })
  await item.getByRole('button', { name: 'Copy' }).click()
  await item.getByText('Copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${words} Twice.`)

  // Still closed: sent again, it comes back with its new text, never without one.
  await item.getByRole('button', { name: 'Edit and retry' }).click()
  await item.locator('textarea').fill(`${words} Twice, mended.`)
  await shoot(page, 'refused-editing')
  await item.getByRole('button', { name: 'Send again' }).click()
  const mended = tray(page).filter({ hasText: 'Twice' })
  await mended
    .locator('.why, [role=status]')
    .getByText(/closed|locked/iu)
    .first()
    .waitFor()

  const thrice = tray(page).filter({ hasText: 'Thrice.' })
  await thrice.getByRole('button', { name: 'Discard' }).click()
  await thrice.getByText('permanently?').waitFor()
  await thrice.getByRole('button', { name: 'Discard' }).click()
  await thrice.waitFor({ state: 'detached' })

  await tray(page).filter({ hasText: words }).filter({ hasNotText: 'Twice' }).getByRole('button', { name: 'Save as draft' }).click()
  await until(async () => (await inDevice(page, 'refused')).length === 1, 'it is a draft now')
  expect((await itemsInDevice(page, 'drafts')).map(({ values }) => values)).toEqual([{ markdown: words }])

  // Opened again, the last one goes, with what it was changed to, and once.
  await doAtConsole(site, 'teo', 'posts.setCommentsLocked', { id: postId, isOn: false })
  await page.goto(`${site.origin}/outbox`)
  const last = page.locator('section[aria-labelledby="refused-title"] .refusal')
  await last.getByRole('button', { name: 'Edit and retry' }).click()
  await last.locator('textarea').fill(`${words} Twice, mended.`)
  await last.getByRole('button', { name: 'Send again' }).click()
  await until(async () => (await inDevice(page, 'refused')).length + (await inDevice(page, 'queue')).length === 0, 'it has gone')
  await page.goto(essay)
  await alive(page)
  await commentWith(page, 'Twice, mended.').waitFor()
  await expect.poll(() => page.locator('#new-comment textarea').inputValue()).toBe(words)
  expect(textsInStore(site)).toHaveLength(1)
  expect(textsIn(await (await fetch(essay)).text()).filter((text) => text.includes(words))).toHaveLength(1)
})

test('a post that was removed meanwhile leaves the device once it hears of it; what was written on it stays with its writer', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const postId = postIdOf(essay)
  const { reader, page } = await writtenOffline(site, essay, [words])
  reader.expectProblems(/status of 410/u)
  await doAtConsole(site, 'marit', 'posts.archive', { id: postId })
  await site.goOnline()
  const traces = async () => {
    const kinds = await Promise.all(['comments', 'tallies', 'shapes', 'posts', 'revisions'].map((store) => itemsInDevice(page, store)))
    const kept = [...(await inDevice(page, 'screens')), ...(await inDevice(page, 'answers'))].filter((key) => String(key).includes(postId))
    return kinds.flat().filter((item) => JSON.stringify(item).includes(postId)).length + kept.length
  }
  // What the app notes by itself (how far somebody has read) is refused with it, and in nobody's
  // tray.
  const refused = async () =>
    (await itemsInDevice(page, 'refused')).filter((item) => JSON.stringify(item).includes('"comments.post"')).length
  await until(async () => (await refused()) === 1 && (await traces()) === 0, 'nothing of it is here')
  await shoot(page, 'removed-under-reader')
  await page.goto(`${site.origin}/outbox`)
  await tray(page).filter({ hasText: words }).waitFor()
  await shoot(page, 'removed-tray')
  expect(textsInStore(site)).toHaveLength(0)
  await page.goto(essay)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('#text p').count()).toBe(0)
  await shoot(page, 'removed-post')
})

test('somebody banned meanwhile keeps what they wrote, hears why, and nobody sees it', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { reader, page, me } = await writtenOffline(site, essay, [words])
  reader.expectProblems(/status of 40[13]/u, /WebSocket/u)
  await doAtConsole(site, 'marit', 'accounts.ban', { userId: me, until: Date.now() + dayMs })
  await site.goOnline()
  await page.locator('.to-outbox').getByText('Saved, not sent: 1').first().waitFor()
  await page.goto(`${site.origin}/outbox`)
  const item = tray(page).filter({ hasText: words })
  await item.waitFor()
  await page.getByText(/A moderator has suspended this account until/u).waitFor()
  expect(await page.getByText(/Sign in to send|Sign in to the same account/u).count()).toBe(0)
  await shoot(page, 'banned-outbox')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'download it' }).click()])
  expect((await bytesOf(file)).toString()).toContain(words)
  await reader.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin })
  await item.getByRole('button', { name: 'Copy' }).click()
  await item.getByText('Copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(words)
  await signInAgain(page)
  await shoot(page, 'banned-sign-in')
  expect(textsInStore(site)).toHaveLength(0)
  await page.goto(`${site.origin}/outbox`)
  await tray(page).filter({ hasText: words }).waitFor()
  await shoot(page, 'banned-outbox-again')

  // Over: it goes out once its writer signs in.
  await doAtConsole(site, 'marit', 'accounts.ban', { userId: me, until: null })
  await page.goto(`${site.origin}/outbox`)
  await page.getByText('Sign in to send 1').first().waitFor()
  await signInThroughForm(page, 'lina')
  await until(async () => textsInStore(site).length === 1, 'it has arrived')
})

async function signInAgain(page: Page): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=login]').fill('lina')
  await page.locator('form[action$="accounts.signIn"] input[name=password]').fill(inject('examplePassword'))
  await page.locator('form[action$="accounts.signIn"] button').click()
  await page.waitForLoadState('networkidle')
}

/**
 * A member who has read the post and comments on it when there is no network; the server is dead.
 */
async function writtenOffline(
  site: Site,
  essay: string,
  comments: readonly string[],
): Promise<{ readonly reader: Reader; readonly page: Page; readonly me: string | null }> {
  const reader = await site.newReader({ as: 'lina' })
  const { page } = reader
  await visit(page, essay)
  const me = await accountOf(page)
  await until(async () => (await inDevice(page, 'queue')).length === 0, 'the visit is known')
  await site.goOffline()
  for (const [at, comment] of comments.entries()) {
    await sendComment(page, comment)
    await until(
      async () => (await itemsInDevice(page, 'queue')).filter(({ name }) => name === 'comments.post').length === at + 1,
      'it is on the device',
    )
  }
  return { reader, page, me }
}

const postIdOf = (address: string): string => /\/posts\/([0-9a-z]{26})/u.exec(address)?.[1] ?? ''
const textsInStore = (site: Site): readonly string[] =>
  rowsOf(site, 'comments')
    .map((row) => JSON.stringify(row['body']))
    .filter((text) => text.includes(words))
