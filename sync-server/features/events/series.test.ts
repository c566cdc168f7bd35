import { describe, expect, test } from 'vitest'
import { DocumentScene } from '#server/documents/testing/document-scene.ts'
import { aCore } from '#server/testing/core.ts'
import { members } from '#shared/accounts/schema.ts'
import { eventsFrom, seriesEventsFrom } from '#shared/events/queries.ts'
import type { Event } from '#shared/events/schema.ts'
import { events } from '#shared/events/schema.ts'
import { eventSeries } from '#shared/events/series-schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { plainText } from '#shared/text/measure.ts'
import { publishDue } from '../posts/jobs.ts'
import { makeNextEvents } from './jobs.ts'

const [ada, ben, mo, first] = [idOf(1), idOf(2), idOf(3), idOf(9)]
/** A Thursday, like the others after it. */
const startAt = Date.UTC(2026, 11, 3, 18)
const details = {
  ...{ starts: '2026-12-03T19:00', ends: '2026-12-03T21:00', zone: 'Europe/Oslo', isOnline: false, location: 'Bryggen 1' },
  ...{ joinUrl: 'https://meet.example/walk', type: 'social', groupId: null, hasRsvps: true, capacity: 12 },
}
const text = { title: 'Winter walk', body: paragraph('Bring a lamp.') }
const weekly = { id: first, every: 'week', times: 6, until: null, isPublished: true }

/** Ada's event, with Ben as its co-author; Mo is of the staff. */
async function scene(start = startAt - 2 * dayMs) {
  let now = start
  const core = await aCore(() => now)
  for (const n of [1, 2, 3]) await core.join(n)
  // Her tags are nobody's to look at first.
  await core.earn(ada, 100)
  await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, mo)), isAdmin: true }))
  const does = (userId: string, name: string, args: object) => core.must({ name, args, userId })
  const refused = async (userId: string, name: string, args: object) => {
    const outcome = await core.apply({ name, args, userId })
    return outcome.kind === 'rejected'
      ? { code: outcome.error.code, reason: outcome.error.reason, field: outcome.error.field }
      : outcome.kind
  }
  const about = { kind: 'event', linkUrl: null, lang: 'en', writtenOn: null, submitToFrontpage: false }
  const publish = (over: object = {}) =>
    does(ada, 'posts.publish', { ...text, ...about, id: first, revisionId: idOf(63), tags: ['walks'], ...over })
  const scenes = new DocumentScene(core, {})
  const ports = { store: core.store, apply: core.apply, rooms: scenes.rooms }
  await does(ada, 'events.make', { id: first, revisionId: idOf(62), ...text, ...details })
  const post = (id: string) => core.store.read((read) => read.get(posts, id))
  return {
    ...{ core, does, refused, publish, ports, post, about },
    at: (to: number) => void (now = to),
    now: () => now,
    /** As the jobs of the server do it. */
    async turn() {
      await makeNextEvents({ store: core.store, apply: core.apply }, now)
      await publishDue(ports, now)
    },
    series: (id = first) => core.store.read((read) => read.get(eventSeries, id)),
    event: (id: string) => core.store.read((read) => read.get(events, id)),
    /** Of the series of the first, by their start. */
    async made(): Promise<readonly Event[]> {
      const found = [true, false].map((isListed) => core.store.read((read) => read.list(seriesEventsFrom(first, isListed, 0, 99))))
      return (await Promise.all(found)).flat().toSorted((a, b) => (a.startAt ?? 0) - (b.startAt ?? 0))
    },
    listed: async () => (await core.store.read((read) => read.list(eventsFrom(0, 99)))).map(({ starts }) => starts.slice(0, 10)),
  }
}

describe('an event that recurs', () => {
  test('has none of the answers of the one before, neither members’ nor guests’', async () => {
    const { core, publish, does, turn, made } = await scene()
    await publish()
    const guests = { going: 2, waiting: 0, maybe: 1, no: 0 }
    await core.store.write(async ({ tx }) => tx.put(events, { ...(await getOrThrow(tx, events, first)), guests }))
    await does(ada, 'events.setSeries', weekly)
    await turn()
    expect((await made()).map((event) => event.guests)).toEqual([guests, undefined, undefined])
  })

  test('has at most three to come; the next is made once one has begun, a post of its own by the same author', async () => {
    const { core, publish, does, turn, made, listed, at, post, event } = await scene()
    await publish()
    await core.store.write(async ({ tx }) => tx.put(posts, { ...(await getOrThrow(tx, posts, first)), coauthorIds: [ben] }))
    await does(ada, 'events.setSeries', weekly)
    await turn()
    expect(await listed()).toEqual(['2026-12-03', '2026-12-10', '2026-12-17'])
    at(startAt + 1)
    await turn()
    expect(await listed()).toEqual(['2026-12-03', '2026-12-10', '2026-12-17', '2026-12-24'])
    const [, second] = await made()
    const { starts: _s, ends: _e, ...same } = details
    expect(second).toMatchObject({ ...same, starts: '2026-12-10T19:00', ends: '2026-12-10T21:00', seriesId: first, recurs: 'week' })
    expect(second).toMatchObject({ sequence: 0, isCancelled: false })
    expect(await event(first)).toMatchObject({ seriesId: first, recurs: 'week', planned: details.starts })
    const copy = await post(second?.id ?? '')
    expect(copy).toMatchObject({ title: text.title, kind: 'event', authorId: ada, coauthorIds: [], tags: ['walks'], commentCount: 0 })
    expect(copy?.shares).toEqual([{ userId: ben, level: 'edit', isByLink: false, isInvited: true }])
    const revision = await core.store.read((read) => read.get(revisions, copy?.revisionId ?? ''))
    expect(plainText(revision?.body ?? paragraph('')).trim()).toBe('Bring a lamp.')
  })

  test('ends with its rule', async () => {
    const { publish, does, turn, listed, at, series } = await scene()
    await publish()
    await does(ada, 'events.setSeries', { ...weekly, times: null, until: '2026-12-17' })
    await turn()
    at(startAt + 60 * dayMs)
    await turn()
    expect(await listed()).toEqual(['2026-12-03', '2026-12-10', '2026-12-17'])
    expect(await series()).toMatchObject({ isLive: false, ended: 'rule' })
  })

  test('leaves the next ones as drafts where that was chosen', async () => {
    const { publish, does, turn, listed, made, post } = await scene()
    await publish()
    await does(ada, 'events.setSeries', { ...weekly, isPublished: false })
    await turn()
    expect(await listed()).toEqual(['2026-12-03'])
    const statuses = (await made()).map(async ({ id }) => (await post(id))?.status)
    expect(await Promise.all(statuses)).toEqual(['published', 'draft', 'draft'])
  })

  test('is made once, whichever nodes are killed how often, and in whatever order they ask', async () => {
    const { core, publish, does, made, now } = await scene()
    await publish()
    await does(ada, 'events.setSeries', weekly)
    // Both have found the same number due; one is killed before it hears of its answer.
    const ask = (n: number) =>
      core.must({
        ...{ name: 'events.makeNext', userId: ada, source: 'server' },
        args: { id: first, next: 1, postId: idOf(100 + n), revisionId: idOf(200 + n), publicationId: idOf(300 + n) },
      })
    for (const n of [1, 2]) await ask(n)
    for (let again = 0; again < 3; again += 1) await makeNextEvents({ store: core.store, apply: core.apply }, now())
    await ask(3)
    expect((await made()).map(({ starts }) => starts.slice(0, 10))).toEqual(['2026-12-03', '2026-12-10', '2026-12-17'])
  })

  test('copies the newest text that was published, and no draft of it', async () => {
    const { core, publish, does, turn, made, post, about } = await scene()
    await publish()
    await publish({ revisionId: idOf(64), title: 'Long walk', body: paragraph('Bring two lamps.') })
    await does(ada, 'posts.saveDraft', {
      ...about,
      tags: [],
      id: first,
      revisionId: idOf(65),
      title: 'Secret',
      body: paragraph('Not yet.'),
    })
    await does(ada, 'events.setSeries', weekly)
    await turn()
    const copy = await post((await made())[1]?.id ?? '')
    const revision = await core.store.read((read) => read.get(revisions, copy?.revisionId ?? ''))
    expect([copy?.title, plainText(revision?.body ?? paragraph('')).trim()]).toEqual(['Long walk', 'Bring two lamps.'])
  })

  test('goes on when single ones are canceled, deleted or moved, and keeps its weekday', async () => {
    const { publish, does, turn, made, at, event } = await scene()
    await publish()
    await does(ada, 'events.setSeries', weekly)
    await turn()
    const [, second, third] = await made()
    await does(ada, 'events.put', { id: first, ...details, isCancelled: true })
    await does(ada, 'posts.unpublish', { id: second?.id ?? '' })
    await does(ada, 'posts.archive', { id: second?.id ?? '' })
    await does(ada, 'events.put', { id: third?.id ?? '', ...details, starts: '2026-12-18T19:00', ends: '', isCancelled: false })
    at(startAt + 8 * dayMs)
    await turn()
    const after = (await made()).filter(({ planned }) => (planned ?? '') > '2026-12-18')
    expect(after.map(({ starts, isCancelled }) => [starts, isCancelled])).toEqual([
      ['2026-12-24T19:00', false],
      ['2026-12-31T19:00', false],
    ])
    expect(await event(third?.id ?? '')).toMatchObject({ starts: '2026-12-18T19:00', planned: '2026-12-17T19:00' })
  })

  test('waits while readers have none of them, and leaves out the dates that pass', async () => {
    const { publish, does, turn, made, at } = await scene()
    await does(ada, 'events.setSeries', weekly)
    await turn()
    expect(await made()).toHaveLength(1)
    await publish()
    await does(mo, 'moderation.rejectPost', { id: first, reason: 'Off topic.' })
    at(startAt + 8 * dayMs)
    await turn()
    expect(await made()).toHaveLength(1)
    await does(mo, 'moderation.rejectPost', { id: first, reason: null })
    await turn()
    expect((await made()).map(({ starts }) => starts.slice(0, 10))).toEqual(['2026-12-03', '2026-12-17', '2026-12-24', '2026-12-31'])
  })

  test('with another rule changes those that come later, and makes no date twice', async () => {
    const { publish, does, turn, made, at, series } = await scene()
    await publish()
    await does(ada, 'events.setSeries', weekly)
    await turn()
    const before = await made()
    const monthly = { ...weekly, every: 'month', times: 4 }
    await does(ada, 'events.setSeries', monthly)
    await does(ada, 'events.setSeries', monthly)
    expect(await series()).toMatchObject({ every: 'month', next: 1, isLive: true })
    expect((await made()).slice(1)).toEqual(before.slice(1))
    at(startAt + 8 * dayMs)
    await turn()
    const dates = (await made()).map(({ starts }) => starts.slice(0, 10))
    expect(dates).toEqual(['2026-12-03', '2026-12-10', '2026-12-17', '2027-01-07', '2027-02-04'])
  })

  test('is ended by its organizers: those that there are stay, and say no more that they recur', async () => {
    const { publish, does, turn, made, at, series, refused } = await scene()
    await publish()
    await does(ada, 'events.setSeries', weekly)
    await turn()
    expect(await refused(ben, 'events.endSeries', { id: first })).toMatchObject({ code: 'not-allowed' })
    const [, second] = await made()
    for (const _again of [1, 2]) await does(ada, 'events.endSeries', { id: second?.id ?? '' })
    at(startAt + 30 * dayMs)
    await turn()
    expect((await made()).map(({ recurs }) => recurs)).toEqual([null, null, null])
    expect(await series()).toMatchObject({ isLive: false, ended: 'organizer' })
  })

  test.each([
    ['was banned', { bannedUntil: startAt + 900 * dayMs }],
    ['may not write posts', { postingDisabled: true }],
    ['is not here any more', null],
  ])('ends where its author %s by then', async (_what, over) => {
    const { core, publish, does, turn, made, series } = await scene()
    await publish()
    await does(ada, 'events.setSeries', { ...weekly, isPublished: false })
    await core.store.write(async ({ tx }) =>
      over === null ? tx.delete(members, ada) : tx.put(members, { ...(await getOrThrow(tx, members, ada)), ...over }),
    )
    await turn()
    expect(await made()).toHaveLength(1)
    expect(await series()).toMatchObject({ isLive: false, ended: 'author' })
  })
})

describe('that an event recurs', () => {
  test.each([
    ['who does not organize it', ben, {}, { code: 'not-allowed', reason: 'not-yours' }],
    ['a rule without an end', ada, { times: null }, { code: 'invalid', field: 'times' }],
    ['more than 52', ada, { times: 53 }, { code: 'invalid', field: 'times' }],
    ['one event', ada, { times: 1 }, { code: 'invalid', field: 'times' }],
    ['a day more than two years ahead', ada, { until: '2028-12-20' }, { code: 'invalid', field: 'until' }],
    ['a day before the next one', ada, { until: '2026-12-09', times: null }, { code: 'invalid', field: 'until' }],
    ['a day that there is not', ada, { until: '2027-02-29' }, { code: 'invalid', field: 'until' }],
    ['another rhythm', ada, { every: 'day' }, { code: 'invalid', field: 'every' }],
  ])('is refused for %s', async (_what, userId, over, refusal) => {
    const { publish, refused, series } = await scene()
    await publish()
    expect(await refused(userId, 'events.setSeries', { ...weekly, ...over })).toMatchObject(refusal)
    expect(await series()).toBeUndefined()
  })

  test('is refused where it has no start', async () => {
    const { does, refused } = await scene()
    await does(ada, 'events.put', { id: first, ...details, starts: '', ends: '', isCancelled: false })
    expect(await refused(ada, 'events.setSeries', weekly)).toMatchObject({ code: 'invalid', field: 'every' })
  })

  test('is said by nobody of twenty-one at a time', async () => {
    const { core, does, refused } = await scene(T0)
    await does(ada, 'events.setSeries', weekly)
    await core.store.write(async ({ tx }) => {
      const one = await getOrThrow(tx, eventSeries, first)
      for (let n = 0; n < 19; n += 1) await tx.put(eventSeries, { ...one, id: idOf(500 + n) })
    })
    const other = { id: idOf(19), revisionId: idOf(18), ...text, ...details }
    await does(ada, 'events.make', other)
    const again = { ...weekly, id: other.id }
    expect(await refused(ada, 'events.setSeries', again)).toMatchObject({ reason: 'too-many-recurring-events' })
    await does(ada, 'events.setSeries', { ...weekly, every: 'month' })
    await does(ada, 'events.endSeries', { id: first })
    await does(ada, 'events.setSeries', again)
  })

  test('members send no next one themselves', async () => {
    const { refused } = await scene()
    const args = { id: first, next: 1, postId: idOf(101), revisionId: idOf(102), publicationId: idOf(103) }
    expect(await refused(ada, 'events.makeNext', args)).toMatchObject({ code: 'not-allowed', reason: 'server-only' })
  })
})
