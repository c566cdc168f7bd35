import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import EventsStrip from './shows/events-strip.tsx'
import { rememberMe } from '../../data/viewer.ts'
import { idOf, member } from '#shared/testing/factories.ts'

const times = { starts: '2026-12-03T19:00', startAt: Date.UTC(2026, 11, 3, 19) }
const all = { lines: [{ title: 'Anywhere', href: '/events/1', ...times }] }
const line = (title: string, over = {}) => ({ title, href: `/events/${title}`, times, isCancelled: false, isOver: false, ...over })
const strip = <EventsStrip page={all} given={{}} />
const me = () => rememberMe({ viewer: member(idOf(1)), name: 'Ada', slug: 'ada', votes: [], hasPlace: true })

test('a member with a place is shown what is near it, in place of the next of all', async () => {
  const lines = [line('Called off', { isCancelled: true }), line('Near 1'), line('Near 2'), line('Near 3'), line('Near 4')]
  network.answers('/api/page', { json: { showing: '/nearbyEvents', page: { place: { lines } } } })
  me()
  await show(strip)
  await expect.element(page.getByRole('link', { name: 'Events near you' })).toBeVisible()
  expect(page.getByRole('listitem').elements().map(({ textContent }) => textContent?.trim())).toEqual(['Near 1 Thu 3 Dec', 'Near 2 Thu 3 Dec', 'Near 3 Thu 3 Dec']) // oxfmt-ignore
  await expectAccessible()
})

test('of who has no place nothing is asked', async () => {
  rememberMe({ viewer: member(idOf(1)), name: 'Ada', slug: 'ada', votes: [] })
  await show(strip)
  await expect.element(page.getByRole('link', { name: 'Anywhere Thu 3 Dec' })).toBeVisible()
  expect(network.asked('/api/page')).toEqual([])
})

test.each([
  ['no place any more', { json: { showing: '/nearbyEvents', page: { place: null } } }],
  ['nothing near', { json: { showing: '/nearbyEvents', page: { place: { lines: [] } } } }],
  ['another page’s answer', { json: { showing: '/login', page: {} } }],
  ['a broken server', { status: 502, json: {} }],
])('with %s those of all stand', async (_what, answer) => {
  network.answers('/api/page', answer)
  me()
  await show(strip)
  await expect.poll(() => network.asked('/api/page').length).toBe(1)
  await expect.element(page.getByRole('link', { name: 'Anywhere Thu 3 Dec' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Upcoming events' })).toBeVisible()
})
