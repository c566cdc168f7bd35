/**
 * Events near a place: the same neighborhood among 1,000 events around the world and among
 * 100,000, in SQLite. Processor time of the query, so that whatever else the machine does is not
 * counted; as a floor, the events of the next weeks looked through one by one, as a list without
 * cells would. Run: `node bench/near.ts [events]`.
 */
import { eventsNear } from '#shared/events/near.ts'
import { eventsFrom } from '#shared/events/queries.ts'
import type { Event } from '#shared/events/schema.ts'
import { events } from '#shared/events/schema.ts'
import { hourMs } from '#shared/kernel/durations.ts'
import { cellsOf } from '#shared/local-groups/cells.ts'
import { coordinatesOf } from '#shared/local-groups/coordinates.ts'
import { distanceOf } from '#shared/local-groups/distance.ts'
import { median, report, round } from './lib/figures.ts'
import { openBenchStore, withFolder } from './lib/store.ts'

const many = Number(process.argv[2] ?? 100_000)
const few = 1_000
const neighbors = 200
const [warmUp, rounds, shown, atOnce] = [8, 21, 21, 2_000]
const now = 1_800_000_000_000
const bergen = { latitude: 60.39, longitude: 5.32 }
const radian = Math.PI / 180

/** Evenly over the sphere, by a sequence that never repeats itself. */
const spread = (n: number) => ({
  latitude: Math.asin(1 - 2 * ((n * 0.618_033_988_749) % 1)) / radian,
  longitude: ((n * 0.754_877_666_246) % 1) * 360 - 180,
})
const around = (n: number) => ({
  latitude: bergen.latitude + (((n * 0.618_033_988_749) % 1) - 0.5) * 3,
  longitude: bergen.longitude + (((n * 0.754_877_666_246) % 1) - 0.5) * 6,
})

function eventOf(n: number, place: ReturnType<typeof spread>): Event {
  return {
    ...{ id: `event${String(n).padStart(20, '0')}`, starts: '2027-02-01T19:00', ends: '', zone: 'UTC', endAt: null, isOnline: false },
    ...{ startAt: now + ((n * 7_919) % 2_000) * hourMs, location: 'Somewhere', ...place, ...cellsOf(place), joinUrl: null, type: null },
    ...{ groupId: null, hasRsvps: true, isCancelled: false, isListed: true, sequence: 0, createdAt: now, changedAt: now },
  }
}

await withFolder((fewer) =>
  withFolder(async (more) => {
    const [small, large] = [await filled(fewer, few), await filled(more, many)]
    const found = await small.near(100)
    const [fewUs, manyUs] = await costsOf([() => small.near(100), () => large.near(100)], 100)
    const [wideFewUs, wideManyUs] = await costsOf([() => small.near(1_000), () => large.near(1_000)], 100)
    const [scanUs] = await costsOf([large.lookThrough, large.lookThrough], 3)
    report({
      ...{ events: many, found: found.length, amongFewUs: fewUs, amongManyUs: manyUs },
      // At most 1.5.
      manyOverFew: round(manyUs / fewUs),
      ...{ wideAmongFewUs: wideFewUs, wideAmongManyUs: wideManyUs, lookedThroughUs: scanUs },
      scanOverNear: round(scanUs / manyUs),
    })
    await small.close()
    await large.close()
  }),
)

/** A store with the same neighbors, and the rest of so many elsewhere. */
async function filled(folder: string, count: number) {
  const store = await openBenchStore(folder)
  const all = Array.from({ length: count }, (_none, n) => eventOf(n, n < neighbors ? around(n) : spread(n)))
  for (let from = 0; from < count; from += atOnce)
    await store.write(async ({ tx }) => {
      for (const event of all.slice(from, from + atOnce)) await tx.put(events, event)
    })
  return {
    near: (radius: number) => store.read((read) => eventsNear(read, { ...bergen, radius }, now, shown)),
    lookThrough: () =>
      store.read(async (read) =>
        (await read.list(eventsFrom(now, 2_000))).filter((event) => {
          const place = coordinatesOf(event)
          return place !== null && distanceOf(bergen, place) <= 100
        }),
      ),
    close: () => store.close(),
  }
}

type Ask = () => Promise<unknown>

/** Of one of each, in µs of the processor: medians of rounds that take turns. */
async function costsOf(asked: readonly [Ask, Ask], times: number): Promise<readonly [number, number]> {
  const costs: readonly [number[], number[]] = [[], []]
  for (let turn = 0; turn < warmUp + rounds; turn += 1)
    for (const at of [0, 1] as const) {
      const before = process.cpuUsage()
      for (let n = 0; n < times; n += 1) await asked[at]()
      const { user, system } = process.cpuUsage(before)
      if (turn >= warmUp) costs[at].push((user + system) / times)
    }
  return [round(median(costs[0])), round(median(costs[1]))]
}
