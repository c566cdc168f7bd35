/** The comforts of writing: lists that open while one types, find and replace, outline, counts, focus, Markdown, what is pasted. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import type { Site } from './support/browser.ts'
import { openNewDesk, textOf, toEndOfText, toStartOfText, untilState, wordsAtDesk } from './support/desk.ts'
import { lookHere } from './support/looks.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-device.ts'

const list = (page: Page) => page.locator('.completion')
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name })

async function desk(site: Site, options: Parameters<Site['newReader']>[0] = {}): Promise<Page> {
  const { page } = await site.newReader(options)
  await signIn(page, 'lina')
  await openNewDesk(page)
  await textOf(page).click()
  return page
}

test('a slash opens the blocks, by keys alone, and Escape keeps the slash', async ({ site }) => {
  const page = await desk(site)
  await page.keyboard.type('/')
  await list(page).waitFor()
  expect(await textOf(page).getAttribute('aria-activedescendant')).toBe('completion-0')
  await page.keyboard.type('quo')
  await expect.poll(() => list(page).getByRole('option').allTextContents()).toEqual(['Quotation'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('They said so.')
  await page.locator('.writing-text blockquote p', { hasText: 'They said so.' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await page.keyboard.type('and/or a /h')
  await option(page, 'Smallest heading').waitFor()
  expect(await caretIsFree(page)).toBe(true)
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'hidden' })
  await page.keyboard.type('ead stays')
  expect(await list(page).isVisible()).toBe(false)
  expect(await wordsAtDesk(page)).toContain('and/or a /head stays')
  expect(await textOf(page).getAttribute('aria-activedescendant')).toBeNull()

  await page.keyboard.press('Enter')
  await page.keyboard.type('/smaller')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.keyboard.type('A heading')
  await page.locator('.writing-text h3', { hasText: /^A heading$/u }).waitFor()
})

test('members and posts are offered by name, from this device without a network too', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  await signIn(page, 'lina')
  await openNewDesk(page)
  await textOf(page).click()
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
})

test('words are found, counted and replaced, all at once as one step', async ({ site }) => {
  const page = await desk(site)
  for (const line of ['The tide turns, the tide is out.', 'No Tide here; tidewater.', '$tide$ stays.']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Control+f')
  await page.getByLabel('Find', { exact: true }).fill('tide')
  const count = page.locator('.find-bar [role="status"]')
  await expect.poll(() => count.textContent()).toMatch(/^\d of 4$/u)
  await page.getByRole('button', { name: 'Case matters' }).click()
  await page.getByRole('button', { name: 'Whole words' }).click()
  await expect.poll(() => count.textContent()).toMatch(/of 2$/u)
  await page.getByLabel('Find', { exact: true }).press('Enter')
  expect(await page.locator('.writing-text .found.now').count()).toBe(1)
  await page.getByLabel('Find', { exact: true }).press('Escape')
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('tide')

  await page.keyboard.press('Control+h')
  await page.getByRole('button', { name: 'Pattern (regular expression)' }).click()
  await page.getByLabel('Find', { exact: true }).fill('(t)ide')
  await expect.poll(() => count.textContent()).toMatch(/of 4$/u)
  await page.getByLabel('Replace with').fill('$1ime')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(() => count.textContent()).toBe('Replaced 4 times')
  expect(await wordsAtDesk(page)).toEqual(expect.arrayContaining(['The time turns, the time is out.', 'No Time here; timewater.']))
  await page
    .locator('.find-bar')
    .getByRole('button', { name: /^Close/u })
    .click()
  await page.keyboard.press('Control+z')
  await expect
    .poll(() => wordsAtDesk(page))
    .toEqual(expect.arrayContaining(['The tide turns, the tide is out.', 'No Tide here; tidewater.']))
})

test('the outline leads to headings and marks where one is, the counts say what is selected, and focus leaves nothing but the text', async ({
  site,
}) => {
  const page = await desk(site, { reducedMotion: 'reduce' })
  for (const line of ['## One', 'Words of the first.', '### Two', 'And of the second.']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  const outline = page.getByRole('navigation', { name: 'Outline' })
  expect(await outline.locator('.outline-line').allTextContents()).toEqual(['One', 'Two'])
  expect(await outline.locator('[aria-current]').textContent()).toBe('Two')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => outline.locator('[aria-current]').textContent()).toBe('One')
  await page.keyboard.type(', and more')
  await page.locator('.writing-text h2', { hasText: 'One, and more' }).waitFor()
  await outline.getByRole('button', { name: /^Close/u }).click()
  await expect.poll(() => page.locator('.desk-count').textContent()).toMatch(/^12 words, \d+ characters, 1 min to read$/u)
  await page.keyboard.press('Shift+Home')
  await expect.poll(() => page.locator('.desk-count').textContent()).toContain('Selected: 3 words, 13 characters')

  await page.getByRole('button', { name: 'Focus', exact: true }).click()
  await page.locator('.writing-text.in-focus > h2.here').waitFor()
  expect(await page.locator('.top, .rail').first().isVisible()).toBe(false)
  await page.reload()
  await textOf(page).waitFor()
  await page.locator('.writing-text.in-focus').waitFor()
  await textOf(page).click()
  await page.keyboard.press('Escape')
  await page.locator('.writing-text:not(.in-focus)').waitFor()
  expect(await page.getByRole('button', { name: 'Focus', exact: true }).isVisible()).toBe(true)
})

test('Markdown and rich text are one document: nothing typed is lost, and what cannot be kept is said first', async ({ site }) => {
  const page = await desk(site)
  await page.keyboard.type('## Tides')
  await page.keyboard.press('Enter')
  await page.keyboard.type('They *turn*.')
  await page.getByRole('button', { name: 'Markdown', exact: true }).click()
  const sheet = page.getByLabel('Text in Markdown')
  await expect.poll(() => sheet.inputValue()).toBe('## Tides\n\nThey *turn*.\n')
  await sheet.press('Control+End')
  await page.keyboard.type('\n- one\n- two\n\n```js\nlet x')
  await page.locator('#markdown-held', { hasText: 'line 8 is not closed' }).waitFor()
  await page.reload()
  // Typed, and no part of the text yet: it is here all the same.
  await expect.poll(() => sheet.inputValue()).toContain('```js\nlet x')
  await sheet.press('Control+End')
  await page.keyboard.type('\n```\n\n[a](javascript:b)')
  await page.locator('#markdown-held', { hasText: 'a link leads nowhere' }).waitFor()
  await page.getByRole('button', { name: 'Take it over all the same' }).click()
  await page.locator('#markdown-held').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Markdown', exact: true }).click()
  await page.locator('.writing-text pre', { hasText: 'let x' }).waitFor()
  expect(await page.locator('.writing-text li').allTextContents()).toEqual(['one', 'two'])
  expect((await wordsAtDesk(page)).at(-1)).toBe('a')
  await toEndOfText(page)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await wordsAtDesk(page)).includes('a')).toBe(false)
})

test('on a phone and in the dark, with all of it open', async ({ site }) => {
  const page = await desk(site, { viewport: phone })
  const findings: string[] = []
  for (const line of ['## One', 'Words.', '## Two']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('/')
  await list(page).waitFor()
  findings.push(...(await lookHere(page, 'desk, blocks offered', 'brief')))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByLabel('Find', { exact: true }).fill('Words')
  await page.locator('.found').waitFor()
  findings.push(...(await lookHere(page, 'desk, find', 'brief')))
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  await page.locator('.outline-panel').waitFor()
  findings.push(...(await lookHere(page, 'desk, outline', 'brief')))
  await page
    .locator('.outline-panel')
    .getByRole('button', { name: /^Close/u })
    .click()
  await page.getByRole('button', { name: 'Markdown', exact: true }).click()
  await page.getByLabel('Text in Markdown').waitFor()
  findings.push(...(await lookHere(page, 'desk, Markdown', 'brief')))
  expect(findings).toEqual([])
})

test('signs become what they stand for, and Backspace gives each back once', async ({ site }) => {
  const page = await desk(site)
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
})

test('what is pasted from a word processor keeps its structure, its notes and its pictures', async ({ site }) => {
  const page = await desk(site)
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

test('Ctrl+Z takes back what was done here, and never what somebody else has written', async ({ site }) => {
  const page = await desk(site)
  await page.keyboard.type('Mine.')
  await untilState(page, 'Saved')
  const address = page.url()
  const other = await page.context().newPage()
  await other.goto(address)
  await toEndOfText(other)
  await other.keyboard.type(' Theirs.')
  await expect.poll(() => wordsAtDesk(page)).toEqual(['Mine. Theirs.'])
  await toEndOfText(page)
  await page.keyboard.type(' More of mine.')
  await expect.poll(() => wordsAtDesk(other)).toEqual(['Mine. Theirs. More of mine.'])
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('Control+z')
  await expect.poll(() => wordsAtDesk(page)).toEqual([' Theirs.'])
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('Control+y')
  await expect.poll(() => wordsAtDesk(page)).toEqual(['Mine. Theirs. More of mine.'])
})

test('what somebody else writes comes into the Markdown that is written here, and nothing of either is lost', async ({ site }) => {
  const page = await desk(site)
  for (const line of ['The first.', 'The second.', 'The last.']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await untilState(page, 'Saved')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await textOf(other).locator('p').nth(2).waitFor()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Markdown', exact: true }).click()
  const sheet = page.getByLabel('Text in Markdown')
  await expect.poll(() => sheet.inputValue()).toContain('The second.')
  await other.bringToFront()
  await textOf(other).locator('p').first().click()
  await other.keyboard.press('End')
  await other.keyboard.type(' Theirs.')
  await page.bringToFront()
  await page.getByText('Somebody else has written too').waitFor()
  expect(await sheet.inputValue()).toContain('The first. Theirs.')
  await sheet.evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(text.value.indexOf('second'), text.value.indexOf('second')))
  await page.keyboard.type('very ')
  await expect.poll(() => wordsAtDesk(other)).toEqual(expect.arrayContaining(['The first. Theirs.', 'The very second.', 'The last.']))
})

test('a keyboard that composes words is left alone, with the list open and in focus too', async ({ site }) => {
  const page = await desk(site, { viewport: phone })
  const session = await page.context().newCDPSession(page)
  const compose = async (...states: readonly string[]) => {
    for (const text of states)
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await session.send('Input.insertText', { text: states.at(-1) ?? '' })
  }
  await compose('k', 'ka', 'か')
  await compose('n', 'かん')
  await expect.poll(() => wordsAtDesk(page)).toEqual(['かかん'])
  await page.keyboard.press('Enter')
  await compose('/', '/q', '/qu', '/quo')
  await option(page, 'Quotation').click()
  await compose('s', 'so', 'so it is')
  await page.locator('.writing-text blockquote p', { hasText: /^so it is$/u }).waitFor()
  await page.getByRole('button', { name: 'Focus', exact: true }).click()
  await compose(' a', ' an', ' and')
  await page.locator('.writing-text blockquote p', { hasText: /^so it is and$/u }).waitFor()
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
