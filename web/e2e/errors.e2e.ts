/**
 * What a reader sees when something fails, and what the people of the site hear of it: the real
 * client, the real tunnel, the server's own keeping.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { rowsOf, until } from './support/device.ts'
import { bringApp, placesOf } from './support/places.ts'
import { eventOf, reporting } from './support/reports.ts'
import { test } from './support/test-page.ts'

test('a throw in a page shows the sentence with the host, and what can be done; its report is kept with the page’s route; a throw in a comment leaves the post and the other comments readable', async ({
  site,
}) => {
  const reader = await site.newReader()
  reader.expectProblems(/undefined|not iterable|TypeError|null|Invalid time value/u)
  const { page } = reader
  await page.goto('/')
  await bringApp(page)
  await reporting(page)
  // Before that, a link is a whole load, and nothing asks for what is poisoned.
  await bringApp(page)
  await poison(page, '/allPosts', (answer) => ({ ...answer, page: null }))
  await goTo(page, '/allPosts')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toContain(
    `Application error: a client-side exception has occurred while loading ${new URL(site.origin).host} (see the browser console for more information).`,
  )
  await alert.getByText(/^Unsent work is safe/u).waitFor()
  expect(await alert.getByRole('link', { name: 'Go to the front page' }).getAttribute('href')).toBe('/')
  const kept = await eventOf(site, (event) => event.route === '/allPosts')
  expect(kept).toMatchObject({ browser: expect.stringMatching(/Chrom/u), release: expect.stringMatching(/./u) })
  expect(rowsOf(site, 'error_events')).toHaveLength(1)

  await alert.getByRole('button', { name: 'Send feedback' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await dialog.getByLabel('Description').fill('All posts does not open')
  await dialog.locator('button[type=submit]').click()
  await until(async () => rowsOf(site, 'feedback_messages').length === 1, 'the message is kept')
  expect(rowsOf(site, 'feedback_messages')[0]).toMatchObject({ message: 'All posts does not open', errorEventId: kept.id })

  await page.unrouteAll()
  await alert.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await until(async () => (await page.getByRole('alert').count()) === 0, 'the page is whole again')
  await bringApp(page)

  const { pathname } = new URL((await placesOf(site)).essay)
  const before = rowsOf(site, 'error_events').length
  let broken = ''
  await poison(page, pathname, (answer) => {
    const { discussion } = answer.page as { readonly discussion: { readonly comments: { readonly id: string; editedAt?: unknown }[] } }
    const [first] = discussion.comments
    if (first === undefined) throw new Error('the essay has comments')
    first.editedAt = 'never'
    broken = first.id
    return answer
  })
  await goTo(page, pathname)
  await page.getByText('Something went wrong in this comment and its replies.').waitFor()
  expect((await page.locator('#text').innerText()).length).toBeGreaterThan(500)
  expect(await page.locator('#comments article.c').count()).toBeGreaterThan(0)
  expect(await page.locator(`[data-comment="${broken}"]`).count()).toBe(0)
  expect(await page.locator('#new-comment').count()).toBe(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Something went wrong in this comment and its replies.').waitFor()
  await eventOf(site, (event) => event.route === '/posts/:postId/:slug?')
  // The same error, thrown again by another try, is one report.
  expect(rowsOf(site, 'error_events').length).toBeLessThanOrEqual(before + 2)
})

test('a static page that a link was hovered for is not asked for again, a post always is; what fails before the reports’ own part is there is told once that has come', async ({
  site,
}) => {
  const reader = await site.newReader()
  reader.expectProblems(/planted/u)
  const { page } = reader
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/page') asked.push(url.searchParams.get('url') ?? '')
  })
  await page.goto('/')
  await bringApp(page)
  await reporting(page)
  await until(async () => {
    await page.mouse.move(0, 0)
    await page.locator('#site a[href="/about"]').hover()
    return asked.includes('/about')
  }, 'the content of the page about this site is fetched ahead')
  await page.locator('#site a[href="/about"]').click()
  await page.waitForURL('**/about')
  await page.goBack()
  const post = page.locator('main a[href^="/posts/"]').first()
  const address = (await post.getAttribute('href')) ?? ''
  await post.hover()
  // Going back has asked for the front page anew, and of the page about this site nothing more.
  expect([asked.filter((url) => url === '/about').length, asked.includes(address)]).toEqual([1, false])
  await post.click()
  await page.waitForURL('**/posts/**')
  expect(asked.filter((url) => url === address)).toHaveLength(1)

  await reader.page.addInitScript(() => {
    if (location.pathname === '/about')
      addEventListener('DOMContentLoaded', () => setTimeout(() => void Promise.reject(new RangeError('planted early'))))
  })
  await reader.page.goto('/about')
  const event = await eventOf(site, () => true)
  expect(event).toMatchObject({ route: '/about', exceptions: [{ type: 'RangeError', message: 'planted early', isHandled: false }] })
})

interface RawAnswer {
  readonly page: unknown
}

/**
 * Puts something into what the server answers for a page that no server of ours would: real
 * components fall over it.
 */
async function poison(page: Page, address: string, change: (answer: RawAnswer) => RawAnswer): Promise<void> {
  await page.route(
    (url) => url.pathname === '/api/page' && url.searchParams.get('url') === address,
    async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: change((await answer.json()) as RawAnswer) })
    },
  )
}

/** As a click on a link does. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.querySelector('main')?.append(link)
    link.click()
  }, address)
}
