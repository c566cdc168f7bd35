import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Mutation } from '#shared/kernel/mutation.ts'
import { editComment, postComment, removeComment, restoreComment } from '#shared/comments/mutations.ts'
import { setBookmark, setReadMark } from '#shared/reading/mutations.ts'
import { paragraph } from '#shared/testing/factories.ts'
import { setVote } from '#shared/votes/mutations.ts'
import type { Device } from './testing/device.ts'
import { aDevice, newId } from './testing/device.ts'
import type { Proxy } from './testing/proxy.ts'
import { startProxy } from './testing/proxy.ts'
import type { RealSite } from './testing/world.ts'
import { openPosts, startRealSite, until } from './testing/world.ts'
import { dayMs } from '#shared/kernel/durations.ts'

let site: RealSite
let proxy: Proxy
let postId: string
const devices: Device[] = []
beforeAll(async () => {
  site = await startRealSite()
  proxy = await startProxy(() => site.port)
  postId = String(openPosts(site)[0])
})
afterEach(() => {
  for (const device of devices.splice(0)) device.stop()
  proxy.delayMs = proxy.cutEvery = proxy.answersToCut = 0
  proxy.isPortal = false
})
afterAll(async () => {
  await proxy.close()
  await site.stop()
})

/** Teo moderates: no pause between his comments. */
async function teo(skewMs = 0): Promise<Device> {
  const device = await aDevice({ origin: proxy.origin, ...(await site.member('teo')), skewMs, shapes: [`thread:${postId}`] })
  devices.push(device)
  await until('a link', () => device.status()?.link === 'on')
  await until('all shapes', () => device.contents().shapes.every(({ isComplete }) => isComplete))
  return device
}

const settled = (device: Device): Promise<void> => until('an empty queue', () => device.contents().queue.length === 0)
const resultsOf = (device: Device) =>
  site.table('mutation_results').filter((row) => row['deviceId'] === device.contents().meta.get('device'))

describe('an answer that is cut off on its way', () => {
  // One mutation after the other on one comment, each command once.
  const id = newId()
  const commands: readonly (readonly [string, Mutation<never>, unknown])[] = [
    ['a comment', postComment, { id, postId: '', parentId: null, body: paragraph('Said once.') }],
    ['an edit', editComment, { id, body: paragraph('Said better.'), bodyVersion: 1 }],
    ['a removal', removeComment, { id, reason: '' }],
    ['a restoration', restoreComment, { id }],
    ['a vote', setVote, { targetKind: 'post', targetId: '', axis: 'approval', value: 1 }],
    ['a bookmark', setBookmark, { targetKind: 'post', targetId: '', isSaved: true }],
    ['a read mark', setReadMark, { postId: '', isRead: true, seenUpTo: 0 }],
  ].map(([name, mutation, args]) => [name as string, mutation as unknown as Mutation<never>, args])

  test.each(commands)('%s has one effect', async (_name, mutation, template) => {
    const device = await teo()
    const args = Object.fromEntries(
      Object.entries(template as object).map(([key, value]) => [key, value === '' && key !== 'reason' ? postId : value]),
    )
    const before = proxy.cutsMade
    proxy.answersToCut = 1
    const n = await device.commit(mutation, args as never)
    await until('the cut', () => proxy.cutsMade === before + 1)
    device.nudge('online')
    await settled(device)
    expect(resultsOf(device)).toMatchObject([{ n, outcome: 'applied' }])
    expect(device.contents().refused).toEqual([])
    expect(site.table('comments').filter((row) => row['id'] === id)).toHaveLength(1)
    expect(device.reports).toEqual([])
  })
})

test('over a slow line that is cut again and again every comment arrives once', async () => {
  const device = await teo()
  proxy.delayMs = 100
  proxy.cutEvery = 10
  const texts = Array.from({ length: 25 }, (_, n) => `Over a bad line, ${n}.`)
  for (const text of texts) {
    await device.commit(postComment, { id: newId(), postId, parentId: null, body: paragraph(text) })
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  // A person who sees that nothing moves looks again and again.
  const hope = setInterval(() => device.nudge('online'), 500)
  await until('most of them', () => device.contents().queue.length < 10, 90_000).finally(() => clearInterval(hope))
  proxy.cutEvery = 0
  device.nudge('online')
  await settled(device)
  const bodies = site.table('comments').map((row) => JSON.stringify(row['body']))
  expect(texts.map((text) => bodies.filter((body) => body.includes(text)).length)).toEqual(texts.map(() => 1))
  expect(proxy.cutsMade).toBeGreaterThan(3)
  expect(device.reports).toEqual([])
})

test('a captive portal’s page is never taken for data, and what is queued waits', async () => {
  const device = await teo()
  const rowsBefore = device.contents().rows('comments').length
  proxy.isPortal = true
  proxy.cutAll()
  await device.commit(postComment, { id: newId(), postId, parentId: null, body: paragraph('Behind the portal.') })
  await until('several tries', () => device.status()?.via === 'post' || device.status()?.link === 'off', 30_000)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(device.contents().queue).toHaveLength(1)
  expect(device.contents().rows('comments')).toHaveLength(rowsBefore)
  proxy.isPortal = false
  device.nudge('online')
  await settled(device)
  expect(site.table('comments').filter((row) => JSON.stringify(row['body']).includes('Behind the portal.'))).toHaveLength(1)
})

const tenYearsMs = 10 * 365 * dayMs
test.each([
  ['ten years ahead', tenYearsMs],
  ['ten years behind', -tenYearsMs],
])('a device whose clock is %s says what it has to say, at the server’s time', async (_name, skewMs) => {
  const device = await teo(skewMs)
  const text = `Said ${skewMs} ms away.`
  await device.commit(postComment, { id: newId(), postId, parentId: null, body: paragraph(text) })
  await device.commit(setReadMark, { postId, isRead: true, seenUpTo: Math.max(0, Date.now() + skewMs) })
  await settled(device)
  const row = site.table('comments').find((comment) => JSON.stringify(comment['body']).includes(text))
  expect(Math.abs(Number(row?.['postedAt']) - Date.now())).toBeLessThan(60_000)
  expect(device.contents().refused).toEqual([])
})
