import { expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { emptyPost } from '../posts/make-post.ts'
import { posts } from '../posts/schema.ts'
import { idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { changeEvent } from './change-mutations.ts'
import type { Event } from './schema.ts'
import { events } from './schema.ts'

const [author, organizer, other] = [member(idOf(1)), member(idOf(2)), member(idOf(3))]
const id = idOf(9)
const event: Event = {
  ...{ id, starts: '2026-12-03T19:00', ends: '2026-12-03T21:00', zone: 'Europe/Oslo', isOnline: false, location: 'Bryggen 1' },
  ...{ startAt: Date.UTC(2026, 11, 3, 18), endAt: Date.UTC(2026, 11, 3, 20), joinUrl: null, type: null, groupId: idOf(20) },
  ...{ latitude: null, longitude: null, cell: null, area: null, hasRsvps: true, isCancelled: false, isListed: true },
  ...{ sequence: 0, createdAt: T0, changedAt: T0 },
}

/** As a device has it: neither groups nor pictures. */
async function onDevice() {
  const mutations = mutationsOver([posts, events])
  const text = { id, revisionId: idOf(8), title: 'Walk', body: { type: 'doc' as const, content: [] }, lang: 'en', kind: 'event' as const }
  const post = emptyPost({ viewer: author, now: T0 }, text)
  await mutations.put(posts, { ...post, status: 'published', publishedAt: T0, groupId: idOf(20), organizerIds: [idOf(2)] })
  await mutations.put(events, event)
  return mutations
}

test('a device changes when and where an event is, and nothing that it does not name; the same again changes nothing', async () => {
  const mutations = await onDevice()
  const args = { id, changed: { starts: '2026-12-04T19:00', ends: '', latitude: 60.4, longitude: 5.3 } }
  await mutations.run(changeEvent, args, { viewer: author, now: T0 + 9 })
  const changed = await mutations.get(events, id)
  expect(changed).toMatchObject({ startAt: Date.UTC(2026, 11, 4, 18), endAt: null, location: 'Bryggen 1', groupId: idOf(20) })
  expect(changed).toMatchObject({ sequence: 1, changedAt: T0 + 9, lastChange: 'changed' })
  expect([changed?.cell === null, changed?.area === null]).toEqual([false, false])
  const before = await mutations.everything()
  await mutations.run(changeEvent, args, { viewer: author, now: T0 + 99 })
  expect(await mutations.everything()).toEqual(before)
  // An organizer of its group names another field meanwhile.
  await mutations.run(changeEvent, { id, changed: { isCancelled: true } }, { viewer: organizer, now: T0 + 100 })
  expect(await mutations.get(events, id)).toMatchObject({ starts: '2026-12-04T19:00', isCancelled: true, lastChange: 'canceled' })
  await mutations.run(changeEvent, { id, changed: { isCancelled: false } }, { viewer: moderator, now: T0 + 101 })
  expect(await mutations.get(events, id)).toMatchObject({ lastChange: 'restored' })
})

test.each([
  ['an end before the start', { ends: '2026-12-03T18:59' }, 'ends'],
  ['an hour that is none', { starts: '2026-12-03T25:00' }, 'starts'],
  ['a day that the clock leaps over', { starts: '2026-03-29T02:30', ends: '' }, 'starts'],
  ['the year 9999', { starts: '9999-12-03T19:00' }, 'changed.starts'],
  ['a zone that does not exist', { zone: 'Mars/Olympus' }, 'zone'],
  ['an offset for a zone', { zone: '+01:00' }, 'zone'],
  ['one coordinate alone', { latitude: 5 }, 'latitude'],
  ['coordinates off the sphere', { latitude: 91, longitude: 0 }, 'changed.latitude'],
  ['no place and not online', { location: '' }, 'location'],
  ['a script for a link', { joinUrl: 'javascript:alert(1)' }, 'changed.joinUrl'],
  ['a group', { groupId: null }, 'changed'],
  ['a picture', { pictureUrl: null }, 'changed'],
  ['what no one may say', { sequence: 9 }, 'changed'],
])('%s is refused, and nothing is stored', async (_what, changed, field) => {
  const mutations = await onDevice()
  const before = await mutations.everything()
  const refusal = await refusalOf(mutations.run(changeEvent, { id, changed }, { viewer: author }))
  expect([refusal.code, refusal.field]).toEqual(['invalid', field])
  expect(await mutations.everything()).toEqual(before)
})

test.each([
  ['a visitor', visitor],
  ['another member', other],
])('%s changes nothing', async (_who, viewer) => {
  const mutations = await onDevice()
  const before = await mutations.everything()
  await refusalOf(mutations.run(changeEvent, { id, changed: { location: 'Elsewhere' } }, { viewer }))
  expect(await mutations.everything()).toEqual(before)
})

test('a line break in a place is none', async () => {
  const mutations = await onDevice()
  await mutations.run(changeEvent, { id, changed: { location: 'A\r\nEND:VEVENT' } }, { viewer: author })
  expect((await mutations.get(events, id))?.location).toBe('A END:VEVENT')
})

test('of two changes that were not sent yet one is kept, with the fields of both', () => {
  const [earlier, later] = [
    { id, changed: { location: 'A', isOnline: true } },
    { id, changed: { location: 'B' } },
  ]
  expect(changeEvent.key?.(earlier)).toBe(changeEvent.key?.(later))
  expect(changeEvent.squash?.(earlier, later)).toEqual({ id, changed: { location: 'B', isOnline: true } })
})
