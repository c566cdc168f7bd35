/** Reactions: by press, offline and back, against, to words, by keyboard alone, on a phone, and without a script. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import type { Site } from './support/browser.ts'
import { allSent, visit } from './support/device.ts'
import { placesOf, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'
import { shoot } from './support/thread.ts'

/** A comment on the essay, which the example community has reacted to with a laugh. */
const firstComment = (page: Page) => page.locator('#comments article.c', { hasText: 'Speaking professionally' }).first()
const laugh = (page: Page) => firstComment(page).getByRole('button', { name: /^Laugh/u })

async function openAs(site: Site, userName: string, options = {}): Promise<Page> {
  const { essay } = await placesOf(site)
  const reader = await site.newReader(options)
  await signIn(reader.page, userName)
  await visit(reader.page, essay)
  return reader.page
}

const waitForName = (page: Page, name: string) => expect.poll(() => laugh(page).getAttribute('aria-label')).toBe(name)

/** Selects words of the page as a reader does, by script: a mouse over several lines is another's test. */
async function select(page: Page, within: string, words: string): Promise<void> {
  await page.evaluate(
    ([selector, text]) => {
      const root = document.querySelector(selector ?? '')
      if (root === null) throw new Error(`no ${selector}`)
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(text ?? '') ?? -1
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + (text ?? '').length)
        node.parentElement?.scrollIntoView({ block: 'center' })
        getSelection()?.removeAllRanges()
        getSelection()?.addRange(range)
        return
      }
      throw new Error(`no “${text}”`)
    },
    [within, words],
  )
}

const underlined = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('reacted') ?? [])].flatMap((range) => (range instanceof Range ? [range.toString()] : [])))

test('a reaction is joined, taken back, opposed, and seen by another reader at once', async ({ site }) => {
  const page = await openAs(site, 'yusuf')
  const other = await openAs(site, 'lina')
  await page.bringToFront()
  await waitForName(page, 'Laugh: 4')
  // Once: a press waits for the code that hears it, and a second one would take the reaction back.
  await laugh(page).click()
  await waitForName(page, 'Laugh: 5')
  await allSent(page)
  await waitForName(other, 'Laugh: 5')
  expect(await laugh(other).getAttribute('aria-pressed')).toBe('false')
  await shoot(page, 'reactions-joined')
  await laugh(page).click()
  await waitForName(page, 'Laugh: 4')
  await laugh(page).focus()
  await laugh(page).press('ArrowDown')
  const card = page.locator('.react-card')
  await expect.poll(() => card.locator('.react-names').textContent()).toContain('Caldeira')
  await shoot(page, 'reactions-card')
  await card.getByRole('button', { name: 'Stand against it' }).click()
  await waitForName(page, 'Laugh: 3, you stand against it')
  await allSent(page)
  await waitForName(other, 'Laugh: 3')
}, 240_000)

test('offline it is kept and said, and goes out when there is a network', async ({ site }) => {
  const page = await openAs(site, 'yusuf')
  await waitForName(page, 'Laugh: 4')
  // What does it is there: the margin is drawn by it.
  await page.locator('#text .in-margin').first().waitFor()
  await site.goOffline()
  await laugh(page).click()
  await waitForName(page, 'Laugh: 5')
  await firstComment(page).locator('.reacts', { hasText: 'not sent yet' }).waitFor()
  await shoot(page, 'reactions-offline')
  await site.goOnline()
  await allSent(page)
  await expect.poll(async () => (await firstComment(page).locator('.reacts').textContent())?.includes('not sent yet')).toBe(false)
  const other = await openAs(site, 'lina')
  await waitForName(other, 'Laugh: 5')
}, 240_000)

test('the palette by keyboard alone: opened, searched, chosen, and the focus is back', async ({ site }) => {
  const page = await openAs(site, 'yusuf')
  const add = firstComment(page).locator('a.react-add')
  const palette = page.getByRole('dialog', { name: 'React' })
  await expect
    .poll(async () => {
      if (await palette.isVisible()) return true
      await add.focus()
      await page.keyboard.press('Enter')
      return palette.isVisible()
    })
    .toBe(true)
  await shoot(page, 'palette-list')
  await page.keyboard.type('thank')
  expect(await palette.locator('button[data-name]').count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-name'))).toBe('thanks')
  await page.keyboard.press('Escape')
  await expect.poll(() => palette.count()).toBe(0)
  expect(await add.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await palette.waitFor()
  await page.keyboard.type('thank')
  await page.keyboard.press('Enter')
  await firstComment(page).getByRole('button', { name: 'Thanks: 1' }).waitFor()
  await page.keyboard.press('Enter')
  await palette.getByRole('button', { name: 'As a grid' }).click()
  await shoot(page, 'palette-grid')
}, 240_000)

test('words are reacted to, underlined for another reader, and hidden by choice', async ({ site }) => {
  const page = await openAs(site, 'yusuf')
  await expect.poll(() => underlined(page)).toContain('it did not get in by any of the doors I had been guarding')
  const words = 'the co-author of a false theorem'
  const menu = page.getByRole('toolbar', { name: 'For the selected words' })
  await select(page, '#text', words)
  await menu.waitFor()
  await shoot(page, 'selection-menu')
  await page.keyboard.press('Tab')
  expect(await menu.getByRole('button', { name: 'React' }).evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'React to the selected words' }).waitFor()
  await page.keyboard.type('surprise')
  await page.keyboard.press('Enter')
  await expect.poll(() => underlined(page)).toContain(words)
  await allSent(page)
  const { essay } = await placesOf(site)
  const visitor = await site.newReader()
  await visitor.page.goto(essay)
  await expect.poll(() => underlined(visitor.page)).toContain(words)
  await shoot(visitor.page, 'inline-seen')
  await visitor.page.getByText('Beside the text', { exact: true }).click()
  await visitor.page.getByLabel('Reactions to words').selectOption('none')
  await expect.poll(() => underlined(visitor.page)).toEqual([])
}, 240_000)

test('a correction is suggested in place, and who wrote the words takes it over there', async ({ site }) => {
  const page = await openAs(site, 'yusuf')
  const words = 'the co-author of a false theorem'
  await select(page, '#text', words)
  await page.getByRole('toolbar', { name: 'For the selected words' }).getByRole('button', { name: 'React' }).click()
  await page.getByRole('dialog', { name: 'React to the selected words' }).waitFor()
  await page.keyboard.type('typo')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Suggest a correction' })
  await dialog.getByLabel('How it should read').fill('a co-author of a false theorem')
  await shoot(page, 'typo-suggest')
  await page.keyboard.press('Enter')
  await expect.poll(() => underlined(page)).toContain(words)
  await allSent(page)

  const author = await openAs(site, 'ines')
  const mark = author.locator('#text .in-margin button.react[value*=":typo~"]').first()
  await mark.focus()
  await mark.press('ArrowDown')
  await author.locator('.react-card .typo-choice', { hasText: 'a co-author of a false theorem' }).waitFor()
  await shoot(author, 'typo-card')
  await author.locator('.typo-choice').getByRole('button', { name: 'Accept' }).click()
  await author.locator('#text', { hasText: 'I was a co-author of a false theorem' }).waitFor()
}, 240_000)

test('selected words go into a comment as a quote, and stand beside their paragraph afterwards', async ({ site }) => {
  const page = await openAs(site, 'yusuf')
  const words = 'We agreed over the telephone, in a good mood'
  await select(page, '#text', words)
  await page.getByRole('button', { name: 'Quote in a comment' }).click()
  const field = page.locator('#new-comment textarea')
  await expect.poll(() => field.inputValue()).toBe(`> ${words}\n\n`)
  await field.pressSequentially('It is how most of it happens.')
  await page.locator('#new-comment').getByRole('button', { name: 'Comment', exact: true }).click()
  await allSent(page)
  const aside = page.locator('#text .aside-comment')
  // Nobody has voted for it: it takes "all" to see it there.
  await expect.poll(() => page.getByLabel('Comments beside the text').count()).toBe(1)
  expect(await aside.count()).toBe(0)
  await page.getByText('Beside the text', { exact: true }).click()
  await page.getByLabel('Comments beside the text').selectOption('all')
  await aside.first().click()
  await page.locator('.aside-float', { hasText: 'how most of it happens' }).waitFor()
  await shoot(page, 'side-comment')
}, 240_000)

test('on a phone, a press joins and a longer one says who', async ({ site }) => {
  const page = await openAs(site, 'yusuf', { viewport: phone })
  await waitForName(page, 'Laugh: 4')
  await expect
    .poll(async () => {
      if ((await laugh(page).getAttribute('aria-pressed')) === 'false') await laugh(page).click()
      return laugh(page).getAttribute('aria-label')
    })
    .toBe('Laugh: 5')
  await laugh(page).scrollIntoViewIfNeeded()
  await shoot(page, 'reactions-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await firstComment(page).locator('a.react-add').click()
  await page.getByRole('dialog', { name: 'React' }).waitFor()
  await shoot(page, 'palette-phone')
}, 240_000)

test('without a script the buttons send themselves, and the list says who', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader({ javaScriptEnabled: false })
  await signIn(page, 'yusuf')
  await page.goto(essay)
  await laugh(page).click()
  await page.waitForURL(/\/react\?target=/u)
  await page.getByText('Laugh 5').waitFor()
  await page.getByRole('button', { name: /Take mine back\s*: Laugh/u }).click()
  await page.getByText('Laugh 4').waitFor()
  await page.goto(`${site.origin}/allCommentsWithReacts`)
  expect(await page.locator('article.c').count()).toBeGreaterThan(3)
  await shoot(page, 'all-comments-with-reacts')
}, 240_000)
