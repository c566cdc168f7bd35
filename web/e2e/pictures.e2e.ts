/**
 * Pictures in a text: uploaded while somebody writes, refused in words, and never missing where
 * readers are.
 */
import { deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { claimingPng, gifThatIsScript, svgWithScript } from '../../sync-server/features/pictures/testing/hostile.ts'
import { openNewEditor, publishFromEditor, pressPublish, titleOf, untilState, writeInEditor } from './support/editor-panel.ts'
import type { File } from './support/picture.ts'
import { dialog, drop, naturalWidths, photo, shown, uploadsOf } from './support/picture.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const choose = (page: Page, { name, type, bytes }: File) =>
  dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: type, buffer: bytes })

test('a picture from the dialog is described, uploaded, published, and comes to a reader in the width of their screen; where the server is killed meanwhile it comes again, and no reader sees a hole; what is no picture, and what the server will not have, is refused in words, holds nothing else up, and can be replaced; one that another device has not sent yet is a calm place, and comes by itself', async ({
  site,
}) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/Failed to load|ERR_|pictures|status of 40[04]/u)
  await signIn(page, 'lina')
  await openNewEditor(page)
  await writeInEditor(page, 'With a picture', 'Before it.')
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  await choose(page, await photo(3200, 2500))
  await dialog(page).getByAltText('Preview').waitFor()
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await dialog(page).getByText('Describe the picture, or mark it as decorative.').waitFor()
  await dialog(page).getByLabel('Description').fill('A wall of noise, red at its top')
  await dialog(page).getByLabel('Caption').fill('On the roof')
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect.poll(() => naturalWidths(page, '.writing-text .own-picture img')).toEqual([2400])
  // The server decodes it and writes four sizes: seconds of a core that others use too.
  await expect.poll(() => uploadsOf(site).length).toBe(1)
  await expect.poll(() => page.locator('.picture-state').textContent()).toBe('')
  await publishFromEditor(page)

  const reader = await site.newReader({ viewport: { width: 390, height: 844 } })
  await reader.page.goto(page.url())
  const image = reader.page.locator('#text figure img')
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.currentSrc.endsWith('?w=480')))
    .toBe(true)
  await expect.poll(() => naturalWidths(reader.page, '#text figure img')).not.toEqual([0])
  expect(await image.evaluate((element) => ['alt', 'width', 'height', 'loading'].map((each) => element.getAttribute(each)))).toEqual([
    'A wall of noise, red at its top',
    '2400',
    '3072',
    'lazy',
  ])
  await reader.page.getByText('On the roof').waitFor()
  await reader.close()

  await openNewEditor(page)
  await writeInEditor(page, 'In the storm', 'One picture.')
  await untilState(page, 'Saved')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: 1_000_000,
    uploadThroughput: 60_000,
  })
  await drop(page, await photo(1200, 900))
  await dialog(page).getByLabel('Description').fill('Noise')
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await page.locator('.picture-state progress').waitFor()
  await pressPublish(page)
  await site.goOffline()
  expect(uploadsOf(site).length).toBe(1)
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
  await site.goOnline()
  await page.waitForURL(/\/posts\/[0-9a-z]{26}\//u)
  expect(uploadsOf(site).length).toBe(2)
  await expect.poll(() => naturalWidths(page, '#text figure img')).not.toContain(0)

  await openNewEditor(page)
  await writeInEditor(page, 'Hostile', 'Nothing comes.')
  const hostile: readonly (readonly [string, Buffer, RegExp])[] = [
    ['tree.png', svgWithScript, /SVG isn’t supported/u],
    ['fun.gif', gifThatIsScript, /can’t be read/u],
    ['flood.png', claimingPng(20_000, 20_000), /too many pixels/u],
    ['words.png', Buffer.from('no picture'), /picture format isn’t supported/u],
    ['stone.png', deflateSync(Buffer.alloc(100)), /picture format isn’t supported/u],
  ]
  for (const [name, bytes, words] of hostile) {
    await drop(page, { name, type: 'image/png', bytes })
    await page.locator('.writing-notice').getByText(words).waitFor()
    await page.locator('.writing-notice').getByRole('button', { name: 'Close' }).click()
  }
  expect(await shown(page).count()).toBe(0)
  expect(uploadsOf(site).length).toBe(2)

  // By the server, which says why.
  await page.route('**/pictures/*', (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const error = { code: 'invalid', reason: null, field: 'picture.removed', retryAfterMs: null }
    return route.fulfill({ status: 400, contentType: 'application/json', body: JSON.stringify({ ok: false, outcome: 'rejected', error }) })
  })
  await drop(page, await photo(300, 200))
  await dialog(page).getByLabel('Decorative image').check()
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await page.getByText('Not uploaded. A moderator removed this picture from the site.').waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor()
  await page.unroute('**/pictures/*')
  await page.getByRole('button', { name: 'Choose another' }).click()
  await choose(page, await photo(260, 130))
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await expect.poll(() => uploadsOf(site).length).toBe(3)
  await titleOf(page).click()
  await expect.poll(() => page.locator('.picture-state').textContent()).toBe('')

  await openNewEditor(page)
  await writeInEditor(page, 'Four hands', 'Hers:')
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  await dialog(page).locator('summary').click()
  const address = '/pictures/01m7z31xvgf4etez3209ptb6sq'
  await dialog(page).getByLabel('Picture URL').fill(address)
  await dialog(page).getByLabel('Description').fill('What she saw')
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await page.getByText('This picture hasn’t been uploaded yet').waitFor()
  await untilState(page, 'Saved')
  // By her own device, elsewhere.
  const late = await photo(300, 200)
  const sent = (body: readonly number[]) => fetch('/pictures/01m7z31xvgf4etez3209ptb6sq', { method: 'PUT', body: new Uint8Array(body) })
  expect(await page.evaluate(`(${sent.toString()})(${JSON.stringify([...late.bytes])}).then(({ status }) => status)`)).toBe(201)
  await expect.poll(() => naturalWidths(page, '.writing-text .own-picture img')).toEqual([200])
  expect(await page.getByText('This picture hasn’t been uploaded yet').count()).toBe(0)
})
