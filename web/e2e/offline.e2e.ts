/** Without a network: never the browser's own error page, and everything is well again when the line comes back. */
import { expect } from 'vitest'
import { visit } from './support/device.ts'
import { placesOf } from './support/places.ts'
import { test } from './support/test-device.ts'

test('the app can be installed; with the server gone, an address answers in the look of the site, and with the server back, the page', async ({
  site,
}) => {
  const reader = await site.newReader({ as: 'visitor' })
  reader.expectProblems(/status of 404/u)
  const { essay } = await placesOf(site)
  await visit(reader.page, '/')
  const session = await reader.context.newCDPSession(reader.page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A browser for tests counts as private browsing, which is no fault of the page's.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  await site.goOffline()
  const { page } = await reader.restart()
  for (const path of ['/no-such-page', '/drafts', essay]) {
    await page.goto(new URL(path, site.origin).href)
    expect(page.url()).not.toMatch(/^chrome-error/u)
    await page
      .getByText(/not on this device yet/iu)
      .first()
      .waitFor()
    expect(await page.locator('.wordmark').count()).toBeGreaterThan(0)
  }
  // What needs no data is there all the same.
  await page.goto(`${site.origin}/about`)
  await expect.poll(() => page.title()).toContain('About')
  await page.goto(essay)
  await site.goOnline()
  // The page asks again by itself.
  await page.locator('#text p').first().waitFor()
  await page.goto(`${site.origin}/no-such-page`)
  await page.getByText('There is nothing at this address').waitFor()
})
