/** Pages that open from the device: the server is gone, the browser was closed. */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { publicPageKept } from './support/device.ts'
import { readersText } from './support/editor-panel.ts'
import { alive, placesOf } from './support/places.ts'
import { test } from './support/test-device.ts'

test('a visitor reads what they visited, with the policy of the site and no error, lists with their time, and hears plainly what is not here; with the server back the page comes by itself; the app can be installed', async ({
  site,
}) => {
  const reader = await site.newReader({ as: 'visitor' })
  const { essay, german, arabic } = await placesOf(site)
  await visit(reader.page, essay)
  // By a link, too.
  await visit(reader.page, `${site.origin}/allPosts?timeframe=allTime&limit=100`)
  await reader.page
    .locator(`main a[href="${new URL(german).pathname}"]`)
    .first()
    .click()
  await reader.page.locator('#text p').first().waitFor()
  await publicPageKept(reader.page, german)
  await visit(reader.page, `${site.origin}/w/water`)
  const words = await readersText(reader.page)
  expect(words.join('')).not.toBe('')
  await visit(reader.page, `${site.origin}/wikitags/all`)
  await visit(reader.page, `${site.origin}/quicktakes`)
  const takes = await reader.page.locator('.thread article.c').count()
  expect(takes).toBeGreaterThan(0)
  await visit(reader.page, `${site.origin}/about`)
  await visit(reader.page, `${site.origin}/`)
  const session = await reader.context.newCDPSession(reader.page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A browser for tests counts as private browsing, which is no fault of the page's.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const policy = (await fetch(essay)).headers.get('content-security-policy')
  await site.goOffline()

  const { page } = await reader.restart()
  const answer = await page.goto(site.origin)
  expect(answer?.fromServiceWorker()).toBe(true)
  await page.getByText(/^Offline copy from \d/u).waitFor()
  expect(await page.locator('.row a[href^="/posts/"]').count()).toBeGreaterThan(3)
  await page.goto(german)
  await page.locator('#text p').first().waitFor()
  expect(await page.title()).not.toMatch(/not on this device/iu)
  const errors: string[] = []
  page.on('console', (message) => {
    if (/react error|hydrat|content security/iu.test(message.text())) errors.push(message.text())
  })
  const cold = await page.goto(essay)
  expect(await cold?.headerValue('content-security-policy')).toBe(policy)
  await expect.poll(() => page.locator('html').getAttribute('data-kept')).toMatch(/^\d{13}$/u)
  await page.locator('#text').evaluate((text) => {
    for (const block of text.children) if (!block.matches('.code-bar')) block.setAttribute('data-seen', '')
  })
  const before = await wordsSeen(page)
  expect(before.text.length).toBeGreaterThan(5_000)
  await alive(page)
  // The very elements that were there before the script, and every word of them. What belongs to
  // the script comes beside them.
  expect(await wordsSeen(page)).toEqual(before)
  expect(errors).toEqual([])
  await page.goto(arabic)
  await page.getByRole('heading', { name: 'Not on this device yet' }).waitFor()
  await page.getByRole('link', { name: 'Go to the front page' }).click()
  await page
    .locator(`.row a[href="${new URL(essay).pathname}"]`)
    .first()
    .click()
  await page.locator('#text p').first().waitFor()

  await page.goto(`${site.origin}/w/water`)
  await expect.poll(() => readersText(page)).toEqual(words)
  await page.goto(`${site.origin}/wikitags/all`)
  await alive(page)
  await page.locator('main a[href="/w/water"]').first().click()
  await expect.poll(() => readersText(page)).toEqual(words)
  await page.goto(`${site.origin}/quicktakes`)
  await page.reload()
  await expect.poll(() => page.locator('.thread article.c').count()).toBe(takes)
  for (const path of ['/no-such-page', '/drafts']) {
    await page.goto(new URL(path, site.origin).href)
    await page
      .getByText(/not on this device yet/iu)
      .first()
      .waitFor()
    expect(await page.locator('.wordmark').count()).toBeGreaterThan(0)
  }
  await page.goto(`${site.origin}/about`)
  await expect.poll(() => page.title()).toContain('About')

  await page.goto(arabic)
  await site.goOnline()
  // The page asks again by itself.
  await page.locator('#text p').first().waitFor()
  reader.expectProblems(/status of 404/u)
  await page.goto(`${site.origin}/no-such-page`)
  await page.getByText('Page not found').waitFor()
})

/**
 * Of the blocks that are marked as seen: how many there are, and every word of the text but what
 * the script adds beside it.
 */
const wordsSeen = (page: Page) =>
  page.locator('#text').evaluate((text) => {
    const copy = text.cloneNode(true)
    if (copy instanceof Element) for (const added of copy.querySelectorAll('.in-margin, .code-bar')) added.remove()
    return { blocks: text.querySelectorAll(':scope > [data-seen]').length, text: copy.textContent ?? '' }
  })

/** Opens a page and waits until the device has kept it. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await alive(page)
  await publicPageKept(page, address)
}
