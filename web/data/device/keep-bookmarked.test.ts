import { expect, onTestFinished, test } from 'vitest'
import { setRsvp } from '#shared/events/rsvp-mutations.ts'
import { events } from '#shared/events/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf, member, T0 } from '#shared/testing/factories.ts'
import { openAccountDevice } from './account-device.ts'
import { testBrowser } from './testing/browser.ts'

test('an event that one means to come to is kept whatever room is needed, until the answer is taken back', async () => {
  const device = await openAccountDevice(idOf(7), testBrowser().ports)
  onTestFinished(() => device.close())
  await device.setMe({ viewer: member(idOf(7)), name: 'Mia', slug: 'mia', votes: [] })
  device.hint(posts, aPost({ kind: 'event' }))
  const when = { starts: '', ends: '', zone: 'UTC', startAt: null, endAt: null, isOnline: true, location: '', joinUrl: null }
  const more = {
    type: null,
    groupId: null,
    hasRsvps: true,
    isCancelled: false,
    isListed: true,
    sequence: 0,
    createdAt: T0,
    changedAt: T0,
  }
  device.hint(events, { id: idOf(1), ...when, ...more })
  const kept = async () => (await device.held()).find(({ id }) => id === `thread:${idOf(1)}`)?.keep
  for (const [answer, keep] of [
    ['going', 'pinned'],
    ['no', 'visited'],
    ['maybe', 'pinned'],
    ['none', 'visited'],
  ] as const) {
    await device.commit(setRsvp, { postId: idOf(1), answer })
    await expect.poll(kept).toBe(keep)
  }
})
