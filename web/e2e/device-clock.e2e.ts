/** A clock that is wrong by years, and a portal that answers in the server's place. */
import { createServer } from 'node:http'
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { allSent, inDevice, rowsOf, until, visit } from './support/device.ts'
import { alive, placesOf, settled } from './support/places.ts'
import { test } from './support/test-device.ts'
import { commentWith, sendComment, shoot } from './support/thread.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const tenYearsMs = 10 * 365.25 * dayMs
const words = 'By another way than usual. 漢字.'

test('with a clock ten years ahead a comment, a draft and a vote are stored and sent as ever, and the thread stays in its order', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader({ as: 'lina' })
  await reader.context.addInitScript((offset) => {
    const Right = Date
    const now = () => Right.now() + offset
    window.Date = new Proxy(Right, {
      construct: (made, args: [] | [number]) => (args.length === 0 ? new made(now()) : new made(...args)),
      apply: () => new Right(now()).toString(),
      get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
    })
  }, tenYearsMs)
  await visit(reader.page, essay)
  await settled(reader.page, 'device', 'worker', 'sent')
  await site.goOffline()
  await sendComment(reader.page, words)
  await reader.page.locator('.big-votes').getByRole('button', { name: 'Vote up' }).click()
  await reader.page.locator('#new-comment textarea').fill('Half a thought')
  await reader.page.locator('#new-comment').getByText('On this device.').waitFor()
  const { page } = await reader.restart()
  await page.goto(essay)
  await alive(page)
  await until(async () => (await commentWith(page, words).count()) === 1, 'the comment is still there')
  await until(async () => (await page.locator('#new-comment textarea').inputValue()) === 'Half a thought', 'the draft is back')
  await site.goOnline()
  await allSent(page)
  const row = rowsOf(site, 'comments').find((found) => JSON.stringify(found['body']).includes(words))
  expect(Math.abs(Number(row?.['postedAt']) - Date.now())).toBeLessThan(120_000)
  const mark = rowsOf(site, 'read_marks').find((found) => found['userId'] === row?.['authorId'])
  expect(Number(mark?.['seenUpTo'] ?? 0)).toBeLessThan(Date.now() + 120_000)
  await page.goto(essay)
  await alive(page)
  expect(await commentWith(page, words).innerText()).not.toMatch(/\d+ ?y/u)
})

test('a portal that answers everything with a page of its own is taken for no data: what waits is kept and goes out afterwards', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader({ as: 'lina' })
  reader.expectProblems(/./u)
  const { page } = reader
  await visit(page, `${site.origin}/`)
  await visit(page, essay)
  await site.goOffline()
  const portal = createServer((_asked, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' })
    answer.end('<!doctype html><title>Portal</title><p>Welcome to the Hotel Net. Please pay.</p>')
  })
  portal.on('upgrade', (_asked, socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<p>Please pay.</p>'))
  await new Promise<void>((resolve) => portal.listen(Number(new URL(site.origin).port), '127.0.0.1', resolve))
  await reader.context.setOffline(false)
  try {
    const before = (await inDevice(page, 'comments')).length
    await sendComment(page, words)
    await page.locator('.to-outbox').waitFor()
    // A link of the app, then a start of it.
    await page.locator('.wordmark').click()
    await page.locator('.row a[href^="/posts/"]').first().waitFor()
    await shoot(page, 'portal-front')
    await page.goto(essay)
    await alive(page)
    await until(async () => (await commentWith(page, words).count()) === 1, 'the own comment is there')
    await page.getByText('Hotel Net').waitFor({ state: 'detached' })
    await shoot(page, 'portal-thread')
    expect((await inDevice(page, 'comments')).length).toBe(before)
    expect((await inDevice(page, 'refused')).length).toBe(0)
    await expect.poll(() => page.locator('summary[aria-label*="your account"]').count()).toBe(1)
  } finally {
    portal.closeAllConnections()
    await new Promise((resolve) => portal.close(resolve))
  }
  await site.goOnline()
  await page.goto(essay)
  await allSent(page)
  expect(textsOf(site, words)).toBe(1)
})

const textsOf = (site: Site, text: string): number =>
  rowsOf(site, 'comments').filter((row) => JSON.stringify(row['body']).includes(text)).length
