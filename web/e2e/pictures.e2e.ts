/** Pictures in a text: taken on the device, shown at once, uploaded when there is a network, and never missing where readers are. */
import { deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aPhoto, claimingPng, gifThatIsScript, svgWithScript } from '../../sync-server/features/pictures/testing/hostile.ts'
import { lookHere } from './support/looks.ts'
import { openNewDesk, publishAtDesk, publishButton, textOf, titleOf, untilState, writeAtDesk } from './support/desk.ts'
import { rowsOf } from './support/device.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-device.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: /picture/iu })
const shown = (page: Page) => page.locator('.writing-text .own-picture img')

interface File {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** As if it were dropped there. */
async function drop(page: Page, ...files: readonly File[]): Promise<void> {
  await textOf(page).evaluate(
    (text, given) => {
      const data = new DataTransfer()
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      const last = text.lastElementChild ?? text
      const { left, bottom } = last.getBoundingClientRect()
      last.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, clientX: left + 5, clientY: bottom - 3 }),
      )
    },
    files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })),
  )
}

const photo = async (width: number, height: number): Promise<File> => ({
  name: 'IMG_1.jpg',
  type: 'image/jpeg',
  bytes: await aPhoto(width, height),
})
const naturalWidths = (page: Page, what: string) =>
  page
    .locator(what)
    .evaluateAll((images) => images.map((image) => (image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0)))

test('a picture from the dialog is described, uploaded, published, and comes to a reader in the width of their screen', async ({
  site,
}) => {
  const { page } = await site.newReader()
  await signIn(page, 'lina')
  await openNewDesk(page)
  await writeAtDesk(page, 'With a picture', 'Before it.')
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  const { name, type, bytes } = await photo(4000, 3000)
  await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: type, buffer: bytes })
  await dialog(page).getByAltText('What you chose').waitFor()
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await dialog(page).getByText('Describe the picture, or say that it is decoration only.').waitFor()
  await dialog(page).getByLabel('Description').fill('A wall of noise, red at its top')
  await dialog(page).getByLabel('Caption').fill('On the roof')
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect.poll(() => naturalWidths(page, '.writing-text .own-picture img')).toEqual([2400])
  // The server decodes it and writes four sizes: seconds of a core that others use too.
  await expect.poll(() => rowsOf(site, 'pictures').length, { timeout: 60_000 }).toBe(1)
  await expect.poll(() => page.locator('.picture-state').textContent()).toBe('')
  await publishAtDesk(page)

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
    '3200',
    'lazy',
  ])
  await reader.page.getByText('On the roof').waitFor()
}, 180_000)

test('two pictures and a publication without a network: the browser is closed, and all of it arrives when it is back', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  await signIn(page, 'lina')
  await openNewDesk(page)
  await writeAtDesk(page, 'From the train', 'Two of them.')
  await untilState(page, 'Saved')
  // From here on the worker answers for the page.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await textOf(page).waitFor()
  await site.goOffline()
  await drop(page, await photo(300, 200), { ...(await photo(320, 200)), name: 'IMG_2.jpg' })
  await page.getByText('2 pictures were added.').waitFor()
  await expect.poll(() => naturalWidths(page, '.writing-text .own-picture img')).toEqual([200, 200])
  await expect.poll(() => page.getByText('Not uploaded yet. It is kept on this device.').count()).toBe(2)
  await untilState(page, 'On this device')
  // Whatever else shows the text (a preview, an older version) has it from the worker.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const [src = ''] = await page.evaluate(async () => {
    const [own] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('pictures:') === true)
    const opening = indexedDB.open(own?.name ?? '')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const asking = opening.result.transaction('facts').objectStore('facts').getAllKeys()
    await new Promise((resolve) => asking.addEventListener('success', resolve))
    opening.result.close()
    return asking.result.map((id) => `/pictures/${String(id)}`)
  })
  const widthOf = (address: string) =>
    page.evaluate((from) => {
      const image = new Image()
      image.src = from
      return image.decode().then(() => image.naturalWidth)
    }, address)
  expect(await widthOf(src)).toBe(200)
  await publishButton(page).click()
  await page.getByText('2 pictures are not uploaded yet. The post is published when they are.').waitFor()
  await page.getByRole('button', { name: 'Publish all the same' }).click()
  await page.getByText(/as soon as there is a connection/u).waitFor()
  const again = await reader.restart()
  await site.goOnline()
  await again.page.goto(`${site.origin}/`)
  await expect.poll(() => rowsOf(site, 'pictures').length, { timeout: 40_000 }).toBe(2)
  const published = () => rowsOf(site, 'posts').find(({ title, status }) => title === 'From the train' && status === 'published')
  await expect.poll(() => published() !== undefined, { timeout: 40_000 }).toBe(true)
  const stranger = await site.newReader()
  await stranger.page.goto(`${site.origin}/posts/${String(published()?.['id'])}`)
  await stranger.page.locator('#text figure').nth(1).scrollIntoViewIfNeeded()
  await expect.poll(() => naturalWidths(stranger.page, '#text figure img')).toEqual([200, 200])
})

test('the server is killed while a picture comes in; it comes again, and no reader ever sees a hole', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/Failed to load|ERR_|pictures/u)
  await signIn(page, 'lina')
  await openNewDesk(page)
  await writeAtDesk(page, 'In the storm', 'One picture.')
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
  await publishButton(page).click()
  await site.goOffline()
  expect(rowsOf(site, 'pictures')).toEqual([])
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
  await site.goOnline()
  await page.waitForURL(/\/posts\/[0-9a-z]{26}\//u, { timeout: 60_000 })
  expect(rowsOf(site, 'pictures').length).toBe(1)
  await expect.poll(() => naturalWidths(page, '#text figure img')).not.toContain(0)
})

test('what is no picture is refused in words, and nothing is left in the text', async ({ site }) => {
  const { page } = await site.newReader()
  await signIn(page, 'lina')
  await openNewDesk(page)
  await writeAtDesk(page, 'Hostile', 'Nothing comes.')
  const hostile: readonly (readonly [string, Buffer, RegExp])[] = [
    ['tree.png', svgWithScript, /SVG drawings can carry scripts/u],
    ['fun.gif', gifThatIsScript, /cannot be read/u],
    ['flood.png', claimingPng(20_000, 20_000), /too many points/u],
    ['words.png', Buffer.from('no picture'), /no picture this site can show/u],
    ['stone.png', deflateSync(Buffer.alloc(100)), /no picture this site can show/u],
  ]
  for (const [name, bytes, words] of hostile) {
    const began = Date.now()
    await drop(page, { name, type: 'image/png', bytes })
    await page.locator('.writing-notice').getByText(words).waitFor()
    expect(Date.now() - began).toBeLessThan(5_000)
    await page.locator('.writing-notice').getByRole('button', { name: 'Close' }).click()
  }
  expect(await shown(page).count()).toBe(0)
  expect(rowsOf(site, 'pictures')).toEqual([])
})

test('a picture that the server will not have says why, holds nothing else up, and can be replaced', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 400/u)
  await signIn(page, 'lina')
  await openNewDesk(page)
  await writeAtDesk(page, 'Refused', 'It has one.')
  await page.route('**/pictures/*', (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const error = { code: 'invalid', reason: null, field: 'picture.removed', retryAfterMs: null }
    return route.fulfill({ status: 400, contentType: 'application/json', body: JSON.stringify({ ok: false, outcome: 'rejected', error }) })
  })
  await drop(page, await photo(300, 200))
  await dialog(page).getByLabel('Decoration only').check()
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await page.getByText('Not uploaded. This very picture was taken off the site by a moderator.').waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor()
  await page.unroute('**/pictures/*')
  await page.getByRole('button', { name: 'Choose another' }).click()
  const { name, type, bytes } = await photo(260, 130)
  await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: type, buffer: bytes })
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await expect.poll(() => rowsOf(site, 'pictures').length).toBe(1)
  await titleOf(page).click()
  await expect.poll(() => page.locator('.picture-state').textContent()).toBe('')
})

test('a picture that another device has not sent yet is a calm place, and comes by itself', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 404/u)
  await signIn(page, 'lina')
  await openNewDesk(page)
  await writeAtDesk(page, 'Four hands', 'Hers:')
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  await dialog(page).locator('summary').click()
  const address = '/pictures/01m7z31xvgf4etez3209ptb6sq'
  await dialog(page).getByLabel('Address of the picture').fill(address)
  await dialog(page).getByLabel('Description').fill('What she saw')
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await page.getByText('This picture is not here yet.').waitFor()
  await untilState(page, 'Saved')
  // By her own device, elsewhere.
  const { bytes } = await photo(300, 200)
  const sent = (body: readonly number[]) => fetch('/pictures/01m7z31xvgf4etez3209ptb6sq', { method: 'PUT', body: new Uint8Array(body) })
  expect(await page.evaluate(`(${sent.toString()})(${JSON.stringify([...bytes])}).then(({ status }) => status)`)).toBe(201)
  await expect.poll(() => naturalWidths(page, '.writing-text .own-picture img'), { timeout: 30_000 }).toEqual([200])
  expect(await page.getByText('This picture is not here yet.').count()).toBe(0)
})

test('the dialog and the pictures in a text, as they are looked at', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 400/u)
  await signIn(page, 'lina')
  await openNewDesk(page)
  await writeAtDesk(page, 'Looks', 'Pictures:')
  await page.route('**/pictures/*', (route) => {
    const error = { code: 'invalid', reason: null, field: 'picture.quota', retryAfterMs: 1 }
    const answer = JSON.stringify({ ok: false, outcome: 'rejected', error })
    return route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, contentType: 'application/json', body: answer })
      : route.continue()
  })
  await drop(page, await photo(1200, 300), { ...(await photo(320, 200)), name: 'IMG_2.jpg' })
  await expect.poll(() => page.getByRole('button', { name: 'Choose another' }).count()).toBe(2)
  const findings = [...(await lookHere(page, 'desk, pictures', 'brief'))]
  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByRole('button', { name: 'Choose another' }).first().click()
  await dialog(page).locator('summary').click()
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await dialog(page).getByText('Describe the picture').waitFor()
  expect(
    await dialog(page).evaluate((box) => [document.documentElement.scrollWidth <= innerWidth, box.scrollWidth <= box.clientWidth]),
  ).toEqual([true, true])
  findings.push(...(await lookHere(page, 'picture dialog', 'brief')))
  expect(findings).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('signing out asks about pictures that are nowhere else, and takes them away', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  await signIn(page, 'lina')
  await openNewDesk(page)
  await writeAtDesk(page, 'Left behind', 'One:')
  await untilState(page, 'Saved')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await textOf(page).waitFor()
  await site.goOffline()
  await drop(page, await photo(300, 200), await photo(310, 200))
  await page.getByText('2 pictures were added.').waitFor()
  await untilState(page, 'On this device')
  await page.locator('summary[aria-label*="your account"]').click()
  await page.locator('.menu-items').getByRole('button', { name: 'Sign out' }).click()
  const asking = page.getByRole('dialog')
  // The text is one thing, and each picture another.
  await asking.getByText(/3 things not sent yet/u).waitFor()
  await asking.getByRole('button', { name: 'Discard and sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).sort())
  expect((await names()).filter((name) => name?.includes('pictures') === true)).toEqual([])
})
