/** An editor on which the comforts of writing are tried. */
import type { Page } from 'playwright-core'
import type { Reader, ReaderOptions, Site } from './browser.ts'
import { openNewEditor, textOf } from './editor-panel.ts'
import { signIn } from './places.ts'

/** The list that opens while one types. */
export const list = (page: Page) => page.locator('.completion')
export const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name })

/** A new editor, with the caret in its text. */
export async function newEditor(site: Site, options: ReaderOptions = {}): Promise<Reader> {
  const reader = await site.newReader(options)
  await signIn(reader.page, 'lina')
  await openNewEditor(reader.page)
  await textOf(reader.page).click()
  return reader
}

/** For what is tried next. */
export async function emptyText(page: Page): Promise<void> {
  await textOf(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
}
