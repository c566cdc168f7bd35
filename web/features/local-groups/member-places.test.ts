import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import { cellsOf } from '#shared/local-groups/cells.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { aMember, aPost, idOf, member, moderator, paragraph, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const named = (n: number, name: string) => ({
  ...aMember(),
  ...{ id: idOf(n), userName: name, userNameKey: name, displayNameKey: name, displayName: name, slug: name, isDeactivated: false },
})
const event = (n: number, latitude: number, longitude: number) => ({
  ...{ id: idOf(n), starts: '2026-12-03T19:00', ends: '', zone: 'UTC', startAt: T0 + n * dayMs, endAt: null, isOnline: false },
  ...{ location: `Hall ${n}`, latitude, longitude, ...cellsOf({ latitude, longitude }), joinUrl: null, type: null, groupId: null },
  ...{ hasRsvps: true, isCancelled: false, isListed: true, sequence: 0, createdAt: T0, changedAt: T0 },
})
const group = (n: number, name: string, latitude: number | null, longitude: number | null) => ({
  ...{ id: idOf(n), name, otherName: '', organizerIds: [idOf(1)], body: paragraph('We walk.'), isOnline: false, location: name },
  ...{ latitude, longitude, categories: [], links: [], contact: '', color: null, isActive: true, makerId: idOf(1), createdAt: T0 },
})
const place = {
  ...{ id: idOf(1), location: 'Canaryville', latitude: 60.39299, longitude: 5.32415, radius: 60, notifies: true },
  ...{ notifiedArea: null, changedAt: T0 },
}
const rows = {
  members: [named(1, 'ada'), named(2, 'ben')],
  member_places: [place],
  map_points: [{ id: idOf(2), latitude: 52.5, longitude: 13.4, isExact: false, note: 'Tea <b>', at: T0 }],
  events: [event(11, 60.5, 5.3), event(12, 59.91, 10.75), event(13, -60, 5)],
  posts: [11, 12, 13].map((n) => aPost({ id: idOf(n), title: `Walk ${n}`, slug: `walk-${n}`, kind: 'event' })),
  local_groups: [group(20, 'Aachen', 50.77, 6.08), group(21, 'Voss', 60.63, 6.42), group(22, 'Nowhere', null, null)],
}
const ada = { viewer: member(idOf(1)) }
const at = async (url: string, over: Partial<PageData> = {}) =>
  (await web.render({ url, as: 'html' }, testPageData(rows, { now: T0, ...over }))).body.replaceAll('<!-- -->', '')
const walks = (body: string): readonly string[] => [...body.matchAll(/>(Walk \d+)</gu)].map(([, title = '']) => title)

describe('/nearbyEvents', () => {
  test('has what comes near one’s own place, with how far it is, and the nearest groups', async () => {
    const body = await at('/nearbyEvents', ada)
    expect(walks(body)).toEqual(['Walk 11'])
    expect(body).toContain('12 km away')
    expect(body.indexOf('>Voss</a>')).toBeLessThan(body.indexOf('>Aachen</a>'))
    expect(body).not.toContain('Nowhere')
    expect(body).toContain('of Canaryville')
    expect(body).toContain('noindex')
    expect(walks(await at('/nearbyEvents?radius=300', ada))).toEqual(['Walk 11'])
    expect(walks(await at('/nearbyEvents?radius=400', ada))).toEqual(['Walk 11', 'Walk 12'])
    expect(walks(await at('/nearbyEvents?radius=none', ada))).toEqual(['Walk 11'])
  })

  test('one’s own place is in no link but that of the map and the calendar, rounded', async () => {
    const body = await at('/nearbyEvents', ada)
    expect(body).toContain('href="/nearbyEvents?radius=25"')
    expect(body).toContain('/nearby.ics?lat=60.39&amp;lng=5.32&amp;radius=60')
    expect(body).not.toContain('60.39299')
  })

  test('is near the place of its address, for anybody', async () => {
    expect(walks(await at('/nearbyEvents?lat=59.9&lng=10.7'))).toEqual(['Walk 12'])
    expect(walks(await at('/nearbyEvents?lat=59.9&lng=10.7', ada))).toEqual(['Walk 12'])
    expect(await at('/nearbyEvents?lat=0&lng=0')).toContain('No upcoming events within 100 km.')
  })

  test('asks a member without a place for one, and a visitor to sign in', async () => {
    expect(await at('/nearbyEvents', { viewer: member(idOf(2)) })).toContain('href="/account?tab=place"')
    const body = await at('/nearbyEvents?lat=91&lng=0')
    expect(body).toContain('href="/login?returnTo=%2FnearbyEvents"')
    expect(walks(body)).toEqual([])
  })
})

describe('/community', () => {
  test('has what is near its reader, and the nearest local groups first', async () => {
    const body = await at('/community', ada)
    const near = /id="events-near"[^]*?<\/section>/u.exec(body)?.[0] ?? ''
    expect(walks(near)).toEqual(['Walk 11'])
    expect(body.indexOf('>Voss</a>')).toBeLessThan(body.indexOf('>Aachen</a>'))
    expect(body.indexOf('>Aachen</a>')).toBeLessThan(body.indexOf('>Nowhere</a>'))
  })

  test.each([
    ['a visitor', {}],
    ['another member', { viewer: member(idOf(2)) }],
    ['a moderator', { viewer: moderator }],
  ])('shows %s nothing of anybody’s place', async (_who, over) => {
    for (const url of ['/community', '/nearbyEvents', '/groups-map', '/', '/users/ada'])
      expect(await at(url, over)).not.toMatch(/Canaryville|60\.392/u)
  })
})

test('the front page has the next few events for everybody', async () => {
  const body = await at('/')
  const strip = /class="meta events-strip"[^]*?<\/nav>/u.exec(body)?.[0] ?? ''
  expect(walks(strip)).toEqual(['Walk 11', 'Walk 12', 'Walk 13'])
  expect(await at('/?sort=latest')).not.toContain('events-strip')
})

describe('the map', () => {
  test('has a layer of members who placed themselves, and its list says the same', async () => {
    const body = await at('/groups-map?show=members')
    expect(body).toMatch(/class="map-pin"[^>]* aria-label="ben, Tea &lt;b&gt;"/u)
    expect(body).toContain('Member · Tea &lt;b&gt;')
    expect(body).toContain('<a href="/users/ben">ben</a>')
    expect(body).not.toContain('href="/users/ada"')
    expect(body).not.toContain('>Aachen</a>')
    expect(await at('/groups-map?show=groups')).not.toContain('/users/ben')
    expect(await at('/groups-map')).toContain('/users/ben')
  })
})

describe('the place in one’s account', () => {
  const own = {
    ...{ userId: idOf(1), userName: 'ada', displayName: 'Ada', slug: 'ada', bio: '', email: 'ada@example.org', emailVerifiedAt: T0 },
    ...{ karma: 3, sessions: [] },
  }
  test('has a form for the place and one for the map, with what was said', async () => {
    const body = await at('/account?tab=place', { ...ada, own })
    expect(body).toContain('action="/api/form/memberPlaces.put"')
    expect(body).toContain('action="/api/form/mapPoints.put"')
    expect(body).toContain('value="60.39299"')
    expect(body).toContain('action="/api/form/memberPlaces.remove"')
    expect(body).not.toContain('mapPoints.remove')
    expect(await at('/account', { ...ada, own })).not.toContain('memberPlaces.put')
  })

  test('of another member is their own', async () => {
    const body = await at('/account?tab=place', { viewer: member(idOf(2)), own: { ...own, userId: idOf(2) } })
    expect(body).not.toContain('60.39299')
    expect(body).toContain('action="/api/form/mapPoints.remove"')
  })
})
