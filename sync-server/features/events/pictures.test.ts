import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { events } from '#shared/events/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { allLocalGroups } from '#shared/local-groups/queries.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { idOf } from '#shared/testing/factories.ts'
import { textPlaces } from '../pictures/text-places.ts'
import type { Browser, FeatureSite } from '../testing/feature-site.ts'
import { featureSite } from '../testing/feature-site.ts'

let site: FeatureSite
let ada: Browser
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  await ada.signUp('Ada')
})

const drafts = defineQuery({ table: events, index: ['isListed', 'startAt'], equals: [false], order: 'ascending', limit: 9 })
const event = async () => (await site.store.read((read) => read.list(drafts)))[0]
const group = async () => (await site.store.read((read) => read.list(allLocalGroups())))[0]
const src = links.picture(idOf(7))

async function upload(id: string, headers: Record<string, string> = {}): Promise<void> {
  const bytes = await sharp({ create: { width: 1_000, height: 600, channels: 3, background: '#7a6' } })
    .png()
    .toBuffer()
  const answer = await ada.send('PUT', `/pictures/${id}`, { accept: 'application/json', 'content-type': 'image/png', ...headers }, bytes)
  expect(answer.status).toBe(201)
}
const change = (id: string, over: object) =>
  site.store.write(async ({ tx }) => {
    const row = await tx.get(pictures, id)
    if (row !== undefined) await tx.put(pictures, { ...row, ...over })
  })

const said = {
  ...{ id: '', revisionId: '', title: 'Winter walk', starts: '', ends: '', zone: 'Europe/Oslo', location: 'Bryggen 1', joinUrl: '' },
  ...{ type: '', groupId: '', hasRsvps: 'on', markdown: 'Bring a lamp.', from: '/newEvent' },
}
const { title: _title, markdown: _text, revisionId: _revision, ...details } = said

test('an event has a picture that was uploaded, with words for it, until another is chosen or none', async () => {
  await upload(idOf(7))
  expect((await ada.form('events.make', { ...said, pictureUrl: src, pictureAlt: 'A lamp on the quay' })).status).toBe(303)
  const made = await event()
  expect(made).toMatchObject({ pictureUrl: src, pictureAlt: 'A lamp on the quay', pictureWidth: 1_000 })
  const put = (over: object) => ada.form('events.put', { ...details, id: made?.id ?? '', ...over })
  // Staff took it down: the rest can still be changed.
  await change(idOf(7), { state: 'removed' })
  expect((await put({ pictureUrl: src, location: 'Elsewhere' })).status).toBe(303)
  expect(await event()).toMatchObject({ location: 'Elsewhere', pictureUrl: src, pictureWidth: 1_000 })
  expect((await put({ pictureUrl: '', pictureAlt: '' })).status).toBe(303)
  expect(await event()).toMatchObject({ pictureUrl: null, pictureAlt: '', pictureWidth: null })
  expect((await put({ pictureUrl: src })).status).toBe(400)
})

test('a group has a banner in the same way', async () => {
  await upload(idOf(7))
  const banner = { bannerUrl: src, bannerAlt: 'The harbor' }
  const one = {
    id: '',
    name: 'Bergen',
    otherName: '',
    organizers: 'Ada',
    location: 'Bergen',
    markdown: '',
    links: '',
    contact: '',
    color: '',
  }
  expect((await ada.form('localGroups.put', { ...one, isActive: 'on', ...banner, from: '/allgroups' })).status).toBe(303)
  expect(await group()).toMatchObject(banner)
  const id = (await group())?.id ?? ''
  expect((await ada.form('localGroups.put', { ...one, id, bannerUrl: 'https://other.example/x.png', from: '/' })).status).toBe(400)
  expect(await group()).toMatchObject(banner)
  expect((await ada.form('localGroups.put', { ...one, id, isActive: 'on', from: '/' })).status).toBe(303)
  expect(await group()).toMatchObject({ bannerUrl: null, bannerAlt: '' })
})

test.each([
  ['from elsewhere', 'https://other.example/x.png', 400],
  ['no picture of this site', '/about', 400],
  ['one that is not here', links.picture(idOf(99)), 429],
])('%s: nothing is stored', async (_what, pictureUrl, status) => {
  expect((await ada.form('events.make', { ...said, pictureUrl })).status).toBe(status)
  expect(await event()).toBeUndefined()
})

test.each([
  ['one that was refused', { state: 'refused' }],
  ['one that staff took down', { state: 'removed' }],
  ['one of a private message', { isPrivate: true }],
])('%s: nothing is stored', async (_what, over) => {
  await upload(idOf(7))
  await change(idOf(7), over)
  expect((await ada.form('events.make', { ...said, pictureUrl: src })).status).toBe(400)
  expect(await event()).toBeUndefined()
})

test('a picture that an event or a group shows is not erased as unused', () => {
  expect(textPlaces.map(({ table }) => table.name)).toEqual(expect.arrayContaining(['events', 'local_groups']))
})
