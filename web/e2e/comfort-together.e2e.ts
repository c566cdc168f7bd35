/** Two tabs at one text: what each does there, and what stays the other's. */
import { expect } from 'vitest'
import { newEditor } from './support/comforts.ts'
import { chooseView, openNewEditor, textOf, toEndOfText, untilState, wordsInEditor } from './support/editor-panel.ts'
import { test } from './support/test-page.ts'

test('Ctrl+Z takes back what was done here, and never what somebody else has written, which comes into the Markdown that is written here, and nothing of either is lost', async ({
  site,
}) => {
  const { page } = await newEditor(site)
  await page.keyboard.type('Mine.')
  await untilState(page, 'Saved')
  const address = page.url()
  const other = await page.context().newPage()
  await other.goto(address)
  await toEndOfText(other)
  await other.keyboard.type(' Theirs.')
  await expect.poll(() => wordsInEditor(page)).toEqual(['Mine. Theirs.'])
  await toEndOfText(page)
  await page.keyboard.type(' More of mine.')
  await expect.poll(() => wordsInEditor(other)).toEqual(['Mine. Theirs. More of mine.'])
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('Control+z')
  await expect.poll(() => wordsInEditor(page)).toEqual([' Theirs.'])
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('Control+y')
  await expect.poll(() => wordsInEditor(page)).toEqual(['Mine. Theirs. More of mine.'])
  await other.close()

  await openNewEditor(page)
  await textOf(page).click()
  for (const line of ['The first.', 'The second.', 'The last.']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await untilState(page, 'Saved')
  const third = await page.context().newPage()
  await third.goto(page.url())
  await textOf(third).locator('p').nth(2).waitFor()
  await page.bringToFront()
  await chooseView(page, 'Markdown')
  const sheet = page.getByLabel('Markdown text')
  await expect.poll(() => sheet.inputValue()).toContain('The second.')
  await third.bringToFront()
  await textOf(third).locator('p').first().click()
  await third.keyboard.press('End')
  await third.keyboard.type(' Theirs.')
  await page.bringToFront()
  await page.getByText('Someone else edited too').waitFor()
  // It is said at the first of their letters; the others may come later.
  await expect.poll(() => sheet.inputValue()).toContain('The first. Theirs.')
  await sheet.evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(text.value.indexOf('second'), text.value.indexOf('second')))
  await page.keyboard.type('very ')
  await expect.poll(() => wordsInEditor(third)).toEqual(expect.arrayContaining(['The first. Theirs.', 'The very second.', 'The last.']))
})
