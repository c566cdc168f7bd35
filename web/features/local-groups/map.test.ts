import { describe, expect, test } from 'vitest'
import { dayMs } from '#shared/kernel/durations.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { testPageData, testSite } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const aGroup = (n: number, name: string, latitude: number | null, longitude: number | null, over = {}) => ({
  ...{ id: idOf(n), name, otherName: '', organizerIds: [idOf(1)], body: paragraph('We walk.'), isOnline: false, location: `At ${name}` },
  ...{ latitude, longitude, categories: ['city'], links: [], contact: '', color: null, isActive: true, makerId: idOf(1), createdAt: T0 },
  ...over,
})
const anEvent = (n: number, latitude: number | null | undefined, longitude: number | null | undefined, over = {}) => ({
  ...{ id: idOf(n), starts: '2026-12-03T19:00', ends: '2026-12-03T21:00', zone: 'Europe/Oslo', isOnline: false, location: `Hall ${n}` },
  ...{ startAt: T0 + dayMs, endAt: T0 + dayMs + 9, joinUrl: null, type: 'social', groupId: null, hasRsvps: true, isCancelled: false },
  ...{ isListed: true, sequence: 0, createdAt: T0, changedAt: T0 },
  ...(latitude === undefined ? {} : { latitude, longitude }),
  ...over,
})
const aPostOf = (n: number, title: string, over = {}) => aPost({ id: idOf(n), title, slug: `event-${n}`, kind: 'event', ...over })
const rows = {
  local_groups: [
    aGroup(20, 'Bergen <b>', 60.39, 5.32),
    aGroup(21, 'Lima', -12.05, -77.04, { categories: ['city', 'university'] }),
    aGroup(22, 'Asleep', 60, 6, { isActive: false }),
    aGroup(23, 'Nowhere', null, null),
    aGroup(24, 'South Pole', -90, 0, { categories: ['workplace'] }),
    aGroup(25, 'Date line', -17, 180, { categories: [] }),
  ],
  events: [
    anEvent(1, 60.4, 5.3),
    anEvent(2, 60.4, 5.3, { isListed: false }),
    anEvent(3, 60.4, 5.3, { isCancelled: true }),
    anEvent(4, 60.4, 5.3, { startAt: T0 - 9 * dayMs, endAt: T0 - 9 * dayMs + 9 }),
    anEvent(5, undefined, undefined),
    anEvent(6, 48.2, 16.37, { type: 'workshop' }),
  ],
  posts: [
    aPostOf(1, 'Winter walk'),
    aPostOf(2, 'Secret draft', { status: 'draft', publishedAt: null, slug: null }),
    aPostOf(3, 'Called off'),
    aPostOf(4, 'Long over'),
    aPostOf(5, 'Without a point'),
    aPostOf(6, 'Waltz'),
  ],
}
const at = (url: string, over: Partial<PageData> = {}, given: Parameters<typeof testPageData>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(given, { now: T0, ...over }))
const plain = (html: string): string => html.replaceAll('<!-- -->', '')
/** What the list below the map has, in its order. */
const listed = (body: string): readonly string[] =>
  [...(/id="on-the-map"[^]*?<\/section>/u.exec(body)?.[0] ?? '').matchAll(/<a href="\/(?:groups|events)\/[^>]*>([^<]*)<\/a>/gu)].map(
    ([, name = '']) => name,
  )
const pins = (body: string): readonly string[] =>
  [...body.matchAll(/class="map-pin"[^>]* aria-label="([^"]*)"/gu)].map(([, label = '']) => label)
const hrefOf = (body: string, name: string): string | undefined =>
  new RegExp(`<a[^>]* href="([^"]*)"[^>]* aria-label="${name}"`, 'u').exec(body)?.[1]?.replaceAll('&amp;', '&')

describe('/groups-map', () => {
  test('has active groups by name, then coming events, that have coordinates, as pins and as a list, without scripting', async () => {
    const { status, body } = await at('/groups-map')
    expect(status).toBe(200)
    expect(listed(body)).toEqual(['Bergen &lt;b&gt;', 'Date line', 'Lima', 'South Pole', 'Winter walk', 'Waltz'])
    for (const hidden of ['Asleep', 'Nowhere', 'Secret draft', 'Called off', 'Long over', 'Without a point'])
      expect(body).not.toContain(hidden)
    expect(pins(body).toSorted()).toEqual([
      '3 places: Bergen &lt;b&gt;, Winter walk, Waltz',
      'Date line, At Date line',
      'Lima, At Lima',
      'South Pole, At South Pole',
    ])
    expect(plain(body)).toContain('6 places')
    expect(plain(body)).toContain('Thursday, 3 December 2026, 19:00–21:00')
    expect(body).not.toMatch(/ style="/u)
  })

  test('a pin of several leads to where they fall apart; of one place, to the list', async () => {
    const first = (await at('/groups-map')).body
    const near = hrefOf(first, '3 places[^"]*') ?? ''
    expect(near).toMatch(/^\/groups-map\?lat=60\.39&lng=5\.32&zoom=2$/u)
    expect(pins((await at(near)).body)).toContain('Waltz, Hall 6')
    const two = { local_groups: [aGroup(20, 'One', 1, 1), aGroup(21, 'Two', 1, 1)] }
    expect(hrefOf((await at('/groups-map', {}, two)).body, '2 places[^"]*')).toBe('/groups-map#on-the-map')
  })

  test('shows a part of the world, and only that in the list', async () => {
    const { body } = await at('/groups-map?lat=60&lng=5&zoom=4')
    expect(plain(body)).toContain(
      'href="webcal://example.org/nearby.ics?lat=60&amp;lng=5&amp;radius=100" rel="nofollow">Subscribe to events within 100 km',
    )
    for (const other of ['', '?lat=60&lng=5&zoom=3', '?lat=60&lng=5&zoom=4&show=groups'])
      expect([other, (await at(`/groups-map${other}`)).body.includes('nearby.ics')]).toEqual([other, false])
    expect(listed(body)).toEqual(['Bergen &lt;b&gt;', 'Winter walk', 'Waltz'])
    expect(plain(body)).toContain('3 of 6 places are in this part of the world.')
    expect(listed((await at('/groups-map?lat=-17&lng=-179&zoom=6')).body)).toEqual(['Date line'])
    expect(listed((await at('/groups-map?lat=-90&lng=0&zoom=6')).body)).toEqual(['South Pole'])
    expect(plain((await at('/groups-map?lat=0&lng=-150&zoom=7')).body)).toContain('0 of 6 places are in this part of the world.')
  })

  test('each button is a link that keeps what is asked for; at an end there is none', async () => {
    const { body } = await at('/groups-map?lat=0&lng=20&zoom=3&show=groups&filters=city')
    expect(hrefOf(body, 'Zoom in')).toBe('/groups-map?lat=0&lng=20&zoom=4&show=groups&filters=city')
    expect(hrefOf(body, 'Move east')).toBe('/groups-map?lat=0&lng=65&zoom=3&show=groups&filters=city')
    expect(hrefOf(body, 'Move north')).toMatch(/^\/groups-map\?lat=\d+\.\d+&lng=20&zoom=3&/u)
    const whole = (await at('/groups-map')).body
    expect([hrefOf(whole, 'Zoom out'), hrefOf(whole, 'Move north'), hrefOf(whole, 'Move south')]).toEqual([undefined, undefined, undefined])
    expect(whole).toMatch(/aria-disabled="true"[^>]*aria-label="Zoom out"/u)
    expect(hrefOf((await at('/groups-map?zoom=7')).body, 'Zoom in')).toBeUndefined()
  })

  test.each([
    ['show=groups', ['Bergen &lt;b&gt;', 'Date line', 'Lima', 'South Pole']],
    ['show=events', ['Winter walk', 'Waltz']],
    ['filters=university', ['Lima']],
    ['filters=workshop,workplace', ['South Pole', 'Waltz']],
    // What there is none of is no filter.
    ['filters=national', ['Bergen &lt;b&gt;', 'Date line', 'Lima', 'South Pole', 'Winter walk', 'Waltz']],
    [
      'filters=%3Cscript%3E&show=people&lat=x&lng=999&zoom=-1&limit=-3',
      ['Bergen &lt;b&gt;', 'Date line', 'Lima', 'South Pole', 'Winter walk', 'Waltz'],
    ],
  ])('?%s shows %j', async (query, names) => {
    const { status, body } = await at(`/groups-map?${query}`)
    expect([status, listed(body)]).toEqual([200, names])
  })

  test('a type is added to the others and taken away again; only types that there are', async () => {
    const { body } = await at('/groups-map?filters=university')
    const types = /aria-label="Types"[^]*?<\/nav>/u.exec(body)?.[0].replaceAll('&amp;', '&') ?? ''
    expect(types).toMatch(/href="\/groups-map\?filters=city%2Cuniversity"[^>]*>City</u)
    expect(types).toMatch(/href="\/groups-map"[^>]*aria-current="true"[^>]*>University</u)
    expect([types.includes('Social'), types.includes('National')]).toEqual([true, false])
  })

  test('is one page for everybody', async () => {
    const visitor = (await at('/groups-map')).body
    expect(listed((await at('/groups-map', { viewer: member(idOf(1)) })).body)).toEqual(listed(visitor))
    expect(visitor).toMatch(/rel="canonical" href="[^"]*\/groups-map"/u)
  })

  test('says so where nothing has coordinates, and of which kind nothing has', async () => {
    expect((await at('/groups-map', {}, {})).body).toContain('Nothing is on the map yet.')
    const groups = { local_groups: [aGroup(20, 'Bergen', 60, 5)] }
    const { body } = await at('/groups-map?show=events', {}, groups)
    expect([body.includes('No upcoming events are on the map.'), body.includes('Nothing is on the map')]).toEqual([true, false])
  })

  test('a long list is shown in parts', async () => {
    const many = { local_groups: Array.from({ length: 60 }, (_none, n) => aGroup(30 + n, `Group ${n}`, 10, 10)) }
    const { body } = await at('/groups-map', {}, many)
    expect(listed(body)).toHaveLength(50)
    expect(body).toContain('href="/groups-map?limit=100"')
    expect(listed((await at('/groups-map?limit=100', {}, many)).body)).toHaveLength(60)
    expect(pins(body)).toEqual(['60 places: Group 0, Group 1, Group 2 and 57 more'])
  })

  test('pages of groups and events lead to their place, and /community to the map', async () => {
    expect((await at(`/groups/${idOf(20)}`)).body).toContain('href="/groups-map?lat=60.39&amp;lng=5.32&amp;zoom=4"')
    expect((await at(`/groups/${idOf(22)}`)).body).not.toContain('/groups-map?')
    expect((await at('/community')).body).toContain('href="/groups-map"')
  })

  test('has an operator’s tiles below its outline and goes nearer with them; without, nobody else is asked', async () => {
    const mapTiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '© <Us>', attributionUrl: 'https://maps.example/' }
    const { body } = await at('/groups-map?zoom=10', { site: { ...testSite, mapTiles } })
    expect(body).toMatch(/<image href="https:\/\/tiles\.example\/11\/\d+\/\d+\.png"/u)
    expect(body).toContain('<a href="https://maps.example/" rel="noopener">© &lt;Us&gt;</a>')
    expect(body).toContain('class="map-land"')
    expect(body).not.toContain('{z}')
    expect(hrefOf((await at('/groups-map?zoom=9', { site: { ...testSite, mapTiles } })).body, 'Zoom in')).toContain('zoom=10')
    const without = (await at('/groups-map?zoom=10')).body
    expect([without.includes('tiles'), hrefOf(without, 'Zoom in')]).toEqual([false, undefined])
  })
})
