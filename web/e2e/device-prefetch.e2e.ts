/** Posts that open without a network though nobody has opened them here before. */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { itemsInDevice } from './support/device.ts'
import { settled } from './support/places.ts'
import { test } from './support/test-device.ts'

/**
 * How long a page is at rest before it prefetches, and how long a round that was cut off waits
 * (docs/decisions/0034).
 */
const waits: readonly (number | undefined)[] = [27_000, 60_000]

test('a member who came to the front page reads a post offline that was never opened here, with its comments, and the own account; a link to what is not here looks so, and no view was counted', async ({
  site,
}) => {
  const reader = await site.newReader({ as: 'lina' })
  const { page } = reader
  // Those two clocks are hurried.
  await reader.context.addInitScript((hurriedMs) => {
    const own = window.setTimeout.bind(window)
    const hurried = (run: () => void, ms?: number) => own(run, hurriedMs.includes(ms) ? 1_000 : ms)
    Object.defineProperty(window, 'setTimeout', { value: hurried })
  }, waits)
  const counted: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const asked = pathname === '/api/page' ? (searchParams.get('url') ?? '') : pathname
    if (asked.startsWith('/posts/') && request.headers()['purpose'] !== 'prefetch') counted.push(asked)
  })
  await page.goto(`${site.origin}/`)
  await settled(page, 'hydrated', 'device', 'worker', 'sent')
  await expect.poll(async () => (await unopened(page)).length).toBeGreaterThan(0)
  await expect.poll(async () => (await itemsInDevice(page, 'pages')).some(({ address }) => address === '/account')).toBe(true)
  const [href = ''] = await unopened(page)
  // Nothing that the server counts as somebody looking at a post.
  expect(counted).toEqual([])
  await site.goOffline()

  await page.locator(`main .row a[href="${href}"]`).first().click()
  await page.locator('#text p').first().waitFor()
  await page.locator('#comments article.c').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(href)

  // And from the disk alone.
  const { page: next } = await reader.restart()
  await next.goto(`${site.origin}${href}`)
  await next.locator('#text p').first().waitFor()
  await next.goto(`${site.origin}/`)
  await expect.poll(() => next.locator('a[href="/leaderboard"]').first().getAttribute('data-not-on-device')).toBe('')
  expect(await next.locator('a[href="/leaderboard"]').first().getAttribute('aria-description')).toBe('Not on this device')
  expect(await next.locator(`main .row a[href="${href}"]`).first().getAttribute('data-not-on-device')).toBeNull()
  await next.goto(`${site.origin}/account`)
  await next.getByRole('heading', { name: 'Your account' }).waitFor()
})

/** Addresses on the shown page of posts with comments whose rows were prefetched and are whole. */
async function unopened(page: Page): Promise<readonly string[]> {
  const shapes = await itemsInDevice(page, 'shapes')
  const comments = JSON.stringify(await itemsInDevice(page, 'comments'))
  const isTalkedAbout = (shape: string) => comments.includes(`"postId":"${shape.slice('thread:'.length)}"`)
  const whole = shapes.flatMap(({ id, keep, isComplete }) =>
    keep === 'prefetched' && isComplete === true && isTalkedAbout(String(id)) ? [String(id)] : [],
  )
  const hrefs = await page
    .locator('main .row a[href^="/posts/"]')
    .evaluateAll((all) => all.flatMap((link) => link.getAttribute('href') ?? []))
  return hrefs.filter((href) => !href.includes('?') && whole.includes(`thread:${href.split('/')[2] ?? ''}`))
}
