import { describe, expect, test } from 'vitest'
import type { NotifyScene } from '#server/notify/testing/notify-scene.ts'
import { ids, notifyScene } from '#server/notify/testing/notify-scene.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { wallAt } from '#shared/events/zones.ts'
import { dayMs, hourMs, minuteMs } from '#shared/kernel/durations.ts'
import { events, rsvpId, rsvps } from '#shared/events/schema.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { fillSeats, remindOfNear } from './jobs.ts'
import { eventsInLists } from './migrations.ts'

const [event, group] = [idOf(60), idOf(61)]
const startAt = T0 + 3 * dayMs
const details = {
  ...{ starts: wallAt(startAt, 'UTC'), ends: '', zone: 'UTC', isOnline: false, location: 'Bryggen 1', joinUrl: null, type: null },
  ...{ groupId: null as string | null, hasRsvps: true, capacity: null as number | null },
  ...{ latitude: null as number | null, longitude: null as number | null },
}
const text = { title: 'Winter walk', body: paragraph('Bring a lamp.') }

/** Ada's event. */
async function scene(more: Partial<typeof details> = {}, given?: NotifyScene) {
  const rest = given ?? (await notifyScene())
  const { mutation, store, clock, writer, settled } = rest
  const about = {
    name: 'Bergen',
    otherName: '',
    organizerIds: [ids.dan],
    body: text.body,
    isOnline: false,
    location: 'Bergen',
    contact: '',
  }
  await store.write(({ tx }) =>
    tx.put(localGroups, {
      ...{ ...about, id: group, latitude: null, longitude: null, categories: [], links: [], color: null, isActive: true, makerId: ids.dan },
      createdAt: T0,
    }),
  )
  await mutation(ids.ada, 'events.make', { id: event, revisionId: idOf(62), ...text, ...details, ...more })
  const publish = { ...text, id: event, revisionId: idOf(63), kind: 'event', linkUrl: null, lang: 'en', tags: [], writtenOn: null }
  const remind = (now = clock.now) => remindOfNear({ store, apply: (request) => writer.apply(request) }, now)
  return {
    ...{ ...rest, remind },
    announce: () => mutation(ids.ada, 'posts.publish', { ...publish, submitToFrontpage: false }),
    answer: (userId: string, answer: string) => mutation(userId, 'rsvps.set', { postId: event, answer }),
    change: (changes: object) => mutation(ids.ada, 'events.put', { id: event, ...details, ...more, isCancelled: false, ...changes }),
    later: async (ms: number) => {
      clock.now += ms
      await settled()
    },
  }
}

/** Ben comes, Cleo maybe, Dan does not. */
async function answered() {
  const rest = await scene()
  await rest.announce()
  await rest.answer(ids.ben, 'going')
  await rest.answer(ids.cleo, 'maybe')
  await rest.answer(ids.dan, 'no')
  return rest
}

describe('who organizes an event', () => {
  test('is notified of each answer once, and of one that was taken back; not of their own', async () => {
    const { answer, told, later, sent } = await answered()
    await answer(ids.ada, 'going')
    expect((await told(ids.ada)).toSorted()).toEqual([ids.ben, ids.cleo, ids.dan].map((id) => `newRSVP rsvp:${id}:${event}`).toSorted())
    await answer(ids.ben, 'maybe')
    await answer(ids.cleo, 'none')
    const left = `cancelledRSVP rsvpLeft:${ids.cleo}:${event}`
    const still = [ids.ben, ids.dan].map((id) => `newRSVP rsvp:${id}:${event}`)
    expect((await told(ids.ada)).toSorted()).toEqual([left, ...still].toSorted())
    await later(2 * minuteMs)
    expect(sent[0]?.text).toContain('Ben RSVP’d to “Winter walk”')
  })
})

describe('those who come, for sure or maybe', () => {
  const others = async (told: (userId: string) => Promise<readonly string[]>) =>
    Promise.all([ids.ben, ids.cleo, ids.dan].map(async (id) => (await told(id)).map((one) => one.split(' ')[0])))

  test.each([
    ['another time', { starts: wallAt(startAt + hourMs, 'UTC') }, 'eventChanged'],
    ['another place', { location: 'Bryggen 2' }, 'eventChanged'],
    ['a link to join', { joinUrl: 'https://meet.example/' }, 'eventChanged'],
    ['its cancellation', { isCancelled: true, location: 'Nowhere' }, 'eventCanceled'],
  ])('are notified of %s once, by mail too; who answered no is not', async (_what, changes, type) => {
    const { change, told, later, sent } = await answered()
    for (const _again of [1, 2]) await change(changes)
    expect(await others(told)).toEqual([[type], [type], []])
    expect((await told(ids.ada)).filter((one) => one.startsWith(type))).toEqual([])
    await later(2 * minuteMs)
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['ada@example.org', 'ben@example.org', 'cleo@example.org'])
  })

  test('are notified of changes once an hour, and not of what is neither time nor place', async () => {
    const { change, told, clock } = await answered()
    await change({ type: 'social' })
    expect(await others(told)).toEqual([[], [], []])
    for (const location of ['Bryggen 2', 'Bryggen 3']) await change({ location })
    expect(await others(told)).toEqual([['eventChanged'], ['eventChanged'], []])
    clock.now += hourMs
    await change({ location: 'Bryggen 4' })
    expect(await others(told)).toEqual([['eventChanged', 'eventChanged'], ['eventChanged', 'eventChanged'], []])
  })

  test('are notified alike, and once, of what was changed on a device, and not of what is neither time nor place', async () => {
    const [{ mutation, told }, both] = [await answered(), 'eventCanceled eventChanged']
    for (const changed of [{ contact: 'The office' }, { location: 'Bryggen 2' }, { isCancelled: true }])
      await mutation(ids.ada, 'events.change', { id: event, changed })
    expect((await others(told)).map((each) => each.toSorted().join(' '))).toEqual([both, both, ''])
  })
  test('hear that a canceled event takes place after all', async () => {
    const { change, told, later, sent } = await answered()
    await change({ isCancelled: true })
    await change({})
    expect((await others(told))[0]?.toSorted()).toEqual(['eventCanceled', 'eventRestored'])
    // Within the hour: what was said last must not stand when it is wrong by now.
    await change({ isCancelled: true })
    await change({})
    expect((await others(told))[0]?.toSorted()).toEqual(['eventCanceled', 'eventCanceled', 'eventRestored', 'eventRestored'])
    await later(2 * minuteMs)
    expect(sent.find(({ to }) => to === 'ben@example.org')?.text).toContain('“Winter walk” takes place after all')
  })

  test.each([
    ['another place', { location: 'Bryggen 2' }],
    ['its cancellation', { isCancelled: true }],
  ])('hear nothing of %s once it is over, and hear that it was put off', async (_what, changes) => {
    const { change, told, clock } = await answered()
    clock.now = startAt + dayMs
    await change(changes)
    expect(await others(told)).toEqual([[], [], []])
    await change({ starts: wallAt(clock.now + dayMs, 'UTC') })
    expect((await others(told))[0]).toHaveLength(1)
  })

  test('hear nothing of changes to an event that was withdrawn', async () => {
    const { change, told, mutation } = await answered()
    await mutation(ids.ada, 'posts.unpublish', { id: event })
    await change({ isCancelled: true })
    expect(await others(told)).toEqual([[], [], []])
  })

  test('are more than one piece of work: everybody of a hundred is notified', async () => {
    const { change, put, answer, told, announce } = await scene()
    await announce()
    const many = Array.from({ length: 100 }, (_none, n) => idOf(200 + n))
    for (const [n, id] of many.entries()) {
      await put({ id, displayName: `Member ${n}`, displayNameKey: `m ${id}` })
      await answer(id, 'going')
    }
    await change({ isCancelled: true })
    const found = await Promise.all(many.map((id) => told(id)))
    expect(found.filter((one) => one.length === 1)).toHaveLength(100)
  })
})

describe('who is near', () => {
  const [bergen, oslo] = [
    { latitude: 60.39299, longitude: 5.32415 },
    { latitude: 59.91, longitude: 10.75 },
  ]
  const types = async (told: (userId: string) => Promise<readonly string[]>) =>
    Promise.all([ids.ben, ids.cleo, ids.dan].map(async (id) => (await told(id)).map((one) => one.split(' ')[0])))

  /** Ada, Ben and Cleo live there; Cleo wants to hear nothing, Dan lives elsewhere. */
  async function neighbors(more: Partial<typeof details> = {}) {
    const rest = await scene({ ...bergen, ...more })
    const live = (id: string, place: typeof bergen, notifies: boolean, radius = 100) =>
      rest.mutation(id, 'memberPlaces.put', { id, location: '', ...place, radius, notifies })
    await live(ids.ada, bergen, true)
    await live(ids.ben, bergen, true)
    await live(ids.cleo, bergen, false)
    await live(ids.dan, oslo, true)
    return { ...rest, live }
  }

  test('is notified of a new event once, by mail too; who is far away or wants nothing of it is not', async () => {
    const { announce, told, later, sent, change } = await neighbors()
    expect(await types(told)).toEqual([[], [], []])
    await announce()
    expect(await told(ids.ben)).toEqual([`newEventInRadius eventNear:${event}`])
    expect([await told(ids.ada), await told(ids.cleo), await told(ids.dan)]).toEqual([[], [], []])
    await change({ type: 'social' })
    await later(2 * minuteMs)
    expect(await types(told)).toEqual([['newEventInRadius'], [], []])
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([['ben@example.org', expect.stringContaining('near you')]])
    expect(sent[0]?.text).toContain('it’s near the place you set in your account')
    // The coordinates of nobody's place are in a mail.
    expect(sent[0]?.text).not.toContain('5.32')
  })

  test('as far as they want to hear', async () => {
    const { announce, told, live } = await neighbors()
    await live(ids.ben, oslo, true, 300)
    await live(ids.dan, { latitude: 60.39, longitude: 7 }, true, 300)
    await announce()
    expect(await types(told)).toEqual([[], [], ['newEventInRadius']])
  })

  test('is notified of another time or place, unless they hear of it because they answered', async () => {
    const { announce, answer, change, told } = await neighbors()
    await announce()
    await answer(ids.dan, 'going')
    await change({ location: 'Bryggen 2' })
    expect((await types(told)).map((some) => some.toSorted())).toEqual([['editedEventInRadius', 'newEventInRadius'], [], ['eventChanged']])
    await answer(ids.ben, 'maybe')
    await change({ isCancelled: true, location: 'Bryggen 2' })
    expect((await types(told))[0]?.toSorted()).toEqual(['editedEventInRadius', 'eventCanceled', 'newEventInRadius'])
  })

  test('and follows its group hears of it once', async () => {
    const { announce, told, follow, change } = await neighbors({ groupId: group })
    await follow(ids.ben, 'group', group)
    await announce()
    await change({ type: 'social', groupId: group })
    expect(await types(told)).toEqual([['newEvent'], [], ['newEvent']])
  })

  test('hears of an event that gets its place on the map later', async () => {
    const { announce, told, change } = await neighbors({ latitude: null, longitude: null })
    await announce()
    expect(await types(told)).toEqual([[], [], []])
    await change(bergen)
    expect(await types(told)).toEqual([['newEventInRadius'], [], []])
  })

  test('are more than one piece of work: everybody of three hundred is notified', async () => {
    const { put, live, told, announce } = await neighbors()
    const many = Array.from({ length: 300 }, (_none, n) => idOf(200 + n))
    for (const [n, id] of many.entries()) {
      await put({ id, displayName: `Member ${n}`, displayNameKey: `m ${id}` })
      await live(id, bergen, true)
    }
    await announce()
    const found = await Promise.all(many.map((id) => told(id)))
    expect(found.filter((one) => one.length === 1)).toHaveLength(300)
  })
})

describe('a place that becomes free', () => {
  /** Ben has the only place; Cleo and Dan wait. */
  async function full() {
    const rest = await scene({ capacity: 1 })
    await rest.announce()
    for (const id of [ids.ben, ids.cleo, ids.dan]) {
      rest.clock.now += minuteMs
      await rest.answer(id, 'going')
    }
    const statusFor = async (id: string) => (await rest.store.read((read) => read.get(rsvps, rsvpId(id, event))))?.answer
    return { ...rest, statuses: async () => [await statusFor(ids.ben), await statusFor(ids.cleo), await statusFor(ids.dan)] }
  }
  const places = (found: readonly string[]) => found.filter((one) => one.startsWith('eventPlace')).length

  test('is had by the first who waits, who hears of it on the site and by mail; the others do not', async () => {
    const { answer, statuses, told, later, sent } = await full()
    expect(await statuses()).toEqual(['going', 'waiting', 'waiting'])
    await answer(ids.ben, 'none')
    expect(await statuses()).toEqual([undefined, 'going', 'waiting'])
    expect([places(await told(ids.ben)), places(await told(ids.cleo)), places(await told(ids.dan))]).toEqual([0, 1, 0])
    await later(2 * minuteMs)
    expect(sent.find(({ to }) => to === 'cleo@example.org')?.text).toContain('A place became free: you’re going to “Winter walk”')
  })

  test('is made by more places, and fewer take none away; those who wait hear of a cancellation, not of the reminder', async () => {
    const { change, statuses, told, remind, clock } = await full()
    await change({ capacity: 2 })
    expect(await statuses()).toEqual(['going', 'going', 'waiting'])
    await change({ capacity: 1 })
    expect(await statuses()).toEqual(['going', 'going', 'waiting'])
    clock.now = startAt - hourMs
    await remind()
    await change({ capacity: 1, isCancelled: true })
    const all = (await told(ids.dan)).map((one) => one.split(' ')[0])
    expect(all).toEqual(['eventCanceled'])
  })

  test('while nobody looked is given by the job, and once', async () => {
    const { store, writer, clock, statuses, told } = await full()
    await store.write(({ tx }) => tx.delete(rsvps, rsvpId(ids.ben, event)))
    const fill = () => fillSeats({ store, apply: (request) => writer.apply(request) }, clock.now)
    for (const _again of [1, 2]) await fill()
    expect(await statuses()).toEqual([undefined, 'going', 'waiting'])
    expect([places(await told(ids.cleo)), places(await told(ids.dan))]).toEqual([1, 0])
  })
})

describe('the reminder', () => {
  test('goes out within a day before the start, once, whichever nodes look for it how often', async () => {
    const { remind, told, clock } = await answered()
    clock.now = startAt - dayMs - 1
    await remind()
    expect(await told(ids.ben)).toEqual([])
    clock.now = startAt - dayMs
    await Promise.all([remind(), remind()])
    expect(await told(ids.ben)).toEqual([`eventReminder eventNews:${event}:reminder`])
    clock.now = startAt - hourMs
    await remind()
    expect([await told(ids.ben), await told(ids.cleo), await told(ids.dan)].map(({ length }) => length)).toEqual([1, 1, 0])
  })

  test.each([
    ['a canceled event', { isCancelled: true }],
    ['an event without a date', { starts: '' }],
    ['an event that has begun', { starts: wallAt(startAt - dayMs, 'UTC') }],
  ])('there is none of %s', async (_what, changes) => {
    const { remind, change, told, clock } = await answered()
    await change(changes)
    clock.now = startAt - hourMs
    await remind()
    expect((await told(ids.ben)).filter((one) => one.startsWith('eventReminder'))).toEqual([])
  })

  test('there is none of a draft', async () => {
    const { remind, told, mutation, clock } = await answered()
    await mutation(ids.ada, 'posts.unpublish', { id: event })
    clock.now = startAt - hourMs
    await remind()
    expect(await told(ids.ben)).toEqual([])
  })
})

describe('a new event in a group', () => {
  test('goes to its followers and organizers once it is published, and not to who follows its author’s posts', async () => {
    const { follow, announce, told, mutation, later, sent } = await scene({ groupId: group })
    await follow(ids.ben, 'group', group)
    await follow(ids.cleo, 'member', ids.ada)
    expect(await told(ids.ben)).toEqual([])
    await announce()
    expect([await told(ids.ben), await told(ids.dan)]).toEqual([[`newEvent event:${event}`], [`newEvent event:${event}`]])
    expect([await told(ids.cleo), await told(ids.ada)]).toEqual([[], []])
    await later(2 * minuteMs)
    expect(sent.find(({ to }) => to === 'ben@example.org')?.text).toContain('Ada announced the event “Winter walk”')
    await mutation(ids.ada, 'posts.unpublish', { id: event })
    expect(await told(ids.ben)).toEqual([])
  })

  test('an organizer who wants to hear nothing of the group does not', async () => {
    const { mutation, announce, told } = await scene({ groupId: group })
    await mutation(ids.dan, 'subscriptions.set', { kind: 'group', targetId: group, state: 'suppressed', via: null })
    await announce()
    expect(await told(ids.dan)).toEqual([])
  })

  test('an event that is over is announced to nobody, though it was published before', async () => {
    const { follow, announce, change, told, clock } = await scene({ groupId: null })
    await follow(ids.ben, 'group', group)
    await announce()
    clock.now = startAt + dayMs
    await change({ groupId: group })
    expect([await told(ids.ben), await told(ids.dan)]).toEqual([[], []])
  })

  test('a group that there is not cannot be followed', async () => {
    const { follow } = await scene()
    await expect(follow(ids.ben, 'group', idOf(99))).rejects.toMatchObject({ code: 'not-found' })
  })
})

test('nobody hears of events and answers of a store of before that is opened; of a new event they do', async () => {
  const place = await productPlace()
  const before = await notifyScene(place.address, [])
  for (const [displayName, id] of [
    ['Ada', ids.ada],
    ['Ben', ids.ben],
    ['Dan', ids.dan],
  ] as const)
    // oxfmt-ignore
    await before.put({ id, displayName, displayNameKey: `name ${id}` })
  const old = await scene({ groupId: group }, before)
  await old.follow(ids.ben, 'group', group)
  await old.announce()
  await old.answer(ids.ben, 'going')
  await old.store.write(async ({ tx }) => {
    const { isListed: _derived, ...row } = (await tx.get(events, event)) ?? expect.fail()
    await tx.put(events, row)
    const id = rsvpId(ids.ben, event)
    // In no shape, as it was.
    await tx.put({ ...rsvps, shape: () => null }, (await tx.get(rsvps, id)) ?? expect.fail())
  })
  await old.settled()
  await old.close()

  const { store, mutation, told, close } = await notifyScene(place.address)
  await store.write((batch) => eventsInLists.run(batch))
  expect(await store.read((read) => read.get(events, event))).toMatchObject({ isListed: true })
  const later = { ...text, title: 'Summer walk' }
  await mutation(ids.ada, 'events.make', { id: idOf(70), revisionId: idOf(71), ...later, ...details, groupId: group })
  const publish = { ...later, id: idOf(70), revisionId: idOf(72), kind: 'event', linkUrl: null, lang: 'en', tags: [], writtenOn: null }
  await mutation(ids.ada, 'posts.publish', { ...publish, submitToFrontpage: false })
  const told70 = [`newEvent event:${idOf(70)}`]
  expect([await told(ids.ben), await told(ids.dan), await told(ids.ada)]).toEqual([told70, told70, []])
  await close()
  await place.remove()
})
