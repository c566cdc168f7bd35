/**
 * Nothing typed is lost: not by a reload, by going elsewhere, by a refusal, nor by a server that
 * dies (expectations.md 7: 1, 2, 5, 8).
 */
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const words = 'Typed with care, and not yet sent. Ünïcödé too: 漢字.'
const field = (page: Page) => page.locator('#new-comment textarea')

test('a comment and an essay that could not be sent stay, are said not to be sent, and go when the server is back', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  await signIn(page, 'lina')
  await page.goto(essay)
  await alive(page)
  await field(page).fill(words)
  await site.goOffline()
  await page.locator('#new-comment').getByRole('button', { name: 'Comment' }).click()
  await page
    .getByText(/(?:not|wasn’t) sent/iu)
    .first()
    .waitFor()
  // In the field, or in the thread if the device's part was there already and took it into its
  // queue.
  const inThread = page.locator('[data-comment]', { hasText: words })
  await expect.poll(async () => (await field(page).inputValue()) === words || (await inThread.count()) > 0).toBe(true)
  await site.goOnline()
  if ((await inThread.count()) === 0) await page.locator('#new-comment').getByRole('button').first().click()
  await inThread.waitFor()
  await expect.poll(() => inThread.innerText()).not.toContain('not sent')
  await page.goto('/newPost?form=1')
  await alive(page)
  await page.getByLabel('Title').fill('Not yet')
  await page.getByLabel('Text (Markdown)').fill(words)
  await site.goOffline()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByText(/(?:not|wasn’t) sent/iu)
    .first()
    .waitFor()
  await site.goOnline()
  await page.reload()
  await alive(page)
  await expect.poll(() => page.getByLabel('Text (Markdown)').inputValue()).toBe(words)
  // A preview stands at the page's own address, and what is changed after it outlives a reload,
  // too.
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('.preview .essay').waitFor()
  await alive(page)
  expect(new URL(page.url()).pathname).toBe('/newPost')
  await expect.poll(() => page.locator('.preview .essay').innerText()).toBe(words)
  await page.getByLabel('Title').fill('Seen second')
  await page.reload()
  await alive(page)
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Seen second')
  await expect.poll(() => page.getByLabel('Text (Markdown)').inputValue()).toBe(words)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(/\/posts\/[0-9a-z]{26}\/seen-second/u)
  await page.goto('/newPost?form=1')
  await alive(page)
  await expect.poll(() => page.getByLabel('Text (Markdown)').inputValue()).toBe('')
})

test('a visitor’s comment goes through sign-in; a refused form keeps what was typed', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 40[0139]/u)
  await page.goto(essay)
  await alive(page)
  await field(page).fill(words)
  await page.locator('#new-comment').getByRole('button', { name: 'Comment' }).click()
  await page.getByText('Your comment is kept').waitFor()
  await page.locator('input[name=login]').fill('bea')
  await page.locator('form[action$="accounts.signIn"] input[name=password]').fill('not the right one')
  await page.locator('form[action$="accounts.signIn"] button').click()
  await page.getByRole('alert').first().waitFor()
  await page.locator('form[action$="accounts.signIn"] input[name=password]').fill(inject('examplePassword'))
  await page.locator('form[action$="accounts.signIn"] button').click()
  await page.locator('[data-comment]', { hasText: words }).waitFor()
  await alive(page)
  await expect.poll(() => field(page).inputValue()).toBe('')
  await page.goto('/newPost?form=1')
  await alive(page)
  await page.getByLabel('Text (Markdown)').fill(words)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
  await expect.poll(() => page.getByLabel('Text (Markdown)').inputValue()).toBe(words)
})
