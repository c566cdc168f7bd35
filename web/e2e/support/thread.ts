/** What a reader does in a discussion. */
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** The comment with these words in it, without its replies and what is written beside it. */
export const commentWith = (page: Page, words: string): Locator =>
  page.locator('#comments article.c', { has: page.locator('.c-body:not(.writing-text)', { hasText: words }) })

export async function sendComment(page: Page, words: string): Promise<void> {
  await page.locator('#new-comment textarea').fill(words)
  await page.locator('#new-comment').getByRole('button', { name: 'Comment', exact: true }).click()
  await commentWith(page, words).filter({ hasNotText: 'Saving…' }).waitFor()
}

export async function reply(page: Page, to: Locator, words: string): Promise<void> {
  await to.locator('.c-reply').click()
  const form = page.locator('form.compose:not(#new-comment)')
  await form.locator('textarea').fill(words)
  await form.getByRole('button', { name: 'Reply', exact: true }).click()
  await commentWith(page, words).waitFor()
}

/** The comments in what the server answers to anybody, with their markup. */
export const textsIn = (html: string): readonly string[] => html.match(/<article[^>]*class="c[ "][\s\S]*?<\/article>/gu) ?? []

/** What is far from the window has no inner text: it is not drawn. */
export async function wordsUnder(place: Locator): Promise<string> {
  return (await place.allTextContents()).join(' ')
}

/** A picture of the window for whoever looks, when `SHOTS` names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder === undefined) return
  // What came into view by a jump is drawn with the next frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))))
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[^a-z0-9]+/giu, '-')}.png`) })
}
