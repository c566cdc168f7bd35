/**
 * Quick takes: written, answered, kept through a reload and without a network; in no list of posts;
 * marked by who may.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import { allSent } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const form = (page: Page) => page.locator('#new-quick-take')
const take = (page: Page, words: string) => page.locator('.thread article.c', { hasText: words })

async function write(page: Page, words: string): Promise<void> {
  await form(page).locator('textarea').fill(words)
  await form(page).getByRole('button', { name: 'Post', exact: true }).click()
  await take(page, words).waitFor()
}

test('written and found by everybody, answered in place, in no list of posts, retracted; its owner alone begins threads', async ({
  site,
}) => {
  const [lina, yusuf] = [await site.newReader(), await site.newReader({ viewport: phone })]
  const { page } = lina
  await signIn(page, 'lina')
  await page.goto(`${site.origin}/shortform`)
  expect(new URL(page.url()).pathname).toBe('/quicktakes')
  await alive(page)
  await write(page, 'Glue has a memory.')
  await allSent(page)
  await page.reload()
  await take(page, 'Glue has a memory.').waitFor()

  const other = yusuf.page
  await signIn(other, 'yusuf')
  await other.goto(`${site.origin}/quicktakes`)
  await alive(other)
  const seen = take(other, 'Glue has a memory.')
  await seen.waitFor()
  await expect
    .poll(async () => {
      if ((await seen.locator('form.compose').count()) === 0) await seen.locator('.c-reply').click()
      return seen.locator('form.compose').count()
    })
    .toBe(1)
  await seen.locator('textarea').fill('And a smell.')
  await seen.getByRole('button', { name: 'Reply', exact: true }).click()
  await take(other, 'And a smell.').first().waitFor()
  await allSent(other)
  // What the server has taken does not go from the page with the mutation.
  await other.getByText('not sent yet').waitFor({ state: 'detached' })
  expect(await take(other, 'And a smell.').last().textContent()).toContain('And a smell.')

  await other.getByRole('link', { name: 'More by Lina Brandt' }).first().click()
  await other.getByRole('heading', { name: 'Lina Brandt’s quick takes' }).waitFor()
  await other.getByText('Only the owner can start threads here').waitFor()
  expect(await other.locator('#new-comment').count()).toBe(0)
  for (const list of ['/allPosts?timeframe=allTime&limit=100', '/feed.xml', '/search?query=quick+takes'])
    expect(await (await fetch(`${site.origin}${list}`)).text()).not.toContain('’s quick takes</')

  // Its author retracts one, keeps it off the front page, and takes that back.
  await alive(page)
  await write(page, 'I was sure.')
  await allSent(page)
  const mine = take(page, 'I was sure.')
  const choose = async (word: string) => {
    await expect
      .poll(async () => {
        if ((await page.locator('.c-menu').count()) === 0) await mine.locator('.c-more').click()
        return page.locator('.c-menu').getByRole('button', { name: word, exact: true }).count()
      })
      .toBe(1)
    await page.locator('.c-menu').getByRole('button', { name: word, exact: true }).click()
  }
  await choose('Retract')
  await mine.getByText('Retracted by its author.').waitFor()
  await choose('Remove from the front page')
  await mine.getByText('Not on the front page.').waitFor()
  await allSent(page)
  await page.reload()
  await mine.getByText('Retracted by its author.').waitFor()
  await alive(page)
  await choose('Un-retract')
  await expect.poll(() => mine.getByText('Retracted by its author.').count()).toBe(0)
})
