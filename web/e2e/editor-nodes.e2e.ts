/**
 * Everything a text can hold, made by keys where keys can make it; read without a script; and a
 * poll that is voted in without a network.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openNewEditor, publishFromEditor, textOf, untilState, writeInEditor } from './support/editor-panel.ts'
import { allSent, holds, rowsOf } from './support/device.ts'
import { postOf } from './support/elsewhere.ts'
import { look, checkPage } from './support/looks.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

/** By keys alone: from the text to the bar, to "Insert", to the line. */
async function insert(page: Page, label: string): Promise<void> {
  await page.keyboard.press('Alt+F10')
  const inserter = page.getByRole('button', { name: 'Insert', exact: true })
  await inserter.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'Insert' })
  await menu.waitFor()
  const item = menu.getByRole('menuitem', { name: label, exact: true })
  const place = await item.evaluate((button) => [...(button.parentElement?.children ?? [])].indexOf(button))
  for (let step = 0; step < place; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await menu.waitFor({ state: 'detached' })
}

/** For 20 ms after it got the focus the editor puts its own caret back. */
async function toEnd(page: Page): Promise<void> {
  await page.keyboard.press('End', { delay: 40 })
  await page.keyboard.press('Control+End')
  // Where the caret went, the editor hears a moment later.
  await page.evaluate(() => new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard))))
}

test('one essay with every node, made by keys, what readers get of it without a script, and its poll: voted in without a network it counts once there is one, a changed vote counts once', async ({
  site,
}) => {
  const { page, context, expectProblems } = await site.newReader()
  expectProblems(/ERR_INTERNET_DISCONNECTED/u)
  await signIn(page, 'lina')
  await openNewEditor(page)
  await writeInEditor(page, 'Everything at once', 'Marked: ==bright== and $e^{i\\pi}$ here.')
  const text = textOf(page)
  await text.locator('mark', { hasText: 'bright' }).waitFor()
  await text.locator('.tex math').waitFor()
  await page.keyboard.press('Enter')

  await page.keyboard.type('$$ ')
  await page.getByRole('dialog').getByLabel('TeX').fill('\\frac{1}{')
  await page.getByText('The formula can’t be displayed').waitFor()
  await page.getByRole('dialog').getByLabel('TeX').fill('\\frac{1}{2}')
  await page.locator('.math-shown math').waitFor()
  await page.keyboard.press('Control+Enter')
  await text.locator('.math math').waitFor()
  await toEnd(page)

  await page.keyboard.type('[ ] Water')
  await page.keyboard.press('Control+Enter')
  await text.locator('.tasks input:checked').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Soil')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await insert(page, 'Table')
  for (const word of ['Tide', 'Height', 'Hour', 'low', '1']) {
    await page.keyboard.type(word)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: 'Delete column' }).focus()
  await page.keyboard.press('Enter')
  expect(await text.locator('tr').first().locator('th').allTextContents()).toEqual(['Tide', 'Height'])
  expect(await text.locator('tr').nth(1).locator('td').allTextContents()).toEqual(['low', '1'])
  await toEnd(page)

  await insert(page, 'Spoiler')
  await page.keyboard.type('The end')
  await page.keyboard.press('Enter')
  await page.keyboard.type('The butler.')
  await toEnd(page)
  await insert(page, 'Collapsible section')
  await page.keyboard.type('Proof')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Obvious.')
  await toEnd(page)
  await insert(page, 'AI-generated text')
  await page.keyboard.type('GPT-2')
  await page.keyboard.press('Enter')
  await page.keyboard.type('A unicorn.')
  await toEnd(page)

  await page.keyboard.type('```js const a = 1')
  await text.locator('pre .k').waitFor()
  await page.getByLabel('Language of the code').selectOption('python')
  await page.keyboard.press('ArrowDown')
  await toEnd(page)

  await page.keyboard.type('https://youtu.be/dQw4w9WgXcQ')
  await page.getByRole('button', { name: 'Show as video from YouTube' }).focus()
  await page.keyboard.press('Enter')
  await text.getByRole('button', { name: 'Load video from YouTube' }).waitFor()
  await toEnd(page)

  await insert(page, 'Poll')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Question').fill('Is the moon far?')
  await dialog.getByLabel('Option 1', { exact: true }).fill('Yes')
  await dialog.getByLabel('Option 2', { exact: true }).fill('No')
  await dialog.getByLabel('Show results').selectOption('afterVoting')
  await dialog.getByRole('button', { name: 'Insert' }).press('Enter')
  await text.locator('.poll', { hasText: 'Is the moon far?' }).waitFor()
  await toEnd(page)
  await insert(page, 'Prediction question')
  await dialog.getByLabel('Question').fill('Will it be seen tonight?')
  await dialog.getByLabel('Notes').fill('By the naked eye.')
  await dialog.getByRole('button', { name: 'Insert' }).press('Enter')
  await text.locator('.poll', { hasText: 'Will it be seen tonight?' }).waitFor()
  await toEnd(page)
  await page.keyboard.type('The last words[^1]')
  await text.locator('.note-text').waitFor()
  await page.keyboard.type('A note.')
  await text.locator('.fn').click()
  await page.getByRole('dialog').getByLabel('Text').fill('A *better* note.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
  await text.locator('.note-text em', { hasText: 'better' }).waitFor()
  await untilState(page, 'Saved')
  const findings = [...(await checkPage(page, 'editor with every node', 'brief'))]
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  findings.push(...(await checkPage(page, 'editor with its insert menu', 'brief')))
  await page.keyboard.press('Escape')
  await publishFromEditor(page)
  const poll = page.locator('#text .poll.is-live:not(.prediction)')
  await poll.getByText('Vote to see the results.').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  // A poll is voted in over the essay's rows, which come beside its text.
  await holds(page, `thread:${postOf(page.url())}`)
  await context.setOffline(true)
  await poll.getByLabel('Yes').check()
  await poll.getByRole('button', { name: 'Vote', exact: true }).click()
  await poll.getByText('Vote saved.').waitFor()
  await poll.locator('.poll-count', { hasText: '1 (100%)' }).waitFor()
  await context.setOffline(false)
  await allSent(page)
  const tallies = () => JSON.stringify(rowsOf(site, 'poll_tallies'))
  await expect.poll(tallies).toMatch(/"voterCount":1/u)
  const before = tallies()
  await poll.getByLabel('No').check()
  await poll.getByRole('button', { name: 'Change my vote' }).click()
  await allSent(page)
  await expect.poll(tallies).not.toBe(before)
  expect(tallies()).toMatch(/"voterCount":1\b/u)
  const asked = page.locator('#text form.prediction.is-live')
  await asked.getByLabel('Probability (%)').fill('70')
  await asked.getByRole('button', { name: 'Predict', exact: true }).press('Enter')
  await asked.getByRole('row', { name: '70–79%' }).getByText('70%', { exact: false }).last().waitFor()
  findings.push(...(await checkPage(page, 'essay with every node', 'brief')))
  const address = page.url()
  findings.push(...(await look(page, 'guide to the editor', '/editor', 'brief')))
  await page.goto(address)
  await poll.getByLabel('No').and(page.locator(':checked')).waitFor()
  await poll.locator('.poll-count', { hasText: '1 (100%)' }).waitFor()
  await poll.getByRole('link', { name: 'Results' }).click()
  await page.waitForURL(/\/poll\?/u)
  await alive(page)
  findings.push(...(await checkPage(page, 'a poll by itself', 'brief')))
  expect(findings).toEqual([])

  const html = await (await fetch(address)).text()
  for (const part of [
    '<mark>bright</mark>',
    'data-tex="e^{i\\pi}"',
    'class="math"',
    '<ul class="tasks"><li><label><input type="checkbox" disabled checked> Water</label>',
    '<th scope="col">Tide</th><th scope="col">Height</th>',
    '<details class="spoiler"><summary dir="auto">The end</summary><p>The butler.</p></details>',
    '<summary dir="auto">Proof</summary><p>Obvious.</p>',
    'Written by <bdi>GPT-2</bdi>',
    '<code class="language-python">',
    '<a class="embed" href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"',
    '>Is the moon far?</legend>',
    '>Will it be seen tonight?</legend>',
    'A <em>better</em> note.',
  ])
    expect(html).toContain(part)
  expect(html).not.toContain('<iframe')
})
