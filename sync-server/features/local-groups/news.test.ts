import { describe, expect, test } from 'vitest'
import { ids, notifyScene } from '#server/notify/testing/notify-scene.ts'
import { putGuest, deleteGuest } from '#shared/events/guest-records.ts'
import { wallAt } from '#shared/events/zones.ts'
import { dayMs, minuteMs } from '#shared/kernel/durations.ts'
import { groupOrganizers } from '#shared/local-groups/group-posts-schema.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { postsInGroups } from './migrations.ts'

const [group, event, post] = [idOf(61), idOf(60), idOf(70)]
const said = {
  ...{ id: group, name: 'Bergen', otherName: '', organizerIds: [ids.ben] as readonly string[], isOnline: false, location: 'Bergen' },
  ...{ latitude: null, longitude: null, body: paragraph('We walk.'), categories: [], links: [], contact: '', color: null, isActive: true },
}
const about = { title: 'Winter walk', body: paragraph('Bring a lamp.') }
const written = { linkUrl: null, lang: 'en', tags: [], writtenOn: null, submitToFrontpage: false }
const details = {
  ...{ starts: wallAt(T0 + 3 * dayMs, 'UTC'), ends: '', zone: 'UTC', isOnline: true, location: '', joinUrl: null, type: null },
  ...{ groupId: group, hasRsvps: true },
}

/** Ben's group, and Ada's event in it. */
async function scene() {
  const rest = await notifyScene()
  const { mutation } = rest
  await mutation(ids.ben, 'localGroups.put', said)
  await mutation(ids.ada, 'events.make', { id: event, revisionId: idOf(62), ...about, ...details })
  await mutation(ids.ada, 'posts.publish', { ...about, ...written, id: event, revisionId: idOf(63), kind: 'event' })
  return {
    ...rest,
    put: (organizerIds: readonly string[], by: string = ids.ben) => mutation(by, 'localGroups.put', { ...said, organizerIds }),
    of: async (userId: string, ...types: readonly string[]) =>
      (await rest.told(userId)).map((one) => one.split(' ')[0] ?? '').filter((type) => types.includes(type)),
  }
}

describe('who is made an organizer of a group', () => {
  test('is notified once, by mail with a link to the group; not of their own group', async () => {
    const { put, of, clock, settled, sent } = await scene()
    for (const _again of [1, 2]) await put([ids.ben, ids.dan])
    expect(await of(ids.dan, 'newGroupOrganizer')).toEqual(['newGroupOrganizer'])
    expect(await of(ids.ben, 'newGroupOrganizer')).toEqual([])
    clock.now += 2 * minuteMs
    await settled()
    const mail = sent.find(({ to }) => to === 'dan@example.org')
    expect(mail?.text).toContain('Ben made you an organizer of “Bergen”')
    expect(mail?.text).toContain(`/groups/${group}`)
  })

  test('has no notice of it left once they are one no more, and hears of nothing further', async () => {
    const { put, of, mutation } = await scene()
    await put([ids.ben, ids.dan])
    expect(await of(ids.dan, 'newGroupOrganizer')).toHaveLength(1)
    await put([ids.ben])
    expect(await of(ids.dan, 'newGroupOrganizer')).toEqual([])
    await mutation(ids.cleo, 'rsvps.set', { postId: event, answer: 'going' })
    expect(await of(ids.dan, 'newRSVP')).toEqual([])
    expect(await of(ids.ben, 'newRSVP')).toEqual(['newRSVP'])
  })

  test('an older store’s organizers have rows and rights once it was opened, and are not notified', async () => {
    const { store, of, mutation } = await scene()
    await store.write(async ({ tx }) => {
      await tx.delete(groupOrganizers, `${group}:${ids.ben}`)
      await tx.put(localGroups, { ...said, organizerIds: [ids.ben, ids.dan], body: said.body, makerId: ids.ben, createdAt: T0 })
      const found = await tx.get(posts, event)
      if (found === undefined) return
      const { groupId: _g, organizerIds: _o, ...old } = found
      await tx.put(posts, old)
    })
    for (const _again of [1, 2]) await store.write((batch) => postsInGroups.run(batch))
    expect(await store.read((read) => read.get(posts, event))).toMatchObject({ groupId: group, organizerIds: [ids.ben, ids.dan] })
    expect(await of(ids.dan, 'newGroupOrganizer')).toEqual([])
    await mutation(ids.dan, 'events.put', { id: event, ...details, isCancelled: true })
  })
})

describe('the organizers of an event and of its group', () => {
  test('are notified of members’ answers and of those that are removed', async () => {
    const { of, mutation } = await scene()
    await mutation(ids.cleo, 'rsvps.set', { postId: event, answer: 'going', isPrivate: true })
    for (const userId of [ids.ada, ids.ben]) expect(await of(userId, 'newRSVP', 'cancelledRSVP')).toEqual(['newRSVP'])
    await mutation(ids.cleo, 'rsvps.set', { postId: event, answer: 'none' })
    for (const userId of [ids.ada, ids.ben]) expect(await of(userId, 'newRSVP', 'cancelledRSVP')).toEqual(['cancelledRSVP'])
    expect(await of(ids.dan, 'newRSVP', 'cancelledRSVP')).toEqual([])
  })

  test('are notified of a guest’s answer once it is confirmed, and of its withdrawal; never by name or address', async () => {
    const { of, store, clock, settled, sent } = await scene()
    const guest = { id: 'a'.repeat(64), eventId: event, email: 'gus@example.net', name: 'Gus', answer: 'going' as const, isPrivate: false }
    await store.write(({ tx }) => putGuest(tx, { ...guest, status: 'pending', at: clock.now }))
    expect(await of(ids.ben, 'guestRSVP')).toEqual([])
    await store.write(({ tx }) => putGuest(tx, { ...guest, status: 'going', at: clock.now }))
    for (const userId of [ids.ada, ids.ben]) expect(await of(userId, 'guestRSVP')).toEqual(['guestRSVP'])
    clock.now += 2 * minuteMs
    await settled()
    await store.write(({ tx }) => deleteGuest(tx, { ...guest, status: 'going', at: clock.now }))
    for (const userId of [ids.ada, ids.ben]) expect(await of(userId, 'guestRSVP', 'cancelledRSVP')).toEqual(['cancelledRSVP'])
    clock.now += 2 * minuteMs
    await settled()
    const mails = sent.filter(({ to }) => to === 'ben@example.org')
    expect(mails.map(({ text }) => text).join('\n')).toContain('Someone without an account RSVP’d to “Winter walk”')
    expect(mails.some(({ text }) => /Gus|gus@/u.test(text))).toBe(false)
  })

  test('hear nothing of guests who are forgotten when the event is over', async () => {
    const { of, store, clock } = await scene()
    const guest = { id: 'b'.repeat(64), eventId: event, email: 'gus@example.net', name: 'Gus', answer: 'going' as const, isPrivate: false }
    await store.write(({ tx }) => putGuest(tx, { ...guest, status: 'going', at: clock.now }))
    expect(await of(ids.ben, 'guestRSVP')).toEqual(['guestRSVP'])
    clock.now += 40 * dayMs
    await store.write(({ tx }) => deleteGuest(tx, { ...guest, status: 'going', at: T0 }))
    expect(await of(ids.ben, 'guestRSVP', 'cancelledRSVP')).toEqual([])
  })
})

test('a post in a group is news to who follows or organizes it once it is published, and not to who follows its author', async () => {
  const { of, mutation, follow } = await scene()
  await follow(ids.cleo, 'group', group)
  await follow(ids.dan, 'member', ids.ada)
  await mutation(ids.ada, 'groupPosts.make', { id: post, revisionId: idOf(71), groupId: group, title: 'What we saw' })
  expect(await of(ids.cleo, 'newGroupPost')).toEqual([])
  await mutation(ids.ada, 'posts.publish', { ...about, ...written, title: 'What we saw', id: post, revisionId: idOf(72), kind: 'post' })
  for (const userId of [ids.ben, ids.cleo]) expect(await of(userId, 'newGroupPost')).toEqual(['newGroupPost'])
  expect(await of(ids.dan, 'newPost', 'newGroupPost')).toEqual([])
})
