import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { testSite } from '../testing/rows-read.ts'
import { keptAt, startKeeping } from '../../data/saved-text.ts'
import * as reports from '../../data/reports/feedback.ts'
import type { FeedbackSent, OutgoingFeedback } from '../../data/reports/outgoing.ts'
import { roomForScreenshot } from '../../data/reports/outgoing.ts'
import { reporting } from '../../data/reports/reporting.ts'
import { wordsNow } from '../../data/typed-words/local-typed-words.ts'
import { asMember, asVisitor } from '../../testing/device.ts'
import { expectAccessible, focused, press, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { FeedbackBanner } from './feedback-banner.tsx'
import { FeedbackPlace } from './feedback-root.tsx'
import { banner, dropShot, opening, shot } from './feedback-state.ts'

// The collector of reports is Sentry's client with a worker and a database of its own: what is
// handed to it is what counts here.
vi.mock('../../data/reports/feedback.ts', { spy: true })
startKeeping()

const dialog = page.getByRole('dialog', { name: 'Send feedback' })
const message = page.getByLabelText('Description')
const send = page.getByRole('button', { name: 'Send' })
const alert = page.getByRole('alert').last()

let answer: (outgoing: OutgoingFeedback) => Promise<FeedbackSent> = async () => 'sent'
const sent = () => vi.mocked(reports.sendFeedback).mock.calls.map(([outgoing]) => outgoing)

/** What is kept of it on this device. */
const keptMessage = () => keptAt('feedback').then((row) => row?.values['message'])

beforeEach(() => {
  answer = async () => 'sent'
  vi.mocked(reports.sendFeedback).mockReset()
  vi.mocked(reports.sendFeedback).mockImplementation((outgoing) => answer(outgoing))
  asVisitor()
})
afterEach(() => {
  dropShot()
  opening.set(null)
  banner.set(null)
  reporting.set(null)
})

/** The dialog, opened from a button. */
async function open(rules: { readonly nameRequired?: boolean; readonly emailRequired?: boolean } = {}) {
  reporting.set({ site: { ...testSite, reports: { ...testSite.reports, ...rules } }, routeOf: () => '*' } as never)
  const opener = Object.assign(document.createElement('button'), { textContent: 'Feedback' })
  document.body.append(opener)
  opener.focus()
  opening.set({ eventId: null, opener })
  const shown = await show(<FeedbackPlace />)
  await expect.element(dialog).toBeVisible()
  return shown
}

/** What compresses worst. */
function noise(width: number, height: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  const pixels = new ImageData(width, height)
  for (let at = 0; at < pixels.data.length; at += 65_536) crypto.getRandomValues(pixels.data.subarray(at, at + 65_536))
  context?.putImageData(pixels, 0, 0)
  return canvas
}

test('feedback opens with the focus in its description', async () => {
  await open()
  expect(focused()).toBe('Description')
  await expectAccessible()
})

test('feedback without a description is not sent, and the field says why', async () => {
  await open()
  await send.click()
  await expect.element(alert).toMatchTextContent('Description')
  await expect.element(message).toHaveAttribute('aria-invalid', 'true')
  await expect.element(message).toHaveFocus()
  expect(sent()).toEqual([])
})

test('a name that is asked for is missed before the description', async () => {
  await open({ nameRequired: true })
  expect(focused()).toBe('Name')
  await message.fill('It hurts')
  await send.click()
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  expect(sent()).toEqual([])
})

test('a misspelt address is not sent', async () => {
  await open()
  await message.fill('It hurts')
  await page.getByLabelText('Email').fill('ada')
  await send.click()
  await expect.element(alert).toMatchTextContent('doesn’t look like an email address')
  expect(sent()).toEqual([])
})

test('feedback is sent trimmed, and a thank you takes the place of the dialog', async () => {
  await open()
  await message.fill('  It hurts  ')
  await send.click()
  await expect.element(page.getByText('Thank you. Your feedback has been sent.')).toBeVisible()
  expect(sent()).toEqual([
    { id: expect.stringMatching(/^[0-9a-f]{32}$/u), name: '', email: '', message: 'It hurts', screenshot: null, eventId: null },
  ])
  expect(opening.get()).toBeNull()
})

test('after sending, the focus is where it was before', async () => {
  await open()
  await message.fill('It hurts')
  await send.click()
  await expect.element(page.getByText(/^Thank you/u)).toBeVisible()
  await expect.poll(focused).toBe('Feedback')
})

test('an address that was put right is no longer marked', async () => {
  await open()
  await message.fill('It hurts')
  const email = page.getByLabelText('Email')
  await email.fill('ada')
  await send.click()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ada@example.org')
  await expect.element(email).not.toHaveAttribute('aria-invalid')
  await expect.poll(() => alert.query()).toBeNull()
})

test('a picture that would be too large is sent with fewer pixels, and nothing of what is hidden', async () => {
  await open()
  shot.set({
    picture: noise(1_280, 960),
    by: 'file',
    mended: 0,
    boxes: [{ id: 'left', kind: 'hide', x: 0, y: 0, width: 640, height: 960 }],
  })
  await message.fill('Look')
  await send.click()
  await expect.element(page.getByText(/^Thank you/u)).toBeVisible()
  const screenshot = sent()[0]?.screenshot
  expect(screenshot?.length).toBeLessThanOrEqual(roomForScreenshot('Look'))
  const picture = await createImageBitmap(new Blob([new Uint8Array(screenshot ?? [])]))
  expect(picture.width / picture.height).toBeCloseTo(4 / 3, 1)
  expect(picture.width).toBeGreaterThan(320)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')
  context?.drawImage(picture, 0, 0)
  const left = context?.getImageData(0, 0, Math.floor(picture.width / 2) - 2, picture.height).data ?? []
  expect(left.length).toBeGreaterThan(0)
  expect(left.every((value, at) => value === (at % 4 === 3 ? 255 : 0))).toBe(true)
})

test('feedback pressed twice is sent once', async () => {
  const { promise, resolve } = Promise.withResolvers<FeedbackSent>()
  answer = () => promise
  await open()
  await message.fill('Once')
  await send.click()
  await expect.element(send).toBeDisabled()
  await press('{Enter}')
  resolve('sent')
  await expect.element(page.getByText(/^Thank you/u)).toBeVisible()
  expect(sent()).toHaveLength(1)
})

test('while it is on its way Escape does not close the dialog', async () => {
  answer = () => new Promise(() => undefined)
  await open()
  await message.fill('Wait')
  await send.click()
  await expect.element(page.getByText('Sending…')).toBeVisible()
  await press('{Escape}')
  await expect.element(dialog).toBeVisible()
})

test('what could not be sent stays in the dialog, with the reason', async () => {
  answer = async () => {
    throw new Error('Couldn’t send. Your text is still here.')
  }
  await open()
  await message.fill('Still here')
  await send.click()
  await expect.element(alert).toHaveTextContent('Couldn’t send. Your text is still here.')
  await expect.element(message).toHaveValue('Still here')
  await expect.element(send).toBeEnabled()
})

test('feedback that waits for a connection says so', async () => {
  answer = async () => 'queued'
  await open()
  await message.fill('Later')
  await send.click()
  await expect.element(page.getByText(/is saved on this device and will be sent/u)).toBeVisible()
})

test('Escape closes the dialog, keeps what was typed and gives the focus back', async () => {
  await open()
  await message.fill('To be continued')
  await press('{Escape}')
  await expect.poll(focused).toBe('Feedback')
  await expect.poll(keptMessage).toBe('To be continued')
})

test('a press beside the dialog closes it and keeps what was typed', async () => {
  await open()
  await message.fill('To be continued')
  await dialog.click({ position: { x: -20, y: 5 }, force: true })
  await expect.poll(() => dialog.query()).toBeNull()
  await expect.poll(keptMessage).toBe('To be continued')
})

test('going to another page keeps what was typed', async () => {
  const shown = await open()
  await message.fill('To be continued')
  await expect.poll(keptMessage).toBe('To be continued')
  await shown.unmount()
  await open()
  await expect.element(message).toHaveValue('To be continued')
})

test('what was typed before is there when the dialog is opened again', async () => {
  await wordsNow().save('feedback', { values: { message: 'From before' }, at: 1 })
  await open()
  await expect.element(message).toHaveValue('From before')
})

test('sent feedback is no longer kept', async () => {
  await open()
  await message.fill('Sent')
  await expect.poll(keptMessage).toContain('Sent')
  await send.click()
  await expect.element(page.getByText(/^Thank you/u)).toBeVisible()
  await expect.poll(keptMessage).toBeUndefined()
})

test('feedback on its way is marked on the device with the id under which it goes', async () => {
  answer = () => new Promise(() => undefined)
  await open()
  await message.fill('On its way')
  await send.click()
  await expect.poll(() => sent().length).toBe(1)
  const row = await keptAt('feedback')
  expect(row?.sending).toMatchObject({ id: sent()[0]?.id, values: { message: 'On its way' } })
})

test('a member finds name and address filled in', async () => {
  asMember()
  network.answers(links.me(), { json: { viewer: { kind: 'visitor' }, name: null, slug: null, votes: [] } })
  await open()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Mia')
})

test('the dialog says while one types how much is too long', async () => {
  await open()
  const field = message.element()
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('no field')
  field.value = 'x'.repeat(200_000)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await expect.element(page.getByText(/characters too long/u)).toBeVisible()
})

test('the thank you goes with a press', async () => {
  await show(<FeedbackBanner />)
  banner.set('sent')
  await page.getByRole('button', { name: /^Thank you/u }).click()
  await expect.poll(() => page.getByRole('button').query()).toBeNull()
})
