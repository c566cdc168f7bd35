/**
 * What is said about passages of a draft: live between two browsers, without a network, through a
 * reload, and gone with the right to see it.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  openFromBar,
  openNewEditor,
  shareWith,
  textOf,
  toPlaceIn,
  toStartOfText,
  untilState,
  wordsInEditor,
  writeInEditor,
} from './support/editor-panel.ts'
import { allSent, itemsInDevice } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const panel = (page: Page) => page.locator('.inline-comments-panel')
const marked = (page: Page) => page.locator('.writing-text .has-inline-comment')
const thread = (page: Page, words: string) => panel(page).locator('.inline-comment-thread', { hasText: words })

async function openPanel(page: Page): Promise<void> {
  if (!(await panel(page).isVisible())) await page.locator('.inline-comments-entry button').click()
  await panel(page).waitFor()
}

test('said about a passage by a commenter, answered and settled by the author, live and offline', async ({ site }) => {
  const [lina, yusuf] = [await site.newReader(), await site.newReader()]
  const [left, right] = [lina.page, yusuf.page]
  yusuf.expectProblems(/ERR_INTERNET_DISCONNECTED/u, /status of 40[134]/u)
  await signIn(left, 'lina')
  await signIn(right, 'yusuf')
  await openNewEditor(left)
  await writeInEditor(left, 'On margins', 'The tide comes back twice a day.')
  await untilState(left, 'Saved')
  await shareWith(left, 'yusuf', 'comment')
  await allSent(left)
  const address = left.url()
  await right.goto(address)
  await alive(right)
  await right.locator('.editor-mode[data-mode="Commenting"]').waitFor()
  await expect.poll(() => wordsInEditor(right)).toEqual(['The tide comes back twice a day.'])

  // By keys alone; and whatever is typed, the text stays.
  const text = right.locator('.writing-editor .writing-text')
  await toPlaceIn(text, 'Control+Home')
  await right.keyboard.type('x')
  for (let letter = 0; letter < 8; letter += 1) await right.keyboard.press('Shift+ArrowRight')
  await right.locator('.inline-comment-button').waitFor()
  // The editor hears of the last of them by an event, a moment later.
  await expect.poll(() => right.evaluate(() => String(getSelection()))).toBe('The tide')
  await right.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  await right.keyboard.press('Control+Alt+m')
  await panel(right).getByLabel('On this passage').fill('Which one?')
  // Unsent words and their passage outlive a reload.
  await right.waitForTimeout(400)
  await right.reload()
  await right.locator('.inline-comments-entry button').click()
  const field = panel(right).getByLabel('On this passage')
  await expect.poll(() => field.inputValue()).toBe('Which one?')
  await panel(right).getByRole('button', { name: 'Comment', exact: true }).click()
  await thread(right, 'Which one?').waitFor()
  expect(await wordsInEditor(right)).toEqual(['The tide comes back twice a day.'])
  await expect.poll(() => marked(right).allTextContents()).toEqual(['The tide'])

  await expect.poll(() => marked(left).allTextContents()).toEqual(['The tide'])
  await left.locator('.inline-comments-entry .unread-dot').waitFor()
  // The mark stays with its words while others are written.
  await toStartOfText(left)
  await left.keyboard.type('Look: ')
  await expect.poll(() => marked(right).allTextContents()).toEqual(['The tide'])
  await openPanel(left)
  await thread(left, 'Which one?').getByRole('button', { name: 'Reply' }).click()
  await panel(left).getByLabel('Reply').fill('The Atlantic.')
  await left.keyboard.press('Control+Enter')
  await openPanel(right)
  await thread(right, 'Which one?').getByText('The Atlantic.').waitFor()

  await yusuf.context.setOffline(true)
  await thread(right, 'Which one?').getByRole('button', { name: 'Reply' }).click()
  await panel(right).getByLabel('Reply').fill('Said at sea.')
  await right.keyboard.press('Control+Enter')
  await thread(right, 'Which one?').getByText('Said at sea.').waitFor()
  await yusuf.context.setOffline(false)
  await thread(left, 'Which one?').getByText('Said at sea.').waitFor()

  await thread(left, 'Which one?').getByRole('button', { name: 'Resolve' }).click()
  await expect.poll(() => marked(right).count()).toBe(0)
  await panel(right).getByLabel('Show 1 resolved').check()
  await expect.poll(() => marked(right).allTextContents()).toEqual(['The tide'])
  await thread(right, 'Which one?').getByRole('button', { name: 'Reopen' }).click()
  await expect.poll(() => marked(left).allTextContents()).toEqual(['The tide'])

  await textOf(left).click({ delay: 40 })
  await left.keyboard.press('Control+a')
  await left.keyboard.type('All new.')
  await thread(right, 'Which one?').getByText('The passage was deleted.').waitFor()
  await thread(right, 'Which one?').locator('.inline-comment-quote').getByText('The tide').waitFor()

  await (await openFromBar(left, 'Share')).getByRole('combobox', { name: /^Permission of Yusuf/iu }).selectOption('read')
  await allSent(left)
  await right.locator('.editor-mode[data-mode="Viewing"]').waitFor()
  await expect.poll(() => panel(right).count()).toBe(0)
  await expect.poll(async () => (await itemsInDevice(right, 'remarks')).length).toBe(0)
})
