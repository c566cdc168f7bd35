import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { world } from '#shared/local-groups/map-projection.ts'
import { tilesIn } from '#shared/local-groups/map-tiles.ts'
import { expectAccessible, focused, press, show, went } from '../../testing/dom.tsx'
import MapPage from './pages/map-page.tsx'

const address = (query: string) => `/groups-map${query}`
const shown = {
  head: { title: 'Community map', canonical: '/groups-map' },
  frame: { x: 0, y: 0, ...world },
  pins: [
    { key: 'a', kind: 'group', x: 20, y: 30, href: '/groups/a', label: 'Bergen, Bryggen', count: 1 },
    { key: 'b', kind: 'several', x: 60, y: 50, href: address('?zoom=3'), label: '2 places: One, Two', count: 2 },
  ],
  list: [{ kind: 'group', id: 'a', name: 'Bergen', href: '/groups/a', place: 'Bryggen', words: ['City'], times: null }],
  counts: { inView: 1, places: 1, all: 1 },
  more: null,
  ways: { in: address('?zoom=2'), out: null, north: null, south: null, west: address('?lng=-170'), east: address('?lng=-169') },
  whole: null,
  kinds: [{ kind: 'all', href: address(''), isCurrent: true }],
  types: [{ type: 'city', word: 'City', isOn: false, href: address('?filters=city') }],
}

test('buttons show another part without a reload, by keys too; one that goes no further does nothing', async () => {
  await show(<MapPage />, { at: '/groups-map', page: shown })
  await page.getByRole('link', { name: 'Zoom in' }).click()
  expect(went.to).toEqual([address('?zoom=2')])
  // The others go no further.
  expect([document.querySelector('.map-tiles'), document.querySelector('.map-credit')]).toEqual([null, null])
  await press('{Tab}')
  expect(focused()).toContain('Move west')
  await press('{Enter}')
  expect(went.to).toEqual([address('?zoom=2'), address('?lng=-170')])
  await page.getByRole('link', { name: 'City', exact: true }).click()
  expect(went.to.at(-1)).toBe(address('?filters=city'))
  await page.getByText('−').click({ force: true })
  expect(went.to).toHaveLength(3)
  await expectAccessible()
})

const source = { url: 'data:image/svg+xml,{z}/{x}/{y}', attribution: 'Us' }

test('tiles lie below the pins where there are some, the outline below them, and who made them can be reached by keys', async () => {
  const tiles = tilesIn(shown.frame, 1, source)
  const attribution = { words: '© Cartographers', href: 'https://maps.example/terms' }
  await show(<MapPage />, { at: '/groups-map', page: { ...shown, tiles, attribution } })
  await expect.poll(() => document.querySelectorAll('.map-tiles image').length).toBe(tiles.length)
  const box = [...document.querySelectorAll('.map-box')].at(-1)
  const [land, tile, pin] = ['.map-land image', '.map-tiles', '.map-pin[href*="zoom"]'].map(
    (each) => box?.querySelector<HTMLElement>(each) ?? null,
  )
  const comesAfter = (a: Element | null = null, b: Element | null = null) =>
    a !== null && b !== null && (a.compareDocumentPosition(b) & 4) === 4
  expect([comesAfter(land, tile), comesAfter(tile, pin)]).toEqual([true, true])
  box?.querySelector<HTMLElement>('.map-pin[href*="zoom"]')?.focus()
  await press('{Tab}')
  expect(focused()).toContain('© Cartographers')
  await expectAccessible()
})

const [minute, startAt] = ['2032-12-12T18:30', Date.UTC(2032, 11, 12, 17, 30)]
const times = { starts: minute, ends: '', zone: 'Europe/Berlin', startAt, endAt: null }

test('the list says of each place what the map draws: what it is, where, when, and how much more there is', async () => {
  const event = { kind: 'event', id: 'b', name: 'Glue night', href: '/events/b', place: 'Potsdam', words: ['4 km away'], times }
  const list = [...shown.list, event, { kind: 'member', id: 'c', name: 'Ada', href: '/users/ada', place: '', words: [], times: null }]
  const more = address('?limit=200')
  await show(<MapPage />, { at: '/groups-map', page: { ...shown, list, more, counts: { inView: 3, places: 4, all: 4 } } })
  await expect.element(page.getByRole('status')).toHaveTextContent('3 of 4 places are in this part of the world.')
  const section = page.getByRole('region', { name: 'On this map' })
  const items = section.getByRole('listitem')
  const texts = () => items.elements().map((item) => [...item.children].map((line) => line.textContent?.trim()))
  expect(texts().map(([name, ...rest]) => [name, rest.at(-1)])).toEqual([
    ['Bergen', 'Group · Bryggen · City'],
    ['Glue night', 'Event · Potsdam · 4 km away'],
    ['Ada', 'Member'],
  ])
  expect(texts()[1]?.[1]).toContain('12 December 2032, 18:30 (Europe/Berlin)')
  expect(section.getByRole('link').elements().map((link) => link.getAttribute('href'))).toEqual(['/groups/a', '/events/b', '/users/ada', more]) // oxfmt-ignore
  await expectAccessible()
})

test.each([
  ['groups', 'No groups are on the map yet. They appear here once they have coordinates.'],
  ['members', 'No members are on the map yet. They appear here once they add themselves.'],
])('without %s the list says so, and what would bring them', async (kind, words) => {
  const kinds = [{ kind, href: address(''), isCurrent: true }]
  await show(<MapPage />, { at: '/groups-map', page: { ...shown, kinds, pins: [], list: [], counts: { inView: 0, places: 0, all: 0 } } })
  await expect.element(page.getByRole('status')).toHaveTextContent(words)
})
