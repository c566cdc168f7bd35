import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { members } from '#shared/accounts/schema.ts'
import { eventsNear } from '#shared/events/near.ts'
import { eventsFrom } from '#shared/events/queries.ts'
import type { Rsvp } from '#shared/events/schema.ts'
import { events, rsvpId, rsvps } from '#shared/events/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { eventsInCells, eventsInLists } from './migrations.ts'

const [ada, mo, event] = [idOf(1), idOf(2), idOf(9)]
const made = {
  ...{ id: event, revisionId: idOf(8), title: 'Winter walk', body: paragraph('Bring a lamp.'), type: 'social', groupId: null },
  ...{ starts: '2026-12-03T19:00', ends: '', zone: 'Europe/Oslo', isOnline: true, location: '', joinUrl: null, hasRsvps: true },
}
const content = { tags: [], lang: 'en', linkUrl: null, writtenOn: null, submitToFrontpage: false, kind: 'event' }
const published = (n: number) => ({ ...content, id: event, revisionId: idOf(n), title: made.title, body: made.body })

async function community() {
  const core = await aCore()
  for (const n of [1, 2]) await core.join(n)
  await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, mo)), isAdmin: true }))
  const does = (userId: string, name: string, args: unknown) => core.must({ name, args, userId, now: T0 })
  const listed = () => core.store.read((read) => read.list(eventsFrom(0, 9)))
  await does(ada, 'events.make', made)
  return { core, does, isListed: async () => (await listed()).length === 1 }
}

test('an event is in lists from its publication on, and not while it is withdrawn or rejected', async () => {
  const { does, isListed } = await community()
  expect(await isListed()).toBe(false)
  await does(ada, 'posts.publish', published(10))
  expect(await isListed()).toBe(true)
  const steps = [
    [ada, 'posts.unpublish', {}, false],
    [ada, 'posts.publish', published(11), true],
    [mo, 'moderation.rejectPost', { reason: 'Off topic.' }, false],
    [mo, 'moderation.rejectPost', { reason: null }, true],
  ] as const
  const found = []
  for (const [userId, name, more] of steps) {
    await does(userId, name, { id: event, ...more })
    found.push([name, await isListed()])
  }
  expect(found).toEqual(steps.map(([, name, , isOn]) => [name, isOn]))
})

test('its details are changed without its leaving the lists', async () => {
  const { does, isListed } = await community()
  await does(ada, 'posts.publish', published(10))
  const { revisionId: _revision, title: _title, body: _body, ...details } = made
  await does(ada, 'events.put', { ...details, isCancelled: true })
  expect(await isListed()).toBe(true)
})

test('events of an older store are in lists once it was opened; their drafts are not, and devices get the answers to both', async () => {
  const { core, does, isListed } = await community()
  await does(ada, 'posts.publish', published(10))
  await does(ada, 'events.make', { ...made, id: idOf(19), revisionId: idOf(18) })
  const strip = async (id: string) =>
    core.store.write(async ({ tx }) => {
      const { isListed: _derived, ...older } = await getOrThrow(tx, events, id)
      await tx.put(events, older)
    })
  for (const id of [event, idOf(19)]) await strip(id)
  expect(await isListed()).toBe(false)
  const answer: Rsvp = { id: rsvpId(mo, idOf(19)), userId: mo, postId: idOf(19), answer: 'going', at: T0 }
  await core.store.write(({ tx }) => tx.put({ ...rsvps, shape: () => null }, answer))
  for (let time = 0; time < 2; time += 1) await core.store.write((batch) => eventsInLists.run(batch))
  expect(await isListed()).toBe(true)
  expect((await core.store.read((read) => read.stamps(rsvps, [answer.id]))).get(answer.id)).toMatchObject({ shape: `me:${mo}` })
  expect(await core.store.read((read) => read.get(events, idOf(19)))).not.toHaveProperty('isListed', true)
})

test('events of an older store are near their place once it was opened', async () => {
  const { core, does } = await community()
  const bergen = { latitude: 60.39, longitude: 5.32 }
  await does(ada, 'events.make', { ...made, ...bergen, id: idOf(19), revisionId: idOf(18) })
  await does(ada, 'posts.publish', { ...published(20), id: idOf(19) })
  const near = async () =>
    (await core.store.read((read) => eventsNear(read, { ...bergen, radius: 1 }, T0, 9))).map(({ event: { id } }) => id)
  expect(await near()).toEqual([idOf(19)])
  await core.store.write(async ({ tx }) => {
    const { cell: _cell, area: _area, ...older } = await getOrThrow(tx, events, idOf(19))
    await tx.put(events, older)
  })
  expect(await near()).toEqual([])
  for (let time = 0; time < 2; time += 1) await core.store.write((batch) => eventsInCells.run(batch))
  expect(await near()).toEqual([idOf(19)])
})
