/**
 * A draft shared by name and by link: each level in a browser of its own, taken away online and
 * while the other writes offline.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  draftArrives,
  openNewEditor,
  saveState,
  shareWith,
  textOf,
  titleOf,
  toEndOfText,
  openFromBar,
  untilState,
  wordsInEditor,
  writeInEditor,
} from './support/editor-panel.ts'
import { allSent } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const title = 'Half a thought'
const mode = (page: Page, word: string) => page.locator(`.editor-mode[data-mode="${word}"]`).waitFor()
const levelOf = (page: Page, name: RegExp) => page.getByRole('combobox', { name })

async function writeDraft(page: Page, text: string): Promise<string> {
  await openNewEditor(page)
  await writeInEditor(page, title, text)
  await untilState(page, 'Saved')
  await openFromBar(page, 'Share')
  return page.url()
}

async function openShared(page: Page): Promise<void> {
  await draftArrives(page, title)
  await page.getByRole('heading', { name: 'Shared with you' }).waitFor()
  await page.locator('main .row-title').getByRole('link', { name: title, exact: true }).click()
  await page.locator('.writing-editor .writing-text').waitFor()
}

test('by link one comes in at its level, follows it, and a new link ends it; shared by name one may read, then change; of a paragraph that both changed while apart each side is shown, and one is chosen; what was unsent when it ended is a draft of one’s own', async ({
  site,
}) => {
  const [lina, yusuf] = [await site.newReader(), await site.newReader()]
  const [left, right] = [lina.page, yusuf.page]
  yusuf.expectProblems(/ERR_INTERNET_DISCONNECTED/u, /status of 40[134]/u)
  await signIn(left, 'lina')
  await signIn(right, 'yusuf')
  await writeDraft(left, 'Lina began.')
  await left.getByLabel('Anyone with the link').selectOption('comment')
  const field = left.getByLabel('Link to this draft')
  const link = await field.inputValue()
  await allSent(left)
  await right.goto(link)
  await right.waitForURL((url) => !url.search.includes('key='))
  await mode(right, 'Commenting')
  // One may select in it, and not write.
  expect(await textOf(right).getAttribute('aria-readonly')).toBe('true')
  await left.locator('.sharing').getByText('by the link').waitFor()
  await left.getByLabel('Anyone with the link').selectOption('edit')
  await mode(right, 'Editing')
  await left.getByRole('button', { name: 'Make a new link' }).click()
  await expect.poll(() => field.inputValue()).not.toBe(link)
  await allSent(left)
  await untilState(right, 'Closed')
  expect((await yusuf.context.request.get(link)).status()).toBe(404)

  await shareWith(left, 'yusuf', 'read')
  await allSent(left)
  await openShared(right)
  await mode(right, 'Viewing')
  await expect.poll(() => wordsInEditor(right)).toEqual(['Lina began.'])
  expect(await textOf(right).count()).toBe(0)
  expect(await titleOf(right).count()).toBe(0)
  expect(await right.getByRole('button', { name: /^Publish/u }).count()).toBe(0)
  // What is written arrives without a right to write.
  await toEndOfText(left)
  await left.keyboard.type(' And went on.')
  await expect.poll(() => wordsInEditor(right)).toEqual(['Lina began. And went on.'])

  await openFromBar(left, 'Share')
  await levelOf(left, /^Permission of Yusuf/iu).selectOption('edit')
  await mode(right, 'Editing')
  await textOf(right).waitFor()
  await toEndOfText(right)
  await right.keyboard.type(' Yusuf too.')
  await expect.poll(() => wordsInEditor(left)).toEqual(['Lina began. And went on. Yusuf too.'])
  expect(await right.getByRole('button', { name: /^Publish/u }).count()).toBe(0)
  await left.locator('.sharing').getByText('here now').waitFor()

  await toEndOfText(right)
  await untilState(right, 'Saved')
  await yusuf.context.setOffline(true)
  await right.keyboard.type(' goes, says Yusuf.')
  await untilState(right, 'On this device')
  await toEndOfText(left)
  await left.keyboard.type(' stays, says Lina.')
  await untilState(left, 'Saved')
  await yusuf.context.setOffline(false)
  const notice = right.locator('.merged-notice')
  await notice.getByText(/^You and Lina .*changed the same paragraph/u).waitFor()
  await notice.getByRole('button', { name: 'Compare' }).click()
  const [mine, theirs] = ['Lina began. And went on. Yusuf too. goes, says Yusuf.', 'Lina began. And went on. Yusuf too. stays, says Lina.']
  expect(await notice.locator('.mine .clash-words').textContent()).toBe(mine)
  expect(await notice.locator('.theirs .clash-words').textContent()).toBe(theirs)
  const together = await notice.locator('.merged .clash-words').textContent()
  for (const words of ['goes, says Yusuf.', 'stays, says Lina.']) expect(together).toContain(words)
  expect(await left.locator('.merged-notice').count()).toBe(0)
  await notice.getByRole('button', { name: 'Use theirs' }).click()
  for (const page of [left, right]) await expect.poll(() => wordsInEditor(page)).toEqual([theirs])
  await expect.poll(() => notice.count()).toBe(0)
  // And taken back, like anything that one does.
  await textOf(right).click({ delay: 40 })
  await right.keyboard.press('Control+z')
  await expect.poll(() => wordsInEditor(left)).toEqual([together])

  await untilState(right, 'Saved')
  await toEndOfText(right)
  await yusuf.context.setOffline(true)
  await right.keyboard.type(' Never sent.')
  await untilState(right, 'On this device')
  await openFromBar(left, 'Share')
  await levelOf(left, /^Permission of Yusuf/iu).selectOption('comment')
  await allSent(left)
  await yusuf.context.setOffline(false)
  await untilState(right, 'Closed')
  const fork = saveState(right).getByRole('link', { name: 'a new draft' })
  await fork.waitFor()
  await right.getByRole('button', { name: 'Reopen' }).click()
  await mode(right, 'Commenting')
  await expect.poll(() => wordsInEditor(right)).toEqual([together])
  await right.goto('/drafts')
  await alive(right)
  await right
    .locator('main .row-title')
    .getByRole('link', { name: /^Your unsent changes to/u })
    .click()
  await expect.poll(() => wordsInEditor(right)).toEqual([`${together} Never sent.`])

  await left
    .locator('.sharing')
    .getByRole('button', { name: /^Remove/u })
    .click()
  await allSent(left)
  expect((await yusuf.context.request.get(left.url())).status()).toBe(404)
})
