import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { alive } from './places.ts'

export const textOf = (page: Page) => page.locator('.writing-editor [role="textbox"][contenteditable="true"]')
export const titleOf = (page: Page) => page.getByLabel('Title', { exact: true })
/** In the bar of a post, and below the text of a page of the wiki. */
export const publishButton = (page: Page): Locator =>
  page
    .locator('.writing-editor')
    .getByRole('button', { name: /^Publish/u })
    .first()
export const saveState = (page: Page) => page.locator('.writing-editor .savestate')

const wordFollowsMs = 100

/** An editor with an empty sheet. */
export async function openNewEditor(page: Page): Promise<void> {
  await page.goto('/newPost')
  await alive(page)
  await textOf(page).waitFor()
}

export async function writeInEditor(page: Page, title: string, text: string): Promise<void> {
  await titleOf(page).fill(title)
  await textOf(page).click()
  await page.keyboard.type(text)
}

/**
 * The caret goes to the end of the text, as it does for a hand: in the tab that is in front
 * (another hears of no selection), pressed for a moment (for 20 ms after it got the focus the
 * editor puts its own caret back), and with the next key a moment later (the editor hears of it by
 * an event).
 */
export const toEndOfText = (page: Page): Promise<void> => toPlaceIn(textOf(page), 'Control+End')
export const toStartOfText = (page: Page): Promise<void> => toPlaceIn(textOf(page), 'Control+Home')

export async function toPlaceIn(text: Locator, key: string): Promise<void> {
  const page = text.page()
  await closeSheet(page)
  await page.bringToFront()
  await text.click({ delay: 40 })
  await page.keyboard.press(key)
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), wordFollowsMs)
}

/** The paragraphs as they are written; what others' carets say of themselves is left out. */
export function wordsInEditor(page: Page): Promise<readonly string[]> {
  return page.locator('.writing-editor .writing-text').evaluate((text) =>
    [...text.querySelectorAll('p, h2, h3, h4, pre')].map((block) => {
      const copy = block.cloneNode(true)
      if (copy instanceof Element) for (const caret of copy.querySelectorAll('.caret')) caret.remove()
      return (copy.textContent ?? '').replaceAll('\u2060', '')
    }),
  )
}

/**
 * Until the editor says so of all that was typed: the word follows a key by a moment
 * (save-state.tsx), and one from before says nothing of it.
 */
export async function untilState(page: Page, words: string): Promise<void> {
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), wordFollowsMs)
  await page.locator(`.writing-editor .savestate[data-state="${words}"]`).waitFor()
}

/** In `/drafts`: the draft's own line. */
export const draftLine = (page: Page, title: string): Locator =>
  page.locator('main ul > li').filter({ has: page.getByRole('link', { name: title, exact: true }) })

/** By its name in `/drafts`, which is open. */
export async function openFromDrafts(page: Page, title: string): Promise<void> {
  await page.locator('main .row-title').getByRole('link', { name: title, exact: true }).click()
  await textOf(page).waitFor()
}

/** Opens the sheet in which a post is published, unless it is open or opens by its address. */
export async function openPublishSheet(page: Page): Promise<Locator> {
  const sheet = openSheet(page)
  if (new URL(page.url()).hash === '#publish') await sheet.waitFor()
  else if (!(await sheet.isVisible())) await publishButton(page).click()
  return sheet
}

/** What the bar has opened. */
export const openSheet = (page: Page): Locator => page.locator('.side-sheet[open]')

/** Presses the button that publishes a post, in the sheet. */
export async function pressPublish(page: Page): Promise<void> {
  const sheet = await openPublishSheet(page)
  // While it is checked the button does nothing.
  await sheet.locator('.write-acts .primary:not([aria-disabled])').click()
}

/** The text cannot be reached beside it. */
export async function closeSheet(page: Page): Promise<void> {
  if (await openSheet(page).isVisible()) await openSheet(page).getByRole('button', { name: 'Close', exact: true }).click()
}

/** Opens what the bar or its menu leads to. */
export async function openFromBar(page: Page, word: 'Share' | 'Post settings' | 'Version history'): Promise<Locator> {
  await closeSheet(page)
  const bar = page.locator('.editor-bar')
  const button = bar.getByRole('button', { name: word, exact: true })
  if ((await button.count()) === 0) await bar.locator('.editor-menu summary').click()
  await button.click()
  return openSheet(page)
}

/** A way to look at the text, from the menu beside the tools. */
export async function chooseView(page: Page, word: 'Outline' | 'Find' | 'Focus' | 'Markdown'): Promise<void> {
  await page.locator('.ways summary').click()
  await page.locator('.ways').getByRole('button', { name: word, exact: true }).click()
}

/** Resolves on the published page. */
export async function publishFromEditor(page: Page): Promise<void> {
  await pressPublish(page)
  await page.waitForURL(/\/posts\/[0-9a-z]{26}\//u)
}

/**
 * What stands on the published page, paragraph by paragraph; a short item of a list has none in it.
 */
export function readersText(page: Page): Promise<readonly string[]> {
  return page.locator('#text :is(p, li:not(:has(p)))').allTextContents()
}

/** Resolves when it is done on this device. */
export async function shareWith(page: Page, userName: string, level: 'read' | 'comment' | 'edit'): Promise<void> {
  await openFromBar(page, 'Share')
  const form = page.locator('.sharing form')
  await form.getByLabel('Share with').fill(userName)
  await form.getByRole('combobox').last().selectOption(level)
  await form.getByRole('button', { name: 'Share' }).click()
  await page.locator('.sharing .coauthors li').first().waitFor()
  await closeSheet(page)
}

/** Who was let in finds the text among their drafts. */
export async function draftArrives(page: Page, title: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto('/drafts')
        await alive(page)
        return draftLine(page, title).count()
      },
      { timeout: 40_000, interval: 1_000 },
    )
    .toBe(1)
}
