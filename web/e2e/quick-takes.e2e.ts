/** Quick takes: written, answered, kept through a reload and without a network; in no list of posts; marked by who may. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import { allSent, visit } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'
import { shoot } from './support/thread.ts'

const form = (page: Page) => page.locator('#new-quick-take')
const take = (page: Page, words: string) => page.locator('.thread article.c', { hasText: words })

async function write(page: Page, words: string): Promise<void> {
  await form(page).locator('textarea').fill(words)
  await form(page).getByRole('button', { name: 'Post', exact: true }).click()
  await take(page, words).waitFor()
}

test('written and found by everybody, answered in place, in no list of posts, and its owner alone begins threads', async ({ site }) => {
  const [lina, yusuf] = [await site.newReader(), await site.newReader({ viewport: phone })]
  const { page } = lina
  await signIn(page, 'lina')
  await page.goto(`${site.origin}/shortform`)
  expect(new URL(page.url()).pathname).toBe('/quicktakes')
  await alive(page)
  await shoot(page, 'quick takes desk')
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
  await shoot(other, 'quick takes phone')
  await seen.locator('textarea').fill('And a smell.')
  await seen.getByRole('button', { name: 'Reply', exact: true }).click()
  await take(other, 'And a smell.').first().waitFor()
  await allSent(other)
  // What the server has taken does not go from the page with the deed.
  await other.getByText('not sent yet').waitFor({ state: 'detached' })
  await other.waitForTimeout(1_000)
  expect(await take(other, 'And a smell.').last().textContent()).toContain('And a smell.')

  await other.getByRole('link', { name: 'All by Lina Brandt' }).first().click()
  await other
    .getByRole('heading', { name: 'Lina Brandt’s Shortform' })
    .or(other.getByRole('heading', { name: "Lina Brandt's Shortform" }))
    .waitFor()
  await other.getByText('Only its owner begins threads here').waitFor()
  expect(await other.locator('#new-comment').count()).toBe(0)
  await shoot(other, 'quick takes container phone')
  for (const list of ['/allPosts?timeframe=allTime&limit=100', '/feed.xml', '/search?query=shortform'])
    expect(await (await fetch(`${site.origin}${list}`)).text()).not.toContain('Shortform</')
})

test('without a network it is on the device, survives a reload, and arrives once', async ({ site }) => {
  const lina = await site.newReader()
  const { page } = lina
  lina.expectProblems(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/u)
  await signIn(page, 'lina')
  await visit(page, `${site.origin}/allComments`)
  // Answered can be what the device has the thread of.
  const last = page.locator('.talk > li').last()
  const id = (await last.getAttribute('data-comment')) ?? ''
  const { pathname } = new URL((await last.locator('.talk-title a').getAttribute('href')) ?? '', site.origin)
  await visit(page, `${site.origin}${pathname}`)
  await visit(page, `${site.origin}/quicktakes`)
  await site.goOffline()
  await write(page, 'Written at sea.')
  await take(page, 'Written at sea.').getByText('not sent yet').waitFor()
  await page.reload()
  await take(page, 'Written at sea.').waitFor()
  // An answer from a list of comments stands there in the same way.
  await page.goto(`${site.origin}/allComments`)
  await alive(page)
  const answered = page.locator(`.talk > li[data-comment="${id}"]`)
  await answered.locator('.c-reply').first().click()
  await answered.locator('form.compose textarea').fill('Answered at sea.')
  await answered.getByRole('button', { name: 'Reply', exact: true }).click()
  await take(page, 'Answered at sea.').getByText('not sent yet').waitFor()
  await shoot(page, 'answered in a list')
  await page.reload()
  await take(page, 'Answered at sea.').waitFor()
  await site.goOnline()
  await page.goto(`${site.origin}/quicktakes`)
  await allSent(page)
  await expect.poll(async () => (await (await fetch(`${site.origin}/quicktakes`)).text()).split('Written at sea.').length).toBe(2)
  await expect.poll(async () => (await (await fetch(`${site.origin}/allComments`)).text()).split('Answered at sea.').length).toBe(2)
})

test('its author retracts it, keeps it off the front page, and takes both back', async ({ site }) => {
  const { page } = await site.newReader()
  await signIn(page, 'lina')
  await page.goto(`${site.origin}/quicktakes`)
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
  await mine.getByText('Its author has retracted this.').waitFor()
  await choose('Keep off the front page')
  await mine.getByText('Not on the front page.').waitFor()
  await allSent(page)
  await page.reload()
  await mine.getByText('Its author has retracted this.').waitFor()
  await alive(page)
  await choose('Un-retract')
  await expect.poll(() => mine.getByText('Its author has retracted this.').count()).toBe(0)
})
