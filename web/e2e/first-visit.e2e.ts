import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import { test } from './support/test-device.ts'

test('a stranger reads an essay from the front page, on a desk and on a phone', async ({ site }) => {
  for (const viewport of [undefined, phone]) {
    const { page } = await site.newReader(viewport === undefined ? {} : { viewport })
    await page.goto('/')
    const essay = page.locator('main a[href^="/posts/"]').first()
    const title = await essay.innerText()
    await essay.click()
    await page.waitForURL('**/posts/**')
    // The address is there before the page is drawn.
    await expect.poll(() => page.locator('main h1').first().innerText()).toBe(title)
  }
})

test('an essay is whole with scripting off', async ({ site }) => {
  const { page } = await site.newReader({ javaScriptEnabled: false })
  await page.goto('/')
  await page.locator('main a[href^="/posts/"]').first().click()
  await page.waitForURL('**/posts/**')
  expect((await page.locator('main').innerText()).length).toBeGreaterThan(2_000)
})

test('with the server gone a page says so, and is there again when the server is', async ({ site }) => {
  const reader = await site.newReader()
  await reader.page.goto('/')
  await site.goOffline()
  await reader.page.goto('/about').catch(() => undefined)
  await site.goOnline()
  const back = await reader.restart()
  await back.page.goto('/about')
  expect(await back.page.locator('main h1').first().innerText()).not.toBe('')
})
