/**
 * What opens and changes while one types: lists of blocks, members and posts, signs, and what is
 * pasted.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { emptyText, list, newEditor, option } from './support/comforts.ts'
import { textOf, toStartOfText, untilState, wordsInEditor } from './support/editor-panel.ts'
import { test } from './support/test-page.ts'

test('a slash opens the blocks, by keys alone; signs become what they stand for, and Backspace gives each back once; members and posts are offered by name, from this device without a network too; what is pasted keeps structure, notes and pictures', async ({
  site,
}) => {
  const reader = await newEditor(site)
  const { page } = reader
  await page.keyboard.type('/')
  await list(page).waitFor()
  expect(await textOf(page).getAttribute('aria-activedescendant')).toBe('completion-0')
  await page.keyboard.type('quo')
  await expect.poll(() => list(page).getByRole('option').allTextContents()).toEqual(['Quote'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('They said so.')
  await page.locator('.writing-text blockquote p', { hasText: 'They said so.' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await page.keyboard.type('and/or a /h')
  await option(page, 'Heading 3').waitFor()
  // The list takes its place with the next frame.
  await expect.poll(() => caretIsFree(page)).toBe(true)
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'hidden' })
  await page.keyboard.type('ead stays')
  expect(await list(page).isVisible()).toBe(false)
  expect(await wordsInEditor(page)).toContain('and/or a /head stays')
  expect(await textOf(page).getAttribute('aria-activedescendant')).toBeNull()

  await page.keyboard.press('Enter')
  await page.keyboard.type('/heading')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.keyboard.type('A heading')
  await page.locator('.writing-text h3', { hasText: /^A heading$/u }).waitFor()

  await emptyText(page)
  const shapes = () =>
    page
      .locator('.writing-text')
      .evaluate((text) => [...text.children].map((block) => `${block.tagName.toLowerCase()}:${block.textContent ?? ''}`))
  const tries: readonly (readonly [typed: string, made: string, back: string])[] = [
    ['## ', 'h2:', 'p:## '],
    ['- ', 'ul:', 'p:- '],
    ['3. ', 'ol:', 'p:3. '],
    ['> ', 'blockquote:', 'p:> '],
    ['```js ', 'pre:', 'p:```js '],
    ['**bold**', 'p:bold', 'p:**bold**'],
    ['==mark==', 'p:mark', 'p:==mark=='],
    ['[a](https://example.org)', 'p:a', 'p:[a](https://example.org)'],
    ['"So', 'p:“So', 'p:"So'],
    ['one--t', 'p:one–t', 'p:one--t'],
    ['https://example.org ', 'p:https://example.org ', 'p:https://example.org '],
  ]
  for (const [typed, made, back] of tries) {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    for (const sign of typed) {
      await page.keyboard.type(sign)
      // The quote becomes one with the sign itself.
      if (typed === '"So' && sign === '"') {
        expect((await shapes())[0]).toBe('p:“')
        await page.keyboard.press('Backspace')
        expect((await shapes())[0]).toBe('p:"')
        await page.keyboard.press('Backspace')
        await page.keyboard.type('"')
      }
    }
    expect((await shapes())[0]?.replace('\u00A0', ' '), typed).toBe(made)
    if (typed === '"So') continue
    await page.keyboard.press('Backspace')
    expect((await shapes())[0]?.replace('\u00A0', ' '), `${typed} given back`).toBe(back)
  }

  await emptyText(page)
  await page.keyboard.type('Thanks to @lin')
  await option(page, /lin/iu).first().waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('who wrote [[slow clo')
  await option(page, /slow clock/iu)
    .first()
    .click()
  await page.keyboard.type('.')
  const mentions = page.locator('.writing-text .mention')
  await expect.poll(() => mentions.count()).toBe(2)
  expect(await mentions.nth(0).textContent()).toMatch(/^@/u)
  await untilState(page, 'Saved')
  reader.expectProblems(/ERR_INTERNET_DISCONNECTED/u)
  await page.context().setOffline(true)
  await page.keyboard.type(' And @l')
  await list(page).getByRole('option').first().waitFor()
  await page.context().setOffline(false)

  await emptyText(page)
  const dot = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 80
    canvas.height = 60
    canvas.getContext('2d')?.fillRect(0, 0, 40, 60)
    return canvas.toDataURL('image/png')
  })
  await paste(page, {
    'text/html': `<html><head><style>p { color: red }</style></head><body><h1 style="color:red">Harbours</h1><p class="MsoNormal" style="margin:0">They <span style="font-weight:700">silt</span> up<a href="#_ftn1" name="_ftnref1">[1]</a>. <a href="https://www.google.com/url?q=https://example.org/a&sa=D">More</a></p><p><img width="80" height="80" src="${dot}" alt="A harbour"></p><ul><li>mud<ul><li>fine</li></ul></li></ul><script>alert(1)</script><object></object><div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> Since Rome.</p></div></body></html>`,
    'text/plain': 'Harbours They silt up',
  })
  const text = page.locator('.writing-text')
  await text.locator('h2', { hasText: 'Harbours' }).waitFor()
  expect(await text.locator('strong').textContent()).toBe('silt')
  expect(await text.locator('a[href="https://example.org/a"]').textContent()).toBe('More')
  expect(await text.locator('ul ul li').textContent()).toBe('fine')
  expect(await text.locator('.fn').count()).toBe(1)
  expect(await text.locator('.endnotes').textContent()).toContain('Since Rome.')
  await text.locator('figure').waitFor()
  await page.getByText(/Left out: embedded object/iu).waitFor()

  // In the line, as words; and nothing twice.
  await toStartOfText(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await paste(page, { 'text/html': '<meta charset="utf-8"><i>only</i> words', 'text/plain': 'only words' })
  await text.locator('h2 em, p em', { hasText: 'only' }).waitFor()
})

function paste(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  return textOf(page).evaluate((text, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value)
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

/** Whether the list stands clear of the line that is written. */
function caretIsFree(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const box = document.querySelector('.completion')?.getBoundingClientRect()
    const line = getSelection()?.getRangeAt(0).getBoundingClientRect()
    return box !== undefined && line !== undefined && (box.top >= line.bottom || box.bottom <= line.top)
  })
}
