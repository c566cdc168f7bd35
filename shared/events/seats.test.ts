import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { defineQuery } from '../kernel/query.ts'
import { posts } from '../posts/schema.ts'
import { aPost, idOf, member, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { moveUpWaiting } from './mutations.ts'
import { eventNews } from './news-schema.ts'
import { rsvpsOf } from './queries.ts'
import { setRsvp } from './rsvp-mutations.ts'
import type { Event } from './schema.ts'
import { eventDetails, events, rsvpId, rsvps } from './schema.ts'
import { dueSeats, hasSeat, placeOnList, seatsToGive } from './seats.ts'

const event: Event = {
  ...{ id: idOf(9), starts: '', ends: '', zone: 'UTC', startAt: null, endAt: null, isOnline: true, location: '', joinUrl: null },
  ...{ type: null, groupId: null, hasRsvps: true, capacity: 2, isCancelled: false, isListed: true, sequence: 0 },
  ...{ createdAt: T0, changedAt: T0 },
}

async function scene(over: Partial<Event> = {}) {
  const mutations = mutationsOver([events, rsvps, posts, eventNews])
  await mutations.put(posts, aPost({ id: event.id, kind: 'event' }))
  await mutations.put(events, { ...event, ...over })
  const names = async (status: 'going' | 'waiting') =>
    (await mutations.read((read) => read.list(rsvpsOf(event.id, status, 99)))).map(({ userId }) => userId)
  return {
    ...mutations,
    /** As the server does it: with what follows. */
    async answer(n: number, answer: string, now: number) {
      await mutations.run(setRsvp, { postId: event.id, answer }, { viewer: member(idOf(n)), now })
      await mutations.run(moveUpWaiting, { ids: [event.id] }, { viewer: visitor, now })
    },
    limit: (capacity: number | null) => mutations.put(events, { ...event, capacity }),
    statuses: async () => ({ going: await names('going'), waiting: await names('waiting') }),
  }
}

test.each([
  ['no limit', null, 99, 0, true, 0],
  ['no limit, set off while some waited', null, 2, 3, true, 3],
  ['a row from before there was a limit', undefined, 99, 0, true, 0],
  ['the last place', 2, 1, 0, true, 0],
  ['no place', 2, 2, 0, false, 0],
  ['a free place that is another’s', 2, 1, 4, false, 1],
  ['more places than those who wait', 9, 1, 4, false, 4],
  ['a limit below those who go', 2, 5, 1, false, 0],
])('%s: who is next, and how many move up', (_what, capacity, going, waiting, hasOne, moves) => {
  expect([hasSeat({ capacity }, { going, waiting }), seatsToGive({ capacity }, { going, waiting })]).toEqual([hasOne, moves])
})

test.each([
  [0, false],
  [1, true],
  [10_000, true],
  [10_001, false],
  [1.5, false],
  ['7', false],
  [null, true],
  [undefined, true],
])('a limit of %s is taken: %s', (capacity, isTaken) => expect(eventDetails.capacity.value.safeParse(capacity).success).toBe(isTaken))

describe('an answer beyond the places', () => {
  test('waits in the order of answers, and knows its place; the same again keeps it', async () => {
    const { answer, statuses, read, get } = await scene()
    for (const [at, n] of [1, 2, 3, 4].entries()) await answer(n, 'going', T0 + at)
    await answer(5, 'maybe', T0 + 9)
    await answer(3, 'going', T0 + 10)
    expect(await statuses()).toEqual({ going: [idOf(1), idOf(2)], waiting: [idOf(3), idOf(4)] })
    const place = async (n: number) => {
      const row = await get(rsvps, rsvpId(idOf(n), event.id))
      return row === undefined ? 0 : read((tx) => placeOnList(tx, row))
    }
    expect([await place(3), await place(4)]).toEqual([1, 2])
  })

  test('of one moment is placed as it is moved up', async () => {
    const { answer, statuses, read, get } = await scene({ capacity: 1 })
    for (const n of [1, 4, 3, 2]) await answer(n, 'going', T0)
    const waiting = [...(await statuses()).waiting]
    for (const [at, id] of waiting.entries()) {
      const row = await get(rsvps, rsvpId(id, event.id))
      expect(row === undefined ? 0 : await read((tx) => placeOnList(tx, row))).toBe(at + 1)
    }
    await answer(1, 'none', T0 + 1)
    expect((await statuses()).going).toEqual(waiting.slice(0, 1))
  })

  test.each(['none', 'no', 'maybe'])('moves up, and it is noted once, when somebody answers %s', async (instead) => {
    const { answer, statuses, read } = await scene()
    for (const [at, n] of [1, 2, 3, 4].entries()) await answer(n, 'going', T0 + at)
    await answer(1, instead, T0 + 9)
    expect(await statuses()).toEqual({ going: [idOf(2), idOf(3)], waiting: [idOf(4)] })
    const noted = await read((tx) =>
      tx.list(defineQuery({ table: eventNews, index: ['eventId', 'at'], equals: [event.id], order: 'ascending', limit: 9 })),
    )
    expect(noted).toMatchObject([{ kind: 'place', userId: idOf(3), actorId: null }])
  })

  test('moves up when there are more places, and nobody loses theirs when there are fewer', async () => {
    const { answer, statuses, limit, run } = await scene()
    for (const [at, n] of [1, 2, 3, 4].entries()) await answer(n, 'going', T0 + at)
    await limit(3)
    await run(moveUpWaiting, { ids: [event.id] })
    expect(await statuses()).toEqual({ going: [idOf(1), idOf(2), idOf(3)], waiting: [idOf(4)] })
    await limit(1)
    await answer(5, 'going', T0 + 9)
    await answer(1, 'none', T0 + 10)
    expect(await statuses()).toEqual({ going: [idOf(2), idOf(3)], waiting: [idOf(4), idOf(5)] })
  })

  test.each([
    ['canceled', { isCancelled: true }],
    ['over', { startAt: T0 - 1e9 }],
    ['out of the lists', { isListed: false }],
  ])('stays where it is while the event is %s', async (_what, over) => {
    const { put, read } = await scene()
    await put(rsvps, { id: rsvpId(idOf(1), event.id), userId: idOf(1), postId: event.id, answer: 'waiting', at: T0 })
    expect(await read((tx) => dueSeats(tx, event, T0))).toBe(1)
    expect(await read((tx) => dueSeats(tx, { ...event, ...over }, T0))).toBe(0)
  })

  test('nobody says that they wait: it is the server’s to find', async () => {
    const { run } = await scene()
    const said = run(setRsvp, { postId: event.id, answer: 'waiting' }, { viewer: member(idOf(1)) })
    expect(await refusalOf(said)).toMatchObject({ code: 'invalid' })
  })
})

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ n: fc.integer({ min: 1, max: 8 }), answer: fc.constantFrom('going', 'going', 'maybe', 'no', 'none') }),
  },
  { weight: 1, arbitrary: fc.record({ capacity: fc.option(fc.integer({ min: 1, max: 5 })) }) },
)

test('whatever is answered and limited in which order: no place is free while somebody waits, and first come is first served', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { answer, limit, run, statuses } = await scene()
      let capacity: number | null = 2
      let model = { going: [] as string[], waiting: [] as string[] }
      for (const [at, one] of steps.entries()) {
        if ('capacity' in one) {
          await limit((capacity = one.capacity))
          await run(moveUpWaiting, { ids: [event.id] })
        } else {
          await answer(one.n, one.answer, T0 + at)
          const id = idOf(one.n)
          const isIn = model.going.includes(id) || model.waiting.includes(id)
          if (one.answer !== 'going') model = { going: model.going.filter((x) => x !== id), waiting: model.waiting.filter((x) => x !== id) }
          else if (!isIn) model.waiting.push(id)
        }
        while (model.waiting.length > 0 && (capacity === null || model.going.length < capacity))
          model.going.push(...model.waiting.splice(0, 1))
        const found = await statuses()
        // Among those who go the order is that of their answers.
        expect({ ...found, going: found.going.toSorted() }).toEqual({ ...model, going: model.going.toSorted() })
      }
    }),
    { numRuns: 60 },
  )
})
