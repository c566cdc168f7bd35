import { expect, test } from 'vitest'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { rsvpsOf } from '#shared/events/queries.ts'
import { events } from '#shared/events/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'

const said = {
  ...{ id: '', revisionId: '', title: 'Winter walk', starts: '2026-12-03T19:00', ends: '2026-12-03T21:00', zone: 'Europe/Oslo' },
  ...{ location: 'Bryggen 1', joinUrl: '', type: 'social', groupId: '', hasRsvps: 'on', markdown: 'Bring a *lamp*.', from: '/newEvent' },
}

const drafts = defineQuery({ table: events, index: ['isListed', 'startAt'], equals: [false], order: 'ascending', limit: 9 })

test('plain forms begin an event once, refuse what cannot be, and change it', async () => {
  const site = await featureSite()
  const ada = site.browser()
  await ada.signUp('Ada')
  const all = () => site.store.read((read) => read.list(drafts))
  expect((await ada.form('events.make', { ...said, ends: '2026-12-03T18:00' })).status).toBe(400)
  expect((await ada.form('events.make', { ...said, zone: '' })).status).toBe(400)
  expect(await all()).toEqual([])
  for (const _again of [1, 2]) expect((await ada.form('events.make', said)).status).toBe(303)
  const [event] = await all()
  expect(await all()).toHaveLength(1)
  expect(event).toMatchObject({ latitude: null, longitude: null })
  expect(event).toMatchObject({ startAt: Date.UTC(2026, 11, 3, 18), isOnline: false, hasRsvps: true, joinUrl: null, groupId: null })
  const { title: _title, markdown: _text, revisionId: _revision, ...details } = said
  const changed = { ...details, id: event?.id ?? '', isCancelled: 'on', latitude: '60.39', longitude: '-5.3221' }
  for (const wrong of [{ latitude: '60°' }, { latitude: '91' }, { longitude: '' }, { longitude: '-181' }])
    expect((await ada.form('events.put', { ...changed, ...wrong })).status).toBe(400)
  expect(await ada.form('events.put', changed)).toMatchObject({ status: 303, headers: { location: expect.stringContaining('/events/') } })
  expect(await all()).toMatchObject([{ isCancelled: true, sequence: 1, latitude: 60.39, longitude: -5.3221 }])
  for (const capacity of ['0', '10001', '1.5', 'many']) expect((await ada.form('events.put', { ...changed, capacity })).status).toBe(400)
  await ada.form('events.put', { ...changed, capacity: '12' })
  expect(await all()).toMatchObject([{ capacity: 12 }])
  await ada.form('events.put', changed)
  expect(await all()).toMatchObject([{ capacity: null }])
  const ben = site.browser()
  expect((await ben.form('rsvps.set', { postId: event?.id ?? '', answer: 'going', from: '/' })).status).toBe(401)
  await ben.signUp('Ben')
  expect((await ben.form('rsvps.set', { postId: event?.id ?? '', answer: 'going', from: '/' })).status).toBe(404)
  expect((await ben.form('events.put', { ...changed, isCancelled: '' })).status).toBe(404)
  expect(await site.store.read((read) => read.list(rsvpsOf(event?.id ?? '', 'going', 9)))).toEqual([])
})

test('a typed town gives an event its coordinates, its words where there are none, and a zone where none is chosen', async () => {
  const site = await featureSite()
  const ada = site.browser()
  await ada.signUp('Ada')
  const all = () => site.store.read((read) => read.list(drafts))
  expect((await ada.form('events.make', { ...said, town: 'Bergen', location: '', zone: '' })).status).toBe(303)
  expect(await all()).toMatchObject([
    { ...{ zone: 'Europe/Oslo', startAt: Date.UTC(2026, 11, 3, 18), location: 'Bergen, Norway' }, latitude: 60.39299, longitude: 5.32415 },
  ])
  const { title: _title, markdown: _text, revisionId: _revision, ...details } = said
  const changed = { ...details, id: (await all())[0]?.id ?? '', town: 'Tokyo', zone: 'Asia/Seoul', isOnline: 'on', location: '' }
  expect((await ada.form('events.put', { ...changed, town: 'Nowhere at all' })).status).toBe(400)
  expect((await ada.form('events.put', changed)).status).toBe(303)
  expect(await all()).toMatchObject([{ zone: 'Asia/Seoul', latitude: 35.6895, location: '' }])
})
