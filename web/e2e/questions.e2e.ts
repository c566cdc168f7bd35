/**
 * A question: answers above the comments, each with a thread of its own; moved between the two by
 * who may; online and without a network.
 */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { phone } from './support/browser.ts'
import { allSent } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const answers = (page: Page) => page.locator('#answers')
const comments = (page: Page) => page.locator('#comments')
/** What stands there, and is not being typed. */
const said = (place: Locator, words: string) => place.locator('.c-body:not(.writing-text)', { hasText: words })

async function openQuestion(site: Site, page: Page): Promise<void> {
  await page.goto(`${site.origin}/posts/slug/how-do-you-tell-whether-you-have-understood-something`)
  await alive(page)
}

async function send(page: Page, kind: 'New answer' | 'New comment', words: string): Promise<void> {
  const form = page.locator('#new-comment')
  await form.getByLabel(kind).check()
  await form.locator('textarea').fill(words)
  await form.getByRole('button', { name: 'Send', exact: true }).click()
}

async function choose(page: Page, words: string, item: string): Promise<void> {
  const at = page.locator('article.c', { hasText: words }).first()
  const button = page.locator('.c-menu').getByRole('button', { name: item, exact: true })
  await expect
    .poll(async () => {
      if ((await page.locator('.c-menu').count()) === 0) await at.locator('.c-more').click()
      return button.count()
    })
    .toBe(1)
  await button.click()
}

test('the list of questions leads to one, whose answers can be put in another order; an answer is written, moved to the comments and back by its author, not by others; what is sent in haste goes where it was meant', async ({
  site,
}) => {
  const [lina, wim] = [await site.newReader(), await site.newReader({ viewport: phone })]
  const { page } = lina
  await wim.page.goto(`${site.origin}/questions`)
  await wim.page.getByRole('heading', { name: 'Recent activity' }).waitFor()
  await wim.page.getByRole('link', { name: 'How do you tell whether you have understood something?' }).first().click()
  await wim.page.getByRole('heading', { name: '5 answers' }).waitFor()
  await alive(wim.page)
  const times = () =>
    answers(wim.page)
      .locator('.thread > li > article .c-head time')
      .evaluateAll((found) => found.map((time) => time.getAttribute('datetime') ?? ''))
  for (const [label, name] of [
    ['Oldest first', 'oldest'],
    ['Newest first', 'newest'],
  ] as const) {
    await wim.page.getByLabel('Order of answers').selectOption({ label })
    await expect.poll(() => new URL(wim.page.url()).searchParams.get('answersSorting')).toBe(name)
    const inOrder = async () => {
      const shown = await times()
      const ascending = shown.toSorted()
      return shown.length === 5 && shown.join() === (name === 'oldest' ? ascending : ascending.toReversed()).join()
    }
    await expect.poll(inOrder).toBe(true)
  }

  await signIn(page, 'lina')
  await openQuestion(site, page)
  await send(page, 'New answer', 'By the sound of it.')
  await said(answers(page), 'By the sound of it.').waitFor()
  await send(page, 'New comment', 'What a notebook.')
  await said(comments(page), 'What a notebook.').waitFor()
  expect(await said(comments(page), 'By the sound of it.').count()).toBe(0)
  await allSent(page)
  await choose(page, 'By the sound of it.', 'Move to comments')
  await allSent(page)
  await said(comments(page), 'By the sound of it.').waitFor()
  await choose(page, 'By the sound of it.', 'Move to answers')
  await allSent(page)
  await said(answers(page), 'By the sound of it.').waitFor()

  await signIn(wim.page, 'wim')
  await openQuestion(site, wim.page)
  await said(answers(wim.page), 'By the sound of it.').waitFor()
  const at = wim.page.locator('article.c', { hasText: 'By the sound of it.' })
  await expect
    .poll(async () => {
      if ((await wim.page.locator('.c-menu').count()) === 0) await at.locator('.c-more').click()
      return wim.page.locator('.c-menu').getByRole('link', { name: 'Permalink' }).count()
    })
    .toBe(1)
  expect(await wim.page.locator('.c-menu').getByRole('button', { name: 'Move to comments' }).count()).toBe(0)

  // Pressed again while the last words are on their way, the next ones follow them, each to where
  // it was meant for. In one go: no hand is so fast, but a busy device is so slow.
  await page.locator('#new-comment').evaluate((form: HTMLFormElement) => {
    const write = (words: string, kind: number) => {
      const field = form.querySelector('textarea')
      const choice = form.querySelectorAll<HTMLInputElement>('[name="isAnswer"]').item(kind)
      if (field === null) throw new Error('there is no field')
      choice.click()
      field.value = words
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      form.requestSubmit()
    }
    write('First the answer.', 0)
    write('Then the comment.', 1)
  })
  await said(answers(page), 'First the answer.').waitFor()
  await said(comments(page), 'Then the comment.').waitFor()
  await allSent(page)
  expect(await page.locator('#new-comment textarea').inputValue()).toBe('')
  await page.reload()
  expect(await answers(page).locator('article.c', { hasText: 'First the answer.' }).count()).toBe(1)
  expect(await comments(page).locator('article.c', { hasText: 'Then the comment.' }).count()).toBe(1)
})
