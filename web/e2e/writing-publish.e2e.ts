/**
 * From a draft to what readers see, and back: queued without a network, refused in words, changed,
 * withdrawn, put away and had back.
 */
import { expect } from 'vitest'
import {
  draftLine,
  openFromDrafts,
  openNewEditor,
  pressPublish,
  publishFromEditor,
  publishButton,
  textOf,
  titleOf,
  toEndOfText,
  untilState,
  wordsInEditor,
  writeInEditor,
} from './support/editor-panel.ts'
import { rowsOf, visit } from './support/device.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

/** What a reader is sent; each paragraph here is plain words. */
async function paragraphsAt(address: string): Promise<readonly string[]> {
  const html = await (await fetch(address)).text()
  const text = /id="text"[^>]*>([\s\S]*?)<\/div>/u.exec(html)?.[1] ?? ''
  return [...text.matchAll(/<p\b[^>]*>([^<]*)<\/p>/gu)].map(([, words = '']) => words)
}

test('published without a network: it waits, is called back, and goes out once; refused without a title or a text; readers see the old text until the changes are published; put away and had back, it is whole', async ({
  site,
}) => {
  const { page } = await site.newReader()
  await signIn(page, 'lina')
  await visit(page, `${site.origin}/`)
  await openNewEditor(page)
  await writeInEditor(page, 'Sent by night', 'Written with a network.')
  await untilState(page, 'Saved')
  const id = new URL(page.url()).searchParams.get('postId') ?? ''
  await site.goOffline()
  await page.keyboard.type(' And without.')
  await pressPublish(page)
  await page.getByText('It will be published when you’re back online.').waitFor()
  await page.getByRole('button', { name: 'Cancel publishing' }).click()
  await publishButton(page).waitFor()
  await toEndOfText(page)
  await page.keyboard.type(' Better so.')
  await untilState(page, 'On this device')
  await pressPublish(page)
  await page.getByText('It will be published when you’re back online.').waitFor()
  await site.goOnline()
  await page.waitForURL(/\/posts\/[0-9a-z]{26}\//u)
  const text = 'Written with a network. And without. Better so.'
  await page.locator('#text p', { hasText: text }).waitFor()
  const published = page.url()
  await expect.poll(() => paragraphsAt(published)).toEqual([text])
  expect(rowsOf(site, 'posts').filter(({ title }) => title === 'Sent by night')).toMatchObject([{ id, status: 'published' }])

  await openNewEditor(page)
  const refusal = page.locator('.editor-publish [role=alert] p')
  await textOf(page).click()
  await page.keyboard.type('A text without a name.')
  await untilState(page, 'Saved')
  await pressPublish(page)
  await expect.poll(() => refusal.textContent()).toMatch(/title/iu)
  await page.keyboard.press('Escape')
  await expect.poll(() => wordsInEditor(page)).toEqual(['A text without a name.'])
  await titleOf(page).fill('Changed twice')
  await textOf(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await untilState(page, 'Saved')
  await pressPublish(page)
  await expect.poll(() => refusal.textContent()).toMatch(/write something|text|empty|nothing/iu)
  await page.keyboard.press('Escape')
  await expect.poll(() => titleOf(page).inputValue()).toBe('Changed twice')
  await textOf(page).click()
  await page.keyboard.type('As it was.')
  await publishFromEditor(page)
  const address = page.url()
  const changed = /\/posts\/([0-9a-z]{26})/u.exec(address)?.[1] ?? ''
  const readers = () => paragraphsAt(address)
  await expect.poll(readers).toEqual(['As it was.'])
  const stranger = await site.newReader()
  stranger.expectProblems(/status of 404/u)
  await visit(stranger.page, address)

  await page.goto(`/editPost?postId=${changed}`)
  await toEndOfText(page)
  await page.keyboard.type(' And as it is.')
  await untilState(page, 'Saved')
  await expect.poll(readers).toEqual(['As it was.'])
  await publishFromEditor(page)
  await expect.poll(readers).toEqual(['As it was. And as it is.'])

  await page.goto(`/editPost?postId=${changed}`)
  await textOf(page).waitFor()
  await confirm('Move to drafts')
  await page.waitForURL(/\/drafts/u)
  await draftLine(page, 'Changed twice').getByText('Unpublished').waitFor()
  await expect.poll(async () => (await fetch(address)).status).toBe(404)
  // A copy that was kept is shown first; it goes once the server has been heard, and does not come
  // up again.
  await stranger.page.goto(address)
  await stranger.page.locator('#text').waitFor({ state: 'detached' })
  await expect.poll(async () => (await stranger.page.goto(address))?.status(), { interval: 2_000 }).toBe(404)

  await draftLine(page, 'Changed twice').getByText('Delete', { exact: true }).first().click()
  await draftLine(page, 'Changed twice').getByRole('button', { name: 'Delete draft' }).click()
  const bin = page.locator('section', { has: page.getByRole('heading', { name: 'Trash', exact: true }) })
  await bin.getByText('Changed twice').waitFor()
  await bin.getByText('Restore', { exact: true }).first().click()
  await bin.getByRole('button', { name: 'Restore draft' }).click()
  await openFromDrafts(page, 'Changed twice')
  await expect.poll(() => wordsInEditor(page)).toEqual(['As it was. And as it is.'])

  async function confirm(name: string): Promise<void> {
    await page.locator('summary', { hasText: name }).click()
    await page.getByRole('button', { name, exact: true }).click()
  }
})
