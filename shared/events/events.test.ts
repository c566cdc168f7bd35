import { describe, expect, test } from 'vitest'
import type { Verdict } from '../kernel/verdict.ts'
import { hourMs } from '../kernel/durations.ts'
import { visitor } from '../kernel/viewer.ts'
import { localGroups } from '../local-groups/schema.ts'
import { emptyPost } from '../posts/make-post.ts'
import { publishPost, saveDraft, setPostDetail } from '../posts/mutations.ts'
import { authorships, posts, revisions, writings } from '../posts/schema.ts'
import { members } from '../accounts/schema.ts'
import { comments } from '../comments/schema.ts'
import { tags } from '../wiki/schema.ts'
import { listingsOfPost } from '../feed/listings-of-post.ts'
import { isEligible } from '../annual-review/years.ts'
import { inlineComments } from '../inline-comments/schema.ts'
import { links } from '../links.ts'
import { aPost, admin, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { makeEvent, putEvent } from './mutations.ts'
import { eventsBefore, eventsFrom, eventsOfGroup, rsvpsOf } from './queries.ts'
import { canEditEvent, canMakeEvents, canRsvp, isOver } from './rules.ts'
import { setRsvp } from './rsvp-mutations.ts'
import { events, rsvpId, rsvps } from './schema.ts'

const [ada, ben, eve] = [member(idOf(1)), member(idOf(2)), member(idOf(3))]
const details = {
  ...{ starts: '2026-12-03T19:00', ends: '2026-12-03T21:00', zone: 'Europe/Oslo', isOnline: false, location: 'Bryggen 1, Bergen' },
  ...{ joinUrl: null, type: 'social', groupId: null, hasRsvps: true },
}
const args = { id: idOf(9), revisionId: idOf(8), title: 'Winter walk', body: paragraph('Bring a lamp.'), ...details }
const later = { id: idOf(9), ...details, isCancelled: false }

async function community() {
  const mutations = mutationsOver([
    ...[events, rsvps, posts, revisions, writings, authorships, members, localGroups, comments, tags, inlineComments],
  ])
  const group = { id: idOf(20), name: 'Bergen', otherName: '', organizerIds: [idOf(1)], body: paragraph('We walk.'), isOnline: false }
  const more = { location: 'Bergen', latitude: null, longitude: null, categories: [], links: [], contact: '', color: null }
  await mutations.put(localGroups, { ...group, ...more, isActive: true, makerId: idOf(1), createdAt: T0 })
  await mutations.put(localGroups, { ...group, ...more, id: idOf(21), isActive: false, makerId: idOf(1), createdAt: T0 })
  return mutations
}

const published = async () => {
  const mutations = await community()
  await mutations.run(makeEvent, args, { viewer: ada })
  const content = { tags: [], lang: 'en', linkUrl: null, writtenOn: null, submitToFrontpage: false, kind: 'event' }
  const publish = { ...content, id: idOf(9), revisionId: idOf(10), title: 'Winter walk', body: paragraph('Bring a lamp.') }
  await mutations.run(publishPost, publish, { viewer: ada })
  // As the trigger of the server does.
  const event = await mutations.get(events, idOf(9))
  if (event !== undefined) await mutations.put(events, { ...event, isListed: true })
  return { mutations, publish }
}

describe('making one', () => {
  test('is a draft of an event, with its time as moments; the same again changes nothing', async () => {
    const mutations = await community()
    await mutations.run(makeEvent, args, { viewer: ada })
    const before = await mutations.everything()
    await mutations.run(makeEvent, { ...args, title: 'Other' }, { viewer: ada, now: T0 + 9 })
    expect(await mutations.everything()).toEqual(before)
    expect(await mutations.get(posts, idOf(9))).toMatchObject({ kind: 'event', status: 'draft', title: 'Winter walk', authorId: idOf(1) })
    expect(await mutations.get(writings, idOf(9))).toMatchObject({ kind: 'event', title: 'Winter walk', submitToFrontpage: false })
    expect(await mutations.get(revisions, idOf(8))).toMatchObject({ body: args.body, isDraft: true })
    const moments = { startAt: Date.UTC(2026, 11, 3, 18), endAt: Date.UTC(2026, 11, 3, 20) }
    expect(await mutations.get(events, idOf(9))).toEqual({
      ...later,
      ...moments,
      ...{ cell: null, area: null, isListed: false, sequence: 0, createdAt: T0, changedAt: T0 },
    })
  })

  test('a time may come later, and online needs no place', async () => {
    const mutations = await community()
    await mutations.run(makeEvent, { ...args, starts: '', ends: '', isOnline: true, location: '' }, { viewer: ada })
    expect(await mutations.get(events, idOf(9))).toMatchObject({ startAt: null, endAt: null, isOnline: true })
  })

  test('has its coordinates, its poles and 180° too; who says nothing of them leaves them', async () => {
    const mutations = await community()
    await mutations.run(makeEvent, { ...args, latitude: -90, longitude: 180 }, { viewer: ada })
    await mutations.run(putEvent, { ...later, location: 'The pole' }, { viewer: ada })
    expect(await mutations.get(events, idOf(9))).toMatchObject({ location: 'The pole', latitude: -90, longitude: 180 })
    expect(await refusalOf(mutations.run(putEvent, { ...later, latitude: null }, { viewer: ada }))).toMatchObject({ field: 'latitude' })
    await mutations.run(putEvent, { ...later, latitude: null, longitude: null }, { viewer: ada })
    expect(await mutations.get(events, idOf(9))).toMatchObject({ latitude: null, longitude: null })
  })

  test('has a link to register and a contact; who says nothing of them leaves them', async () => {
    const mutations = await community()
    const more = { registerUrl: 'https://tickets.example/walk', contact: 'walks@example.org' }
    await mutations.run(makeEvent, { ...args, ...more }, { viewer: ada })
    await mutations.run(putEvent, { ...later, type: null }, { viewer: ada })
    expect(await mutations.get(events, idOf(9))).toMatchObject(more)
    await mutations.run(putEvent, { ...later, registerUrl: null, contact: '' }, { viewer: ada })
    expect(await mutations.get(events, idOf(9))).toMatchObject({ registerUrl: null, contact: '' })
  })

  test.each([
    ['an end before the start', { ends: '2026-12-03T18:59' }, 'ends'],
    ['an end more than a year later', { ends: '2028-12-03T18:59' }, 'ends'],
    ['an end without a start', { starts: '' }, 'starts'],
    ['a day that there is not', { starts: '2026-11-31T19:00' }, 'starts'],
    ['a day of 25 hours', { starts: '2026-12-03T24:30' }, 'starts'],
    ['an hour that the clock leaps over', { starts: '2027-03-28T02:30', ends: '' }, 'starts'],
    ['the year 9999', { starts: '9999-01-01T10:00', ends: '' }, 'starts'],
    ['the year 1026', { starts: '1026-01-01T10:00', ends: '' }, 'starts'],
    ['words for a time', { starts: 'tomorrow' }, 'starts'],
    ['a zone that there is not', { zone: 'Europe/Atlantis' }, 'zone'],
    ['an offset for a zone', { zone: '+01:00' }, 'zone'],
    ['no zone', { zone: '' }, 'zone'],
    ['no place', { location: ' ' }, 'location'],
    ['a place beyond the pole', { latitude: 90.1, longitude: 5 }, 'latitude'],
    ['a place beyond 180°', { latitude: 60, longitude: -180.1 }, 'longitude'],
    ['half a place', { latitude: 60, longitude: null }, 'latitude'],
    ['a script for a link', { joinUrl: 'javascript:alert(1)' }, 'joinUrl'],
    ['a script to register by', { registerUrl: 'javascript:alert(1)' }, 'registerUrl'],
    ['a contact that is too long', { contact: 'x'.repeat(201) }, 'contact'],
    ['a type that there is not', { type: 'party' }, 'type'],
    ['a group that there is not', { groupId: idOf(99) }, 'groupId'],
    ['a group that sleeps', { groupId: idOf(21) }, 'groupId'],
    ['no title', { title: ' ' }, 'title'],
  ])('refuses %s, and stores nothing', async (_what, over, field) => {
    const mutations = await community()
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(makeEvent, { ...args, ...over }, { viewer: ada }))).toMatchObject({ code: 'invalid', field })
    expect(await mutations.everything()).toEqual(before)
    await mutations.run(makeEvent, args, { viewer: ada })
    if (field === 'title') return
    expect(await refusalOf(mutations.run(putEvent, { ...later, ...over }, { viewer: ada }))).toMatchObject({ code: 'invalid', field })
    expect(await mutations.get(events, idOf(9))).toMatchObject({ ...details, sequence: 0 })
  })

  test('not under the id of what somebody else has written', async () => {
    const mutations = await community()
    await mutations.run(makeEvent, args, { viewer: ada })
    expect(await refusalOf(mutations.run(makeEvent, args, { viewer: ben }))).toMatchObject({ code: 'not-found' })
  })
})

describe('what it is stays', () => {
  test('an event is published as one, and becomes nothing else; nothing else becomes one', async () => {
    const { mutations, publish } = await published()
    expect(await mutations.get(posts, idOf(9))).toMatchObject({ kind: 'event', status: 'published' })
    const again = { ...publish, revisionId: idOf(11), kind: 'post' }
    expect(await refusalOf(mutations.run(publishPost, again, { viewer: ada }))).toMatchObject({ field: 'kind' })
    expect(await refusalOf(mutations.run(saveDraft, again, { viewer: ada }))).toMatchObject({ field: 'kind' })
    const toPost = { id: idOf(9), detail: { field: 'kind', value: 'post' } }
    expect(await refusalOf(mutations.run(setPostDetail, toPost, { viewer: ada }))).toMatchObject({ field: 'kind' })
    const made = { ...publish, id: idOf(30), revisionId: idOf(31) }
    expect(await refusalOf(mutations.run(publishPost, made, { viewer: ada }))).toMatchObject({ field: 'kind' })
  })

  test('it stands among all posts, and not on the front page nor in the review; its address is among events', () => {
    const post = aPost({ kind: 'event' })
    expect(listingsOfPost(post, undefined, T0, []).map(({ feed }) => feed)).toEqual(['all', `author:${post.authorId}`])
    expect(isEligible(post, 2026, undefined)).toBe(false)
    expect(links.post(post)).toBe(`/events/${post.id}/on-tides`)
    expect(links.postHistory(post)).toBe(`/revisions/post/${post.id}/on-tides`)
  })
})

describe('changing one', () => {
  test('counts what changes, and no more', async () => {
    const { mutations } = await published()
    const moved = { ...later, starts: '2026-12-04T19:00', ends: '', groupId: idOf(20), isCancelled: true }
    for (const now of [T0 + 1, T0 + 2]) await mutations.run(putEvent, moved, { viewer: ada, now })
    expect(await mutations.get(events, idOf(9))).toMatchObject({
      sequence: 1,
      changedAt: T0 + 1,
      endAt: null,
      isCancelled: true,
      createdAt: T0,
    })
    const slept = await mutations.get(localGroups, idOf(20))
    if (slept !== undefined) await mutations.put(localGroups, { ...slept, isActive: false })
    await mutations.run(putEvent, { ...moved, isCancelled: false }, { viewer: ada })
    expect(await mutations.read((read) => read.list(eventsOfGroup(idOf(20), 9)))).toHaveLength(1)
  })

  test('lists go by the start', async () => {
    const { mutations } = await published()
    const at = Date.UTC(2026, 11, 3, 18)
    const found = (from: number) => mutations.read((read) => read.list(eventsFrom(from, 9)))
    expect([await found(at), await found(at + 1)].map(({ length }) => length)).toEqual([1, 0])
    const past = (until: number) => mutations.read((read) => read.list(eventsBefore(until, 9)))
    expect([await past(at), await past(at + 1)].map(({ length }) => length)).toEqual([0, 1])
  })

  const said = (verdict: Verdict): string => (verdict.allowed ? 'yes' : verdict.reason)
  const [open, draft] = [
    aPost({ kind: 'event', authorId: idOf(1), coauthorIds: [idOf(2)] }),
    { status: 'draft', publishedAt: null } as const,
  ]
  const roles = [visitor, eve, ben, ada, moderator, admin, { ...ada, postingDisabled: true }]
  test.each([
    ['making one', canMakeEvents, ['sign-in-first', 'yes', 'yes', 'yes', 'yes', 'yes', 'posting-disabled']],
    [
      'changing one',
      (viewer: typeof ada) => canEditEvent(viewer, open),
      ['sign-in-first', 'not-yours', 'yes', 'yes', 'yes', 'yes', 'posting-disabled'],
    ],
    [
      'changing a draft',
      (viewer: typeof ada) => canEditEvent(viewer, { ...open, ...draft }),
      ['sign-in-first', 'not-found', 'yes', 'yes', 'not-found', 'not-found', 'posting-disabled'],
    ],
    [
      'giving a post a time',
      (viewer: typeof ada) => canEditEvent(viewer, { ...open, kind: 'post' }),
      ['sign-in-first', 'not-yours', 'not-an-event', 'not-an-event', 'not-an-event', 'not-an-event', 'posting-disabled'],
    ],
  ])('%s: a visitor, a member, a coauthor, the author, a moderator, an administrator, a muted one', (_what, rule, expected) => {
    expect(roles.map((viewer) => said((rule as (viewer: unknown) => Verdict)(viewer)))).toEqual(expected)
  })

  test.each([
    ['another member', eve, 'not-yours'],
    ['a visitor', visitor, 'sign-in-first'],
  ] as const)('%s does not', async (_who, viewer, reason) => {
    const { mutations } = await published()
    expect(await refusalOf(mutations.run(putEvent, { ...later, isCancelled: true }, { viewer }))).toMatchObject({ reason })
    expect(await mutations.get(events, idOf(9))).toMatchObject({ isCancelled: false })
  })
})

describe('saying whether one comes', () => {
  const answer = (postAnswer: string) => ({ postId: idOf(9), answer: postAnswer })

  test('one answer each, changed and taken back; the same again changes nothing', async () => {
    const { mutations } = await published()
    for (const now of [T0 + 1, T0 + 2]) await mutations.run(setRsvp, answer('going'), { viewer: ben, now })
    expect(await mutations.get(rsvps, rsvpId(idOf(2), idOf(9)))).toMatchObject({ answer: 'going', at: T0 + 1 })
    await mutations.run(setRsvp, answer('maybe'), { viewer: ben, now: T0 + 3 })
    await mutations.run(setRsvp, answer('maybe'), { viewer: eve, now: T0 + 2 })
    const found = await mutations.read((read) => read.list(rsvpsOf(idOf(9), 'maybe', 9)))
    expect(found.map(({ userId }) => userId)).toEqual([idOf(3), idOf(2)])
    for (const _again of [1, 2]) await mutations.run(setRsvp, answer('none'), { viewer: ben })
    expect(await mutations.get(rsvps, rsvpId(idOf(2), idOf(9)))).toBeUndefined()
  })

  const end = Date.UTC(2026, 11, 3, 20)
  test.each([
    ['a visitor', visitor, {}, T0, 'sign-in-first'],
    ['a banned one', { kind: 'visitor', bannedUntil: T0 } as const, {}, T0, 'banned'],
    ['to a canceled one', ben, { isCancelled: true }, T0, 'event-is-cancelled'],
    ['where none are taken', ben, { hasRsvps: false }, T0, 'rsvps-are-off'],
    ['three hours after the end', ben, {}, end + 3 * hourMs, 'event-is-over'],
  ] as const)('refused: %s', async (_what, viewer, over, now, reason) => {
    const { mutations } = await published()
    await mutations.run(putEvent, { ...later, ...over }, { viewer: ada })
    expect(await refusalOf(mutations.run(setRsvp, answer('going'), { viewer, now }))).toMatchObject({ reason })
    expect(await mutations.read((read) => read.list(rsvpsOf(idOf(9), 'going', 9)))).toEqual([])
  })

  test('what was said before is taken back even when it is over or canceled', async () => {
    const { mutations } = await published()
    await mutations.run(setRsvp, answer('going'), { viewer: ben })
    await mutations.run(putEvent, { ...later, isCancelled: true }, { viewer: ada })
    await mutations.run(setRsvp, answer('none'), { viewer: ben, now: end + 99 * hourMs })
    expect(await mutations.get(rsvps, rsvpId(idOf(2), idOf(9)))).toBeUndefined()
  })

  test('nobody answers a draft, nor what is no event, nor with another word', async () => {
    const mutations = await community()
    await mutations.run(makeEvent, args, { viewer: ada })
    expect(await refusalOf(mutations.run(setRsvp, answer('going'), { viewer: ben }))).toMatchObject({ code: 'not-found' })
    expect(await refusalOf(mutations.run(setRsvp, answer('going'), { viewer: ada }))).toMatchObject({ reason: 'post-is-draft' })
    await mutations.put(posts, aPost({ id: idOf(40) }))
    expect(await refusalOf(mutations.run(setRsvp, { postId: idOf(40), answer: 'going' }, { viewer: ben }))).toMatchObject({
      code: 'not-found',
    })
    expect(await refusalOf(mutations.run(setRsvp, answer('perhaps'), { viewer: ben }))).toMatchObject({ code: 'invalid' })
  })

  test('a private answer stays private when the same is said again, or a build that knows nothing of it says another', async () => {
    const { mutations } = await published()
    const row = () => mutations.get(rsvps, rsvpId(idOf(2), idOf(9)))
    await mutations.run(setRsvp, { ...answer('going'), isPrivate: true }, { viewer: ben, now: T0 + 1 })
    await mutations.run(setRsvp, answer('going'), { viewer: ben, now: T0 + 2 })
    expect(await row()).toMatchObject({ answer: 'going', isPrivate: true, at: T0 + 1 })
    await mutations.run(setRsvp, answer('maybe'), { viewer: ben, now: T0 + 3 })
    expect(await row()).toMatchObject({ answer: 'maybe', isPrivate: true, at: T0 + 3 })
    await mutations.run(setRsvp, { ...answer('maybe'), isPrivate: false }, { viewer: ben, now: T0 + 4 })
    expect(await row()).toMatchObject({ answer: 'maybe', isPrivate: false, at: T0 + 3 })
    expect(await refusalOf(mutations.run(setRsvp, { ...answer('maybe'), isPrivate: 'on' }, { viewer: ben }))).toMatchObject({
      code: 'invalid',
    })
  })

  test('it is over three hours after its end, or six after its start, or never', () => {
    const at = (over: object) => ({ startAt: T0, endAt: null, ...over })
    expect([isOver(at({}), T0 + 6 * hourMs - 1), isOver(at({}), T0 + 6 * hourMs)]).toEqual([false, true])
    const long = at({ endAt: T0 + 9 * hourMs })
    expect([isOver(long, T0 + 12 * hourMs - 1), isOver(long, T0 + 12 * hourMs)]).toEqual([false, true])
    expect(isOver(at({ startAt: null }), T0 * 2)).toBe(false)
  })

  test('the rule is that of the button', () => {
    const post = { ...emptyPost({ viewer: ada, now: T0 }, { id: idOf(9), title: '', kind: 'event', lang: 'en', revisionId: idOf(8) }) }
    const event = { ...later, type: null, startAt: T0, endAt: null, sequence: 0, createdAt: T0, changedAt: T0 }
    expect(canRsvp(ben, { ...post, status: 'published', publishedAt: T0 }, event, T0)).toEqual({ allowed: true })
  })
})
