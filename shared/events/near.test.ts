import { describe, expect, test } from 'vitest'
import { hourMs } from '../kernel/durations.ts'
import { cellsOf } from '../local-groups/cells.ts'
import { distanceOf } from '../local-groups/distance.ts'
import { fc } from '../testing/properties.ts'
import { idOf, T0 } from '../testing/factories.ts'
import { mutationsOver } from '../testing/mutations.ts'
import { eventsNear } from './near.ts'
import type { Event } from './schema.ts'
import { events } from './schema.ts'

const anEvent = (n: number, latitude: number, longitude: number, startAt: number, over: Partial<Event> = {}): Event => ({
  ...{ id: idOf(n), starts: '2026-12-03T19:00', ends: '', zone: 'UTC', startAt, endAt: null, isOnline: false, location: 'Somewhere' },
  ...{ latitude, longitude, ...cellsOf({ latitude, longitude }), joinUrl: null, type: null, groupId: null, hasRsvps: true },
  ...{ isCancelled: false, isListed: true, sequence: 0, createdAt: T0, changedAt: T0 },
  ...over,
})

async function near(all: readonly Event[], latitude: number, longitude: number, radius: number, limit = 20) {
  const mutations = mutationsOver([events])
  for (const event of all) await mutations.put(events, event)
  return mutations.read((read) => eventsNear(read, { latitude, longitude, radius }, T0, limit))
}

describe('events near a place', () => {
  test('are those within the radius, the next first; drafts, past ones and those nowhere are not among them', async () => {
    const all = [
      anEvent(1, 60.4, 5.3, T0 + 3),
      anEvent(2, 60.2, 5.1, T0 + 1),
      anEvent(3, 59.9, 10.75, T0 + 2),
      anEvent(4, 60.4, 5.3, T0 + 2, { isListed: false }),
      anEvent(5, 60.4, 5.3, T0 - 1),
      anEvent(6, 0, 0, T0 + 2, { latitude: null, longitude: null, ...cellsOf(null) }),
    ]
    expect((await near(all, 60.39, 5.32, 100)).map(({ event }) => event.id)).toEqual([idOf(2), idOf(1)])
    expect((await near(all, 60.39, 5.32, 400)).map(({ event }) => event.id)).toEqual([idOf(2), idOf(3), idOf(1)])
    expect((await near(all, 60.39, 5.32, 400, 2)).map(({ event }) => event.id)).toEqual([idOf(2), idOf(3)])
    expect(Math.round((await near(all, 60.39, 5.32, 400))[1]?.distance ?? 0)).toBe(305)
  })

  test.each([
    ['over 180°', [-17, 179.9], [-17, -179.9]],
    ['over the North Pole', [89.8, 10], [89.8, -170]],
    ['over the South Pole', [-89.8, 10], [-90, 77]],
  ] as const)('are found %s', async (_what, [lat, lng], [latitude, longitude]) => {
    expect(await near([anEvent(1, latitude, longitude, T0)], lat, lng, 60)).toHaveLength(1)
  })

  test('a thousand in one cell push none of another out, and are no more than were asked for', async () => {
    const crowd = Array.from({ length: 300 }, (_none, n) => anEvent(n + 10, 60.39, 5.95, T0 + n))
    const all = [...crowd, anEvent(1, 60.39, 5.32, T0 + 5_000), anEvent(2, 60.39, 5.33, T0 + 6_000)]
    expect((await near(all, 60.39, 5.32, 10, 2)).map(({ event }) => event.id)).toEqual([idOf(1), idOf(2)])
    expect((await near(all, 60.39, 5.32, 100, 7)).map(({ event }) => event.startAt)).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => T0 + n))
  })

  test('a sooner one behind many of its cell that are too far away is not left out for a later one', async () => {
    const crowd = Array.from({ length: 50 }, (_none, n) => anEvent(n + 10, 60.39, 7.9, T0 + n))
    const all = [...crowd, anEvent(1, 60.39, 6.5, T0 + 1_000), anEvent(2, 60.39, 5.3, T0 + 5_000)]
    expect((await near(all, 60.39, 5.32, 100, 1)).map(({ event }) => event.id)).toEqual([idOf(1)])
  })

  test('are the same as by looking at each', async () => {
    const spot = fc.record({ latitude: fc.integer({ min: -90, max: 90 }), longitude: fc.integer({ min: -180, max: 180 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(spot, { maxLength: 60 }), spot, fc.integer({ min: 1, max: 1_000 }), async (spots, center, radius) => {
        const all = spots.map(({ latitude, longitude }, n) => anEvent(n + 1, latitude, longitude, T0 + n * hourMs))
        const found = (await near(all, center.latitude, center.longitude, radius, 100)).map(({ event }) => event.id)
        expect(found).toEqual(all.filter((event) => distanceOf(center, event as typeof center & Event) <= radius).map(({ id }) => id))
      }),
      { numRuns: 100 },
    )
  })
})
