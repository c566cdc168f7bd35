/** Where websockets are blocked, and where nothing of one's own has come to the device yet. */
import { expect } from 'vitest'
import type { Site } from './support/browser.ts'
import { allSent, inDevice, itemsInDevice, rowsOf, until, visit } from './support/device.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'
import { commentWith, sendComment } from './support/thread.ts'

const words = 'By another way than usual. 漢字.'
const back = 'An answer that comes by itself.'

test('before anything of mine has come, all comments show how I voted; where websockets are blocked everything goes by requests: the own comment out, the other one’s in, and none twice', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader()
  reader.expectProblems(/WebSocket|net::ERR_FAILED|Failed to load resource/u)
  const { page } = reader
  let sockets = 0
  await reader.context.routeWebSocket(/\/sync$/u, (socket) => {
    sockets += 1
    void socket.close({ code: 1006 }).catch(() => socket.close())
  })
  const posts: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/sync') posts.push(request.method())
  })
  await signIn(page, 'lina')
  await page.route('**/sync', (route) => route.abort())
  const me = rowsOf(site, 'members').find((row) => row['userName'] === 'lina')?.['id']
  const mine = rowsOf(site, 'votes').filter((row) => row['targetKind'] === 'comment' && row['axis'] === 'approval' && row['value'] === 1)
  await page.goto(`${site.origin}/allComments?limit=300`)
  await alive(page)
  const shown = new Set(await page.locator('ul.talk > li').evaluateAll((all) => all.map(({ id }) => id)))
  const expected = mine.flatMap((row) => (row['userId'] === me && shown.has(String(row['targetId'])) ? [String(row['targetId'])] : []))
  expect(expected.length).toBeGreaterThan(3)
  for (const id of expected) await page.locator(`[id="${id}"] > article .v-up[aria-pressed="true"]`).waitFor({ state: 'attached' })
  expect(await inDevice(page, 'votes')).toEqual([])

  await page.unroute('**/sync')
  posts.length = 0
  await visit(page, essay)
  await sendComment(page, words)
  await allSent(page)
  expect(textsOf(site, words)).toBe(1)
  expect(sockets).toBeGreaterThan(0)
  expect(posts.length).toBeGreaterThan(0)

  const other = await site.newReader()
  await signIn(other.page, 'yusuf')
  await visit(other.page, essay)
  await sendComment(other.page, back)
  await allSent(other.page)
  await until(
    async () => (await itemsInDevice(page, 'comments')).some((row) => JSON.stringify(row).includes(back)),
    'it is on the device',
    120_000,
  )
  await expect.poll(() => commentWith(page, words).count()).toBe(1)
})

const textsOf = (site: Site, text: string): number =>
  rowsOf(site, 'comments').filter((row) => JSON.stringify(row['body']).includes(text)).length
