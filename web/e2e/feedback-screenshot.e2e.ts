/**
 * The screenshot of feedback: what is hidden in it is nowhere, and there is always another way to
 * have one.
 */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { rowsOf } from './support/device.ts'
import { addScreenshot, boxOf, coloursIn, dialogOf, draw, layPattern, openFeedback, sendButton } from './support/feedback.ts'
import { alive, placesOf } from './support/places.ts'
import { test } from './support/test-page.ts'

const words = 'The second side note sits a line too low. Ünïcödé too: 漢字.'
const description = (page: Page): Locator => page.getByLabel('Description', { exact: true })
const banner = (page: Page): Locator => page.locator('.fb-banner')
const messages = (site: Site) => rowsOf(site, 'feedback_messages')

test('what is hidden is one flat colour in the picture that arrives: also at 1.5 device pixels a pixel, scrolled, over a highlight', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  for (const [deviceScaleFactor, scrolled] of [
    [1, 0],
    [1.5, 700],
  ] as const) {
    const { page } = await site.newReader({ deviceScaleFactor, viewport: { width: 1000, height: 700 } })
    await page.goto(essay)
    await alive(page)
    await page.evaluate((to) => scrollTo(0, to), scrolled)
    await layPattern(page)
    await openFeedback(page)
    await description(page).fill(`${words} ${deviceScaleFactor}`)
    expect((await addScreenshot(page)).by).toBe('page')
    await draw(page, 'Highlight', [0.3, 0.3], [0.7, 0.7])
    await draw(page, 'Hide', [0.4, 0.4], [0.6, 0.55])
    const hidden = await boxOf(page, 1)
    await sendButton(page).click()
    await banner(page).waitFor()
    const count = deviceScaleFactor === 1 ? 1 : 2
    await expect.poll(() => rowsOf(site, 'feedback_screenshots').length).toBe(count)
    const png = pictureOf(site, `${words} ${deviceScaleFactor}`)
    const inside = {
      x: Math.floor(hidden.x),
      y: Math.floor(hidden.y),
      width: Math.floor(hidden.width),
      height: Math.floor(hidden.height),
    }
    const { colours, width, height } = await coloursIn(page, png, inside)
    expect(colours).toEqual(['0,0,0,255'])
    expect(Math.max(width, height)).toBeLessThanOrEqual(1280)
    // Above it the highlight leaves the pattern as it is.
    const above = await coloursIn(page, png, { ...inside, y: inside.y - 44, height: 40 })
    expect(above.colours).toContain('192,16,32,255')
    expect(above.colours).toContain('240,240,32,255')
    expect(await page.locator('.shot-editor').count()).toBe(0)
  }
})

test('less than a pixel is discarded, by mouse and by finger; what is drawn can be removed, and the whole picture too; where our own drawing fails the browser draws; where that fails too, a tab or a file can be had, and it is said why not', async ({
  site,
}) => {
  const { page, context, expectProblems } = await site.newReader()
  await page.goto(`${site.origin}/about`)
  await alive(page)
  await openFeedback(page)
  await addScreenshot(page)
  await draw(page, 'Hide', [0.5, 0.5], [0.5, 0.5])
  await draw(page, 'Hide', [0.5, 0.5], [0.5, 0.8])
  await draw(page, 'Hide', [0.5, 0.5], [0.8, 0.5])
  expect(await page.locator('.shot-box').count()).toBe(0)
  await draw(page, 'Hide', [0.5, 0.5], [0.8, 0.8])
  await draw(page, 'Highlight', [0.2, 0.2], [0.4, 0.4])
  expect(await page.locator('.shot-box').count()).toBe(2)
  const session = await context.newCDPSession(page)
  const shown = await page.locator('canvas.shot').boundingBox()
  if (shown === null) throw new Error('no picture')
  const finger = (x: number, y: number) => ({ x: shown.x + x * shown.width, y: shown.y + y * shown.height })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: readonly { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] })
  await touch('touchStart', finger(0.1, 0.5))
  await touch('touchEnd')
  expect(await page.locator('.shot-box').count()).toBe(2)
  await touch('touchStart', finger(0.1, 0.5))
  await touch('touchMove', finger(0.2, 0.6))
  await touch('touchMove', finger(0.3, 0.7))
  await touch('touchEnd')
  await expect.poll(() => page.locator('.shot-box').count()).toBe(3)
  expect(await page.locator('.shot-box').last().getAttribute('aria-label')).toBe('Highlight 2')
  await page.getByRole('button', { name: 'Remove: Hidden part 1' }).click()
  await expect.poll(() => page.locator('.shot-box').count()).toBe(2)
  await dialogOf(page).getByRole('button', { name: 'Highlight', exact: true }).click()
  expect(await dialogOf(page).getByRole('button', { name: 'Highlight', exact: true }).getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.press('Escape')
  await openFeedback(page)
  expect(await page.locator('.shot-box').count()).toBe(2)
  await dialogOf(page).getByRole('button', { name: 'Remove screenshot' }).click()
  await dialogOf(page).getByRole('button', { name: 'Add a screenshot' }).waitFor()

  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      'h1 { color: oklch(0.5 0.1 200); box-shadow: 0 0 4px color-mix(in oklab, red, blue); -webkit-text-stroke: 1px lab(40 10 10) }',
    )
    document.adoptedStyleSheets.push(sheet)
  })
  const strange = await addScreenshot(page)
  expect(strange.by).toBe('page')
  expect(strange.mended).toBeGreaterThanOrEqual(3)
  await dialogOf(page).getByRole('button', { name: 'Remove screenshot' }).click()
  // The second engine tries two style elements that the page's policy refuses, and does without
  // them.
  expectProblems(/Applying inline style violates/u)
  await page.evaluate(() => {
    const refuse = () => {
      throw new Error('no words')
    }
    Object.defineProperty(CanvasRenderingContext2D.prototype, 'fillText', { value: refuse })
  })
  expect((await addScreenshot(page)).by).toBe('browser')
  await dialogOf(page).getByRole('button', { name: 'Remove screenshot' }).click()
  await page.evaluate(() => Object.defineProperty(XMLSerializer.prototype, 'serializeToString', { value: () => '<' }))
  await dialogOf(page).getByRole('button', { name: 'Add a screenshot' }).click()
  await dialogOf(page).getByText('Couldn’t capture the page. Choose a picture instead.').waitFor()
  const tab = dialogOf(page).getByRole('button', { name: 'Capture this tab' })
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    Object.defineProperty(navigator.mediaDevices, 'getDisplayMedia', { value: refuse, configurable: true })
  })
  await tab.click()
  await dialogOf(page).getByText('Your browser didn’t allow capturing this tab.').waitFor()
  const chooser = dialogOf(page).locator('input[type=file]')
  await chooser.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await dialogOf(page).getByText('Your browser can’t open that file as a picture.').waitFor()
  await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 3000
    canvas.height = 1000
    // A tab is drawn again and again.
    setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 10, 10), 50)
    const stream = () => Promise.resolve(canvas.captureStream(10))
    Object.defineProperty(navigator.mediaDevices, 'getDisplayMedia', { value: stream, configurable: true })
  })
  await tab.click()
  await page.locator('.shot-editor').waitFor()
  expect(await page.locator('canvas.shot').evaluate((shot: HTMLCanvasElement) => [shot.width, shot.height])).toEqual([1280, 426])
  await dialogOf(page).getByRole('button', { name: 'Remove screenshot' }).click()
  await chooser.setInputFiles('public/icons/icon-512.png')
  await page.locator('.shot-editor[data-by="file"]').waitFor()
})

function pictureOf(site: Site, message: string): string {
  const id = messages(site).find((each) => each['message'] === message)?.['id']
  const picture = rowsOf(site, 'feedback_screenshots').find((each) => each['id'] === id)?.['bytes']
  if (typeof picture !== 'string') throw new Error('no picture has arrived')
  return picture
}
