import { expect, test } from 'vitest'
import { setHidden } from '#shared/feed/settings-mutations.ts'
import { hiddenItemId, hiddenItems } from '#shared/feed/settings-schema.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { resolvePrediction } from '#shared/predictions/mutations.ts'
import { setBookmark } from '#shared/reading/mutations.ts'
import { bookmarkId, bookmarks } from '#shared/reading/schema.ts'
import { aPost } from '#shared/testing/factories.ts'
import { asMember, openTestDevice } from '../testing/device.ts'
import { nextId } from '../testing/dom.tsx'
import { network } from '../testing/network.ts'
import { mutate } from './mutate.ts'

const done = { json: { outcome: 'applied' } }
const error = { code: 'not-allowed', reason: null, field: null, retryAfterMs: null } as const

/** A member's device that knows of a post. */
async function withPost() {
  const { device } = await openTestDevice()
  const id = nextId()
  const account = device.account ?? ''
  return {
    args: { targetKind: 'post', targetId: id, isSaved: true } as const,
    hint: () => device.hint(posts, aPost({ id })),
    isSaved: async () => (await device.read.get(bookmarks, bookmarkId(account, id)))?.isSaved ?? false,
    isHidden: async () => (await device.read.get(hiddenItems, hiddenItemId(account, 'front', id)))?.isHidden ?? false,
    hiding: { list: 'front', itemId: id, isHidden: true, reason: '' } as const,
  }
}

test('a mutation of devices is done on the device, and nobody is asked', async () => {
  const { args, hint, isSaved } = await withPost()
  expect(await mutate(setBookmark, args, { hint })).toEqual({ message: null, wasSent: false })
  expect([await isSaved(), network.asked()]).toEqual([true, []])
})

test('what the device does not hold the server is asked about', async () => {
  const { args, isSaved } = await withPost()
  network.answers(links.mutation('bookmarks.set'), done)
  expect(await mutate(setBookmark, args)).toEqual({ message: null, wasSent: true })
  expect([await isSaved(), network.asked()]).toMatchObject([false, [{ body: JSON.stringify({ args }) }]])
})

test('the device of another account does nothing', async () => {
  const { args, hint, isSaved } = await withPost()
  network.answers(links.mutation('bookmarks.set'), done)
  expect(await mutate(setBookmark, args, { hint, by: nextId() })).toEqual({ message: null, wasSent: true })
  expect(await isSaved()).toBe(false)
})

test('a mutation that a page of the server shows is asked of the server, and kept by the device without a network', async () => {
  const { hiding, isHidden } = await withPost()
  network.answers(links.mutation('feed.hide'), done)
  expect(await mutate(setHidden, hiding)).toEqual({ message: null, wasSent: true })
  expect(await isHidden()).toBe(false)
  network.isOffline = true
  expect(await mutate(setHidden, hiding)).toEqual({ message: null, wasSent: false })
  expect(await isHidden()).toBe(true)
})

test('what only the server does is never kept by a device', async () => {
  await openTestDevice()
  network.isOffline = true
  const turned = { postId: nextId(), questionUid: 'rain', outcome: 'yes' } as const
  expect(await mutate(resolvePrediction, turned, { first: 'device' })).toEqual({
    message: 'You’re offline, so nothing was changed.',
    wasSent: false,
  })
})

test.each([
  ['a refusal', { json: { outcome: 'rejected', error } }, {}, /have permission/u],
  ['too fast', { json: { outcome: 'later', retryAfterMs: 120_000 } }, {}, /too fast/u],
  [
    'too fast, in the caller’s words',
    { json: { outcome: 'later', retryAfterMs: 9 } },
    { later: (ms: number) => `Wait ${ms}.` },
    /^Wait 9\.$/u,
  ],
])('without a device the server’s answer is shown: %s', async (_what, answer, options, message) => {
  asMember()
  network.answers(links.mutation('bookmarks.set'), answer)
  const args = { targetKind: 'post', targetId: nextId(), isSaved: true } as const
  const { message: said, wasSent } = await mutate(setBookmark, args, { patience: 'none', ...options })
  expect(wasSent).toBe(false)
  expect(said).toMatch(message)
})

test('without a device and a network nothing is done, and the message says so', async () => {
  asMember()
  network.isOffline = true
  const args = { targetKind: 'post', targetId: nextId(), isSaved: true } as const
  const said = await mutate(setBookmark, args, { patience: 'none', offline: 'Not saved.' })
  expect(said).toEqual({ message: 'Not saved.', wasSent: false })
})
