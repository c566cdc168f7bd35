/** Find and replace, outline, counts, focus, and the text as Markdown. */
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import { emptyText, list, newEditor, option } from './support/comforts.ts'
import { chooseView, textOf, toEndOfText, wordsInEditor } from './support/editor-panel.ts'
import { checkPage } from './support/looks.ts'
import { test } from './support/test-page.ts'

test('Markdown and rich text are one document: nothing typed is lost, and what cannot be kept is said first; words are found, counted and replaced in one step; the outline leads to headings, the counts say what is selected, focus leaves the text alone; on a phone an editor is accessible and fits the window with all of it open; a keyboard that composes words is left alone, with the list open and in focus too', async ({
  site,
}) => {
  const { page } = await newEditor(site, { reducedMotion: 'reduce' })
  await page.keyboard.type('## Tides')
  await page.keyboard.press('Enter')
  await page.keyboard.type('They *turn*.')
  await chooseView(page, 'Markdown')
  const sheet = page.getByLabel('Markdown text')
  await expect.poll(() => sheet.inputValue()).toBe('## Tides\n\nThey *turn*.\n')
  await sheet.press('Control+End')
  await page.keyboard.type('\n- one\n- two\n\n```js\nlet x')
  await page.locator('#markdown-held', { hasText: 'line 8 isn’t closed' }).waitFor()
  await page.reload()
  // Typed, and no part of the text yet: it is here all the same.
  await expect.poll(() => sheet.inputValue()).toContain('```js\nlet x')
  await sheet.press('Control+End')
  await page.keyboard.type('\n```\n\n[a](javascript:b)')
  await page.locator('#markdown-held', { hasText: 'a link has an invalid URL' }).waitFor()
  await page.getByRole('button', { name: 'Apply anyway' }).click()
  await page.locator('#markdown-held').waitFor({ state: 'detached' })
  await chooseView(page, 'Markdown')
  await page.locator('.writing-text pre', { hasText: 'let x' }).waitFor()
  await expect.poll(() => page.locator('.writing-text li').allTextContents()).toEqual(['one', 'two'])
  await expect.poll(async () => (await wordsInEditor(page)).at(-1)).toBe('a')
  await toEndOfText(page)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await wordsInEditor(page)).includes('a')).toBe(false)

  await emptyText(page)
  for (const line of ['The tide turns, the tide is out.', 'No Tide here; tidewater.', '$tide$ stays.']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Control+f')
  await page.getByLabel('Find', { exact: true }).fill('tide')
  const count = page.locator('.find-bar [role="status"]')
  await expect.poll(() => count.textContent()).toMatch(/^\d of 4$/u)
  await page.getByRole('button', { name: 'Match case' }).click()
  await page.getByRole('button', { name: 'Whole words' }).click()
  await expect.poll(() => count.textContent()).toMatch(/of 2$/u)
  await page.getByLabel('Find', { exact: true }).press('Enter')
  await expect.poll(() => page.locator('.writing-text .found.now').count()).toBe(1)
  await page.getByLabel('Find', { exact: true }).press('Escape')
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('tide')

  await page.keyboard.press('Control+h')
  await page.getByRole('button', { name: 'Regular expression' }).click()
  await page.getByLabel('Find', { exact: true }).fill('(t)ide')
  await expect.poll(() => count.textContent()).toMatch(/of 4$/u)
  await page.getByLabel('Replace with').fill('$1ime')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(() => count.textContent()).toBe('Replaced 4 times')
  await expect
    .poll(() => wordsInEditor(page))
    .toEqual(expect.arrayContaining(['The time turns, the time is out.', 'No Time here; timewater.']))
  await page
    .locator('.find-bar')
    .getByRole('button', { name: /^Close/u })
    .click()
  // The editor takes the focus with the next frame.
  await expect.poll(() => textOf(page).evaluate((text) => text === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+z')
  await expect
    .poll(() => wordsInEditor(page))
    .toEqual(expect.arrayContaining(['The tide turns, the tide is out.', 'No Tide here; tidewater.']))

  await emptyText(page)
  for (const line of ['## One', 'Words of the first.', '### Two', 'And of the second.']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await chooseView(page, 'Outline')
  const outline = page.getByRole('navigation', { name: 'Outline' })
  await expect.poll(() => outline.locator('.outline-line').allTextContents()).toEqual(['One', 'Two'])
  await expect.poll(() => outline.locator('[aria-current]').textContent()).toBe('Two')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => outline.locator('[aria-current]').textContent()).toBe('One')
  await page.keyboard.type(', and more')
  await page.locator('.writing-text h2', { hasText: 'One, and more' }).waitFor()
  await outline.getByRole('button', { name: /^Close/u }).click()
  await expect.poll(() => page.locator('.editor-count').textContent()).toMatch(/^12 words, \d+ characters, 1 min read$/u)
  await page.keyboard.press('Shift+Home')
  await expect.poll(() => page.locator('.editor-count').textContent()).toContain('Selected: 3 words, 13 characters')

  await chooseView(page, 'Focus')
  await page.locator('.writing-text.in-focus > h2.here').waitFor()
  await expect.poll(() => page.locator('.top, .rail').first().isVisible()).toBe(false)
  await page.reload()
  await textOf(page).waitFor()
  await page.locator('.writing-text.in-focus').waitFor()
  await textOf(page).click()
  await page.keyboard.press('Escape')
  await page.locator('.writing-text:not(.in-focus)').waitFor()
  await page.locator('.ways summary').waitFor()

  await page.setViewportSize(phone)
  await emptyText(page)
  const findings: string[] = []
  for (const line of ['## One', 'Words.', '## Two']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('/')
  await list(page).waitFor()
  findings.push(...(await checkPage(page, 'editor, blocks offered', 'brief')))
  await page.keyboard.press('Escape')
  await chooseView(page, 'Find')
  await page.getByLabel('Find', { exact: true }).fill('Words')
  await page.locator('.found').waitFor()
  findings.push(...(await checkPage(page, 'editor, find', 'brief')))
  await chooseView(page, 'Outline')
  await page.locator('.outline-panel').waitFor()
  findings.push(...(await checkPage(page, 'editor, outline', 'brief')))
  await page
    .locator('.outline-panel')
    .getByRole('button', { name: /^Close/u })
    .click()
  await chooseView(page, 'Markdown')
  await page.getByLabel('Markdown text').waitFor()
  findings.push(...(await checkPage(page, 'editor, Markdown', 'brief')))
  expect(findings).toEqual([])

  await chooseView(page, 'Markdown')
  await emptyText(page)
  const session = await page.context().newCDPSession(page)
  const compose = async (...states: readonly string[]) => {
    for (const text of states)
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await session.send('Input.insertText', { text: states.at(-1) ?? '' })
  }
  await compose('k', 'ka', 'か')
  await compose('n', 'かん')
  await expect.poll(() => wordsInEditor(page)).toEqual(['かかん'])
  await page.keyboard.press('Enter')
  await compose('/', '/q', '/qu', '/quo')
  await option(page, 'Quote').click()
  await compose('s', 'so', 'so it is')
  await page.locator('.writing-text blockquote p', { hasText: /^so it is$/u }).waitFor()
  await chooseView(page, 'Focus')
  // The text takes the focus back with the next frame.
  await page.locator('.writing-text.in-focus:focus').waitFor()
  await compose(' a', ' an', ' and')
  await page.locator('.writing-text blockquote p', { hasText: /^so it is and$/u }).waitFor()
})
