/**
 * What the browser can do to a device: no room, the database gone under the page, the worker or the
 * caches gone. Clear words, nothing typed lost.
 */
import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Reader, ReaderOptions, Site } from './support/browser.ts'
import { rowsOf, until, visit } from './support/device.ts'
import { placesOf, settled, signIn } from './support/places.ts'
import { test as deviceTest } from './support/test-device.ts'
import { test } from './support/test-page.ts'
import { commentWith, shoot } from './support/thread.ts'
import { openOwnMenu } from './support/own-menu.ts'

const words = 'Typed while the storage went away. 漢字.'
const crowded = 'Typed where nothing more has room. 漢字.'
const unsent = 'Sent while there was no network. 漢字.'
const field = (page: Page) => page.locator('#new-comment textarea')

test('the database deleted under the page is said, and what stands in the field can be sent; with no room left it is said not to be kept, and is sent at once', async ({
  site,
}) => {
  const { reader, page, cdp } = await typing(site)
  reader.expectProblems(/quota/iu, /DeviceTrouble/u)
  await cdp.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'indexeddb' })
  await expect.poll(() => field(page).inputValue()).toBe(words)
  await field(page).pressSequentially(' More.')
  await send(page)
  await sentOnce(site, page, words)
  await shoot(page, 'storage-deleted')
  await toDevicePage(page)
  await page.getByText('Your browser cleared this site’s data').first().waitFor()
  await shoot(page, 'storage-deleted-device')

  await visit(page, (await placesOf(site)).essay)
  await fill(page, crowded)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 })
  // Chromium looks again at what is left every half minute.
  const isSafe = async () => {
    await field(page).press('End')
    await field(page).pressSequentially(' a')
    await page.locator('#new-comment').getByText('Saving…').waitFor({ state: 'detached' })
    return (await page.locator('#new-comment').getByText('On this device.').count()) > 0
  }
  await until(async () => !(await isSafe()), 'it is not said to be on this device')
  await page.getByText('This device is out of space').waitFor()
  await shoot(page, 'storage-full-typing')
  await send(page)
  await sentOnce(site, page, crowded)
})

deviceTest(
  'with the worker and then the caches gone, the page goes on, and the next visit has them back; what was not sent when the database was deleted is put back from the open page',
  async ({ site }) => {
    const { reader, page, cdp } = await typing(site, { as: 'lina' })
    await cdp.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'service_workers' })
    await expect.poll(() => field(page).inputValue()).toBe(words)
    await send(page)
    await sentOnce(site, page, words)
    await page.reload()
    await settled(page, 'hydrated', 'device', 'worker')
    await commentWith(page, words).waitFor({ state: 'attached' })

    // A file that the worker was just reading out of a cache ends with it; what asked for it goes
    // without, or asks again.
    reader.expectProblems(/ERR_FAILED GET \S+\/assets\//u)
    await field(page).fill('Typed again.')
    await cdp.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'cache_storage' })
    await expect.poll(() => field(page).inputValue()).toBe('Typed again.')
    await send(page)
    await sentOnce(site, page, 'Typed again.')
    await page.reload()
    await settled(page, 'hydrated', 'device', 'worker')
    await page.locator('#text p').first().waitFor()
    await commentWith(page, 'Typed again.').waitFor({ state: 'attached' })

    reader.expectProblems(/DeviceTrouble/u)
    await fill(page, unsent)
    await site.goOffline()
    await send(page)
    // In the queue, and not merely on the screen.
    await commentWith(page, unsent).getByText('not sent yet').waitFor()
    await cdp.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'indexeddb' })
    await site.goOnline()
    await until(async () => storedTexts(site, unsent) === 1, 'it has arrived all the same')
    await expect.poll(() => commentWith(page, unsent).count()).toBe(1)
  },
)

async function typing(
  site: Site,
  options: ReaderOptions = {},
): Promise<{ readonly reader: Reader; readonly page: Page; readonly cdp: CDPSession }> {
  const { essay } = await placesOf(site)
  const reader = await site.newReader(options)
  const { page } = reader
  if (options.as === undefined) await signIn(page, 'lina')
  await visit(page, essay)
  await fill(page, words)
  return { reader, page, cdp: await reader.context.newCDPSession(page) }
}

async function fill(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.locator('#new-comment').getByText('On this device.').waitFor()
}

/** Inside the app: this very document met the trouble. */
async function toDevicePage(page: Page): Promise<void> {
  await (await openOwnMenu(page)).getByRole('link', { name: 'Offline storage' }).click()
  await page.getByRole('heading', { name: 'Offline storage', level: 1 }).waitFor()
}

const send = (page: Page): Promise<void> => page.locator('#new-comment').getByRole('button', { name: 'Comment', exact: true }).click()

async function sentOnce(site: Site, page: Page, text: string): Promise<void> {
  await commentWith(page, text).waitFor()
  await until(async () => storedTexts(site, text) > 0, 'it is stored')
  expect(storedTexts(site, text)).toBe(1)
  // The answer, and with it the empty field, comes after the row.
  await expect.poll(() => field(page).inputValue()).toBe('')
}

const storedTexts = (site: Site, text: string): number =>
  rowsOf(site, 'comments').filter((row) => JSON.stringify(row['body']).includes(text)).length
