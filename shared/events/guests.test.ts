import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '../kernel/durations.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { policies } from '../policies.ts'
import { aPost, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { guestsOf } from './guest-queries.ts'
import type { EventGuest } from './guest-schema.ts'
import { eventGuests, GuestAnswer, guestsErasedAt } from './guest-schema.ts'
import { rsvpsOf } from './queries.ts'
import { canAnswerAsGuest } from './rules.ts'
import type { Event } from './schema.ts'
import { events, rsvpId, rsvps } from './schema.ts'
import { takenOf } from './seats.ts'

const event: Event = {
  ...{ id: idOf(9), starts: '', ends: '', zone: 'UTC', startAt: null, endAt: null, isOnline: true, location: '', joinUrl: null },
  ...{ type: null, groupId: null, hasRsvps: true, capacity: null, isCancelled: false, isListed: true, sequence: 0 },
  ...{ createdAt: T0, changedAt: T0 },
}
const post = aPost({ id: event.id, kind: 'event', authorId: idOf(1), coauthorIds: [idOf(2)] })
const draft = { status: 'draft', publishedAt: null } as const
const taken = { startAt: T0, endAt: T0 + hourMs }

test.each([
  ['one without a date', {}, {}, 'yes'],
  ['one that goes on', {}, taken, 'yes'],
  ['one that is over', {}, { startAt: T0 - dayMs, endAt: null }, 'event-is-over'],
  ['a canceled one', {}, { isCancelled: true }, 'event-is-cancelled'],
  ['where answers are off', {}, { hasRsvps: false }, 'rsvps-are-off'],
  ['a draft', draft, {}, 'not-found'],
  ['one that was removed', { status: 'removed' }, {}, 'not-found'],
] as const)('a guest and %s', (_what, ofPost, ofEvent, expected) => {
  const may = canAnswerAsGuest({ ...post, ...ofPost }, { ...event, ...ofEvent }, T0)
  expect(may.allowed ? 'yes' : may.reason).toBe(expected)
})

test.each([
  ['a name', { name: ' Gus  B. ' }, 'Gus B.'],
  ['80 characters', { name: 'x'.repeat(80) }, 'x'.repeat(80)],
  ['81 characters', { name: 'x'.repeat(81) }, null],
  ['no name', { name: ' ' }, null],
  ['a control character', { name: 'G\u0000us' }, null],
  ['a line break', { name: 'G\nus' }, null],
  ['another direction', { name: 'G\u202Eus' }, null],
  ['a status that is no answer', { answer: 'waiting' }, null],
  ['more than is asked', { status: 'going' }, null],
])('what a guest says: %s', (_what, over, name) => {
  const parsed = GuestAnswer.safeParse({ name: 'Gus', answer: 'going', isPrivate: false, ...over })
  expect(parsed.success ? parsed.data.name : null).toBe(name)
})

describe('who sees what', () => {
  const guest = (n: number, over: Partial<EventGuest> = {}): EventGuest => ({
    ...{ id: `${n}`.padStart(64, '0'), eventId: event.id, email: `g${n}@example.org`, name: `G${n}`, answer: 'going', status: 'going' },
    ...{ isPrivate: false, at: T0 + n, ...over },
  })
  async function scene() {
    const tx = memoryTransaction()
    await tx.put(posts, post)
    await tx.put(events, { ...event, guests: { going: 2, waiting: 0, maybe: 0, no: 0 } })
    for (const row of [guest(1), guest(2, { isPrivate: true }), guest(3, { status: 'pending' })]) await tx.put(eventGuests, row)
    const rsvp = (n: number) => ({ id: rsvpId(idOf(n), event.id), userId: idOf(n), postId: event.id, answer: 'going', at: T0 }) as const
    for (const row of [rsvp(3), { ...rsvp(4), isPrivate: true }]) await tx.put(rsvps, row)
    return tx
  }

  test.each([
    ['a visitor', visitor, ['G1 '], [3]],
    ['another member', member(idOf(5)), ['G1 '], [3]],
    ['one who answered in private', member(idOf(4)), ['G1 '], [3, 4]],
    ['the author', member(idOf(1)), ['G1 g1@example.org', 'G2 g2@example.org'], [3, 4]],
    ['a coauthor', member(idOf(2)), ['G1 g1@example.org', 'G2 g2@example.org'], [3, 4]],
    ['a moderator', moderator, ['G1 g1@example.org', 'G2 g2@example.org'], [3, 4]],
  ] as const)('%s', async (_who, viewer: Viewer, names, members) => {
    const tx = await scene()
    const read = permittedRead(tx, viewer, policies)
    expect((await read.list(guestsOf(event.id, 'going', 9))).map(({ name, email }) => `${name} ${email}`)).toEqual(names)
    expect(await read.list(guestsOf(event.id, 'pending', 9))).toEqual([])
    expect((await read.list(rsvpsOf(event.id, 'going', 9))).map(({ userId }) => userId)).toEqual(members.map(idOf))
    // The numbers are everybody's.
    expect(await takenOf(read, { ...event, guests: { going: 2, waiting: 0, maybe: 0, no: 0 } })).toEqual({ going: 4, waiting: 0 })
  })

  test('while the event is a draft nobody else sees anything', async () => {
    const tx = await scene()
    await tx.put(posts, { ...post, ...draft })
    for (const viewer of [visitor, member(idOf(5)), moderator])
      expect(await permittedRead(tx, viewer, policies).list(guestsOf(event.id, 'going', 9))).toEqual([])
  })
})

test('a private answer is its owner’s alone on devices; a guest’s is on none', () => {
  const row = { id: 'x', userId: idOf(4), postId: event.id, answer: 'going', at: T0 } as const
  expect([rsvps.scope(row), rsvps.scope({ ...row, isPrivate: true })]).toEqual(['public', `user:${idOf(4)}`])
  expect(rsvps.shape({ ...row, isPrivate: true })).toBe(`me:${idOf(4)}`)
  expect(eventGuests.isOnDevices).toBe(false)
})

test.each([
  ['after its end', { startAt: T0, endAt: T0 + hourMs, changedAt: 0 }, T0 + hourMs + 30 * dayMs],
  ['after its start, where no end is known', { startAt: T0, endAt: null, changedAt: 0 }, T0 + 30 * dayMs],
  ['a year after the last change, where it has no date', { startAt: null, endAt: null, changedAt: T0 }, T0 + 365 * dayMs],
])('guests are erased 30 days %s', (_what, of, at) => expect(guestsErasedAt(of)).toBe(at))
