/**
 * The annual review: a voter whose network breaks, and an administrator who takes a year from its
 * vote to a gallery that everybody sees.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { visit } from './support/device.ts'
import { alive, settled, signIn } from './support/places.ts'
import { test as deviceTest } from './support/test-device.ts'
import { test } from './support/test-page.ts'

const spent = (page: Page) => page.locator('.review-budget strong').textContent()
const votesOn = (page: Page, title: string) =>
  page.locator('.review-ballot > li', { hasText: title }).locator('.hit-by').getByText(/review votes?$/u).textContent() // oxfmt-ignore

deviceTest('votes cast without a network say so with the time left, and arrive once when it is back', async ({ site }) => {
  const { page } = await site.newReader({ as: 'lina' })
  await visit(page, `${site.origin}/reviewVoting`)
  expect(await spent(page)).toBe('0')
  const title = (await page.locator('.review-ballot .row-title').first().textContent()) ?? ''
  const before = await votesOn(page, title)
  await site.goOffline()
  const steps = page.getByRole('group', { name: `Your vote on ${title}` })
  await steps.getByRole('button', { name: /^Strongest against/u }).click()
  await expect.poll(() => spent(page)).toBe('45')
  await steps.getByRole('button', { name: /^Quite important/u }).click()
  await expect.poll(() => spent(page)).toBe('10')
  await page.getByText(/^Not sent yet: 1 vote\. Voting ends in \d+ days\.$/u).waitFor()
  // The ballot opens again as it was left, with nobody to ask.
  await page.reload()
  await page.getByText(/^Not sent yet: 1 vote\./u).waitFor()
  await expect.poll(() => spent(page)).toBe('10')

  await site.goOnline()
  await settled(page, 'sent')
  await expect.poll(() => page.locator('.review-unsent').textContent()).toBe('')
  await page.reload()
  await alive(page)
  await expect.poll(() => spent(page)).toBe('10')
  expect(Number.parseInt((await votesOn(page, title)) ?? '', 10)).toBe(Number.parseInt(before ?? '', 10) + 1)
})

test('an administrator ends the vote, publishes what was counted, and shows a gallery of it', async ({ site }) => {
  const { page } = await site.newReader()
  await signIn(page, 'marit')
  await page.goto('/reviewAdmin')
  await alive(page)
  const year = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByLabel('Phase of the review').selectOption('results')
  await page.getByRole('button', { name: 'Set the phase' }).click()
  await page.getByText('A new count begins within a minute.').waitFor()
  const answer = async () => (await page.request.get(`/reviewAdmin/${year}`)).text()
  await expect.poll(answer).toContain('Publish the results')
  await page.reload()
  await page.getByRole('button', { name: 'Publish the results' }).click()
  await page.getByText('The results are public').waitFor()

  await page.goto(`/bestoflesswrongadmin/${year}`)
  await alive(page)
  const best = page.getByRole('combobox', { name: /^Category of/u }).first()
  const title = ((await best.evaluate((select: HTMLSelectElement) => select.labels[0]?.textContent)) ?? '').replace('Category of ', '')
  await best.selectOption('practical')
  await page.getByRole('button', { name: `Save category of ${title}` }).click()
  await page.getByRole('button', { name: 'Publish the gallery' }).click()
  await page.getByRole('link', { name: `best of ${year}` }).click()
  await page.getByRole('heading', { name: 'Practical' }).waitFor()

  // As somebody sees it who is not signed in, who takes it along as a book.
  await page.context().clearCookies()
  await page.goto(`/s/best-of-${year}`)
  expect(await page.locator('.series-posts a.series-title').allTextContents()).toEqual([title])
  const book = await page.request.get(`/api/sequence/best-of-${year}/book.epub`)
  expect([book.status(), (await book.body()).subarray(30, 58).toString()]).toEqual([200, 'mimetypeapplication/epub+zip'])
})
