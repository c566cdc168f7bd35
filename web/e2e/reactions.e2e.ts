/**
 * Reactions: by press, offline and back, against, to words, by keyboard alone, on a phone, and
 * without a script.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone } from './support/browser.ts'
import type { Site } from './support/browser.ts'
import { allSent, visit } from './support/device.ts'
import { placesOf, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

/** A comment on the essay, which the example community has reacted to with a laugh. */
const firstComment = (page: Page) => page.locator('#comments article.c', { hasText: 'Speaking professionally' }).first()
const laugh = (page: Page) => firstComment(page).getByRole('button', { name: /^Laugh/u })

async function openAs(site: Site, userName: string): Promise<Page> {
  const { essay } = await placesOf(site)
  const reader = await site.newReader()
  await signIn(reader.page, userName)
  await visit(reader.page, essay)
  return reader.page
}

const waitForName = (page: Page, name: string) => expect.poll(() => laugh(page).getAttribute('aria-label')).toBe(name)

/**
 * Selects words of the page as a reader does, by script: a mouse over several lines is another's
 * test.
 */
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

test('a reaction is joined, taken back, opposed, and seen at once by another reader on a phone; words are reacted to, underlined for others, hidden by choice; quoted in a comment, it stands beside them; a correction is suggested in place, and who wrote the words takes it over there', async ({
  site,
}) => {
  const page = await openAs(site, 'yusuf')
  const author = await openAs(site, 'ines')
  await author.setViewportSize(phone)
  await waitForName(page, 'Laugh: 4')
  // Once: a press waits for the code that hears it, and a second one would take the reaction back.
  await laugh(page).click()
  await waitForName(page, 'Laugh: 5')
  await waitForName(author, 'Laugh: 5')
  expect(await author.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await firstComment(author).locator('a.react-add').click()
  await author.getByRole('dialog', { name: 'React' }).waitFor()
  await author.keyboard.press('Escape')
  await author.setViewportSize(desktop)
  await laugh(page).click()
  await waitForName(page, 'Laugh: 4')
  await laugh(page).focus()
  await laugh(page).press('ArrowDown')
  const card = page.locator('.react-card')
  await expect.poll(() => card.locator('.react-names').textContent()).toContain('Caldeira')
  await card.getByRole('button', { name: 'Disagree' }).click()
  await waitForName(page, 'Laugh: 3, you disagree with it')
  await waitForName(author, 'Laugh: 3')

  await expect.poll(() => underlined(page)).toContain('it did not get in by any of the doors I had been guarding')
  const surprising = 'over the telephone'
  const menu = page.getByRole('toolbar', { name: 'For the selected words' })
  await select(page, '#text', surprising)
  await menu.waitFor()
  await page.keyboard.press('Tab')
  expect(await menu.getByRole('button', { name: 'React' }).evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'React to the selected words' }).waitFor()
  await page.keyboard.type('surprise')
  await page.keyboard.press('Enter')
  await expect.poll(() => underlined(page)).toContain(surprising)
  await expect.poll(() => underlined(author)).toContain(surprising)
  await author.getByText('In the margin', { exact: true }).click()
  const reactions = author.getByLabel('Inline reactions')
  const shown = await reactions.inputValue()
  await reactions.selectOption('none')
  await expect.poll(() => underlined(author)).toEqual([])
  await reactions.selectOption(shown)
  // A visitor's page, drawn by the server, has them too.
  const { page: visitor } = await site.newReader()
  await visitor.goto((await placesOf(site)).essay)
  await expect.poll(() => underlined(visitor)).toContain(surprising)

  // And they go into a comment, which stands beside its paragraph.
  const quoted = 'We agreed over the telephone, in a good mood'
  await select(page, '#text', quoted)
  await page.getByRole('button', { name: 'Quote in a comment' }).click()
  const field = page.locator('#new-comment textarea')
  await expect.poll(() => field.inputValue()).toBe(`> ${quoted}\n\n`)
  await field.pressSequentially('It is how most of it happens.')
  await page.locator('#new-comment').getByRole('button', { name: 'Comment', exact: true }).click()
  await allSent(page)
  const aside = page.locator('#text .aside-comment')
  // Nobody has voted for it: it takes "all" to see it there.
  await expect.poll(() => page.getByLabel('Side comments').count()).toBe(1)
  expect(await aside.count()).toBe(0)
  await page.getByText('In the margin', { exact: true }).click()
  await page.getByLabel('Side comments').selectOption('all')
  await aside.first().click()
  await page.locator('.aside-float', { hasText: 'how most of it happens' }).waitFor()

  const words = 'the co-author of a false theorem'
  await select(page, '#text', words)
  await menu.getByRole('button', { name: 'React' }).click()
  await page.getByRole('dialog', { name: 'React to the selected words' }).waitFor()
  await page.keyboard.type('typo')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Correction' }).fill('a co-author of a false theorem')
  await page.keyboard.press('Enter')
  await expect.poll(() => underlined(page)).toContain(words)
  const mark = author.locator('#text .in-margin button.react[value*=":typo~"]').first()
  await mark.focus()
  await mark.press('ArrowDown')
  await author.locator('.react-card .typo-choice', { hasText: 'a co-author of a false theorem' }).waitFor()
  await author.locator('.typo-choice').getByRole('button', { name: 'Accept' }).click()
  await author.locator('#text', { hasText: 'I was a co-author of a false theorem' }).waitFor()
})
