/** What a reader sees when something fails, and what the people of the site hear of it: the real client, the real tunnel, the server's own keeping. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { rowsOf, until } from './support/device.ts'
import { alive, placesOf } from './support/places.ts'
import { test } from './support/test-device.ts'

test('a throw in a page shows the sentence with the host, and what can be done; its report is kept with the page’s route', async ({
  site,
}) => {
  const reader = await site.newReader()
  reader.expectProblems(/undefined|not iterable|TypeError|null/u)
  const { page } = reader
  await page.goto('/')
  await reporting(page)
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
})

test('a throw in a comment leaves the post and the other comments readable', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { pathname } = new URL(essay)
  const reader = await site.newReader()
  reader.expectProblems(/Invalid time value/u)
  const { page } = reader
  await page.goto('/')
  await reporting(page)
  let broken = ''
  await poison(page, pathname, (answer) => {
    const { talk } = answer.page as { readonly talk: { readonly comments: { readonly id: string; editedAt?: unknown }[] } }
    const [first] = talk.comments
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
  expect(rowsOf(site, 'error_events').length).toBeLessThanOrEqual(2)
})

test('a report without a connection waits on this device, outlives the browser, and arrives once', async ({ site }) => {
  const reader = await site.newReader()
  reader.expectProblems(/planted/u)
  await reader.page.goto('/')
  await alive(reader.page)
  await reader.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await reporting(reader.page)
  await site.goOffline()
  await throwIn(reader.page, 'planted for ann@mail.example')
  await until(async () => (await queued(reader.page)) === 1, 'it is queued')
  const back = await reader.restart()
  await site.goOnline()
  await back.page.goto('/')
  await eventOf(site, () => true)
  await until(async () => (await queued(back.page)) === 0, 'nothing waits')
  const events = rowsOf(site, 'error_events')
  expect(events).toHaveLength(1)
  expect(JSON.stringify(events)).toContain('planted for [')
  expect(JSON.stringify(events)).not.toContain('ann@mail.example')
})

test('what fails before the reports’ own part is there is told once that has come', async ({ site }) => {
  const reader = await site.newReader()
  reader.expectProblems(/planted/u)
  await reader.page.addInitScript(() => {
    if (location.pathname === '/about')
      addEventListener('DOMContentLoaded', () => setTimeout(() => void Promise.reject(new RangeError('planted early'))))
  })
  await reader.page.goto('/about')
  const event = await eventOf(site, () => true)
  expect(event).toMatchObject({ route: '/about', exceptions: [{ type: 'RangeError', message: 'planted early', isHandled: false }] })
})

test('an error of the worker is told by a tab', async ({ site }) => {
  const reader = await site.newReader()
  reader.expectProblems(/planted/u)
  const { page, context } = reader
  await page.goto('/')
  await alive(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await reporting(page)
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await page.evaluate(() => {
    const knocks = { count: 0 }
    Object.assign(window, { knocks })
    navigator.serviceWorker.addEventListener('message', ({ data }) => (knocks.count += Number(data === 'worker-error')))
  })
  for (const [at, word] of ['first', 'second'].entries()) {
    await worker.evaluate((text) => void setTimeout(() => void Promise.reject(new Error(`planted ${text}`))), word)
    await page.waitForFunction(
      (count) => (window as unknown as { readonly knocks: { readonly count: number } }).knocks.count === count,
      at + 1,
    )
    await eventOf(site, () => true)
  }
  const [event] = rowsOf(site, 'error_events')
  expect(JSON.stringify(event)).toContain('planted first')
  // Of one kind, one an hour.
  expect(rowsOf(site, 'error_events')).toHaveLength(1)
})

test('a static page that a link was hovered for is not asked for again; a post always is', async ({ site }) => {
  const { page } = await site.newReader()
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/page') asked.push(url.searchParams.get('url') ?? '')
  })
  await page.goto('/')
  await reporting(page)
  await until(async () => {
    await page.mouse.move(0, 0)
    await page.locator('footer a[href="/about"]').hover()
    return asked.includes('/about')
  }, 'the content of the page about this site is fetched ahead')
  await page.locator('footer a[href="/about"]').click()
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
})

/** Until the reports' own part runs: the inline script's buffer hands over from then on. */
async function reporting(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.hasOwn((window as unknown as { readonly __errors: object }).__errors, 'push'))
}

interface RawAnswer {
  readonly page: unknown
}

/** Puts something into what the server answers for a page that no server of ours would: real components fall over it. */
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

async function throwIn(page: Page, words: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text)
    })
  }, words)
}

const queued = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'reports')) return 0
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('reports')
      opening.onerror = () => reject(opening.error ?? new Error('reports'))
      opening.onsuccess = () => {
        const db = opening.result
        const counting = db.transaction('queue').objectStore('queue').count()
        counting.onsuccess = () => {
          db.close()
          resolve(counting.result)
        }
      }
    })
  })

async function eventOf(
  site: Site,
  isIt: (event: Readonly<Record<string, unknown>>) => boolean,
): Promise<Readonly<Record<string, unknown>>> {
  await until(async () => rowsOf(site, 'error_events').some(isIt), 'a report is kept')
  const found = rowsOf(site, 'error_events').find(isIt)
  if (found === undefined) throw new Error('it was there a moment ago')
  return found
}
