import { describe, expect, test } from 'vitest'
import { dayMs } from '#shared/kernel/durations.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { policies } from '#shared/policies.ts'
import type { FormError, PageData } from '#shared/pages/page-data.ts'
import { aMember, aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { localRead } from '../../app/local-read.ts'
import { deviceRead, rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { postsOnWeb } from '../posts/domain.ts'
import { whenWords } from '../../blocks/events/event-words.ts'

const named = (n: number, name: string) => {
  const key = name.toLowerCase()
  return { ...aMember(), id: idOf(n), userName: key, userNameKey: key, displayName: name, displayNameKey: key, slug: key }
}
const aGroup = {
  ...{ id: idOf(50), name: 'Bergen <b>', otherName: '', organizerIds: [idOf(100)], body: { type: 'doc', content: [] }, isOnline: false },
  ...{ location: 'Bergen', latitude: null, longitude: null, categories: [], links: [], contact: '', color: null, isActive: true },
  ...{ makerId: idOf(100), createdAt: T0 },
}
const aRevision = {
  ...{ id: idOf(200), subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n: 1, version: '1.0.0', isDraft: false, title: 'Walk' },
  ...{ body: paragraph('Bring a lamp.'), wordCount: 3, authorId: idOf(100), at: T0 },
}
const now = T0
const anEvent = (n: number, over = {}) => ({
  ...{ id: idOf(n), starts: '2026-12-03T19:00', ends: '2026-12-03T21:00', zone: 'America/New_York', isOnline: false },
  ...{ startAt: Date.UTC(2026, 11, 4), endAt: Date.UTC(2026, 11, 4, 2), location: 'Bryggen <1>', joinUrl: null, type: 'social' },
  ...{ groupId: idOf(50), hasRsvps: true, isCancelled: false, isListed: true, sequence: 0, createdAt: T0, changedAt: T0 },
  ...over,
})
const aPostOf = (n: number, title: string, over = {}) =>
  aPost({
    id: idOf(n),
    title,
    slug: `event-${n}`,
    kind: 'event',
    authorId: idOf(100),
    revisionId: idOf(200),
    latestRevisionId: idOf(200),
    ...over,
  })
const rsvp = (userId: string, answer: string, at: number) => ({ id: `${userId}:${idOf(1)}`, userId, postId: idOf(1), answer, at })
const rows = {
  members: [named(100, 'Ada'), named(101, 'Ben'), named(102, 'Eve'), { ...named(103, 'Gone'), isDeactivated: true }],
  posts: [
    aPostOf(1, 'Winter walk'),
    aPostOf(2, 'Secret draft', { status: 'draft', publishedAt: null, slug: null }),
    aPostOf(3, 'Old quay'),
    aPostOf(4, 'Some day'),
    aPostOf(5, 'Called off'),
    aPost({ id: idOf(6), slug: 'plain', revisionId: idOf(200), latestRevisionId: idOf(200), authorId: idOf(100) }),
    aPostOf(7, 'Refused', { rejectedReason: 'off-topic' }),
  ],
  revisions: [aRevision],
  events: [
    anEvent(1, { registerUrl: 'https://tickets.example/walk', contact: 'walks@<example>' }),
    anEvent(2, { isListed: false }),
    anEvent(3, { startAt: now - 9 * dayMs, endAt: null, starts: '2026-10-23T08:00', ends: '', zone: 'UTC' }),
    anEvent(4, { startAt: null, endAt: null, starts: '', ends: '', groupId: idOf(50) }),
    anEvent(5, { isCancelled: true, startAt: Date.UTC(2026, 11, 5), endAt: null, groupId: null }),
    anEvent(7, { isListed: false }),
  ],
  local_groups: [aGroup],
  rsvps: [rsvp(idOf(102), 'going', T0 + 1), rsvp(idOf(101), 'going', T0 + 2), rsvp(idOf(103), 'maybe', T0)],
}
const ada = member(idOf(100))
const at = (url: string, over: Partial<PageData> = {}, given: Parameters<typeof testPageData>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(given, { now, ...over }))
const plain = (html: string): string => html.replaceAll('<!-- -->', '')
const page = `/events/${idOf(1)}/event-1`

describe('the page of an event', () => {
  test('says when in its own zone, where, of which group, and who comes, first come first', async () => {
    const { status, body } = await at(page)
    expect(status).toBe(200)
    const text = plain(body)
    expect(text).toContain('Thursday, 3 December 2026, 19:00–21:00')
    expect(text).toContain('(America/New York)')
    expect(text).toContain('Bryggen &lt;1&gt;')
    expect(text).toContain('Bergen &lt;b&gt;')
    expect(text).toContain('href="https://tickets.example/walk" rel="noopener nofollow ugc"')
    expect(text).toContain('walks@&lt;example&gt;')
    expect(text).toContain(`href="/events/${idOf(1)}.ics"`)
    expect(text.indexOf('>Eve<')).toBeGreaterThan(0)
    expect(text.indexOf('>Eve<')).toBeLessThan(text.indexOf('>Ben<'))
    expect(text).not.toContain('>Gone<')
    expect(text).toContain(`<link rel="canonical" href="https://example.org${page}"`)
    expect(text).not.toContain('events.put')
  })

  test.each([
    ['without its title', `/events/${idOf(1)}`, page],
    ['with another title', `/events/${idOf(1)}/other?limit=9`, `${page}?limit=9`],
    ['among posts', `/posts/${idOf(1)}/event-1`, page],
    ['at a comment among posts', `/posts/${idOf(1)}/event-1/comment/${idOf(9)}`, `${page}?commentId=${idOf(9)}`],
    ['in a group', `/g/${idOf(50)}/p/${idOf(1)}`, page],
    ['a post that is none', `/events/${idOf(6)}/plain`, `/posts/${idOf(6)}/plain`],
  ])('%s leads to its own address', async (_what, url, location) => {
    expect(await at(url)).toMatchObject({ status: 308, location })
  })

  test('a post that is none stays where it is, and asks nothing of events', async () => {
    const { status, body } = await at(`/posts/${idOf(6)}/plain`)
    expect([status, body.includes('rsvps')]).toEqual([200, false])
  })

  test('search engines are told when and where it is, and of nobody who comes', async () => {
    const told = async (url: string, given = rows) => {
      const [, json = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/u.exec((await at(url, {}, given)).body) ?? []
      return JSON.parse(json) as unknown
    }
    const event = await told(page)
    expect(event).toEqual({
      ...{ '@context': 'https://schema.org', '@type': 'Event', name: 'Walk', url: `https://example.org${page}`, inLanguage: 'en' },
      ...{ startDate: '2026-12-04T00:00:00.000Z', endDate: '2026-12-04T02:00:00.000Z', description: expect.any(String) },
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: 'Bryggen <1>', address: 'Bryggen <1>' },
      organizer: [
        { '@type': 'Organization', name: 'Bergen <b>', url: `https://example.org/groups/${idOf(50)}` },
        { '@type': 'Person', name: 'Ada', url: 'https://example.org/users/ada' },
      ],
    })
    expect(JSON.stringify(event)).not.toMatch(/"Eve"|"Ben"|attendee/u)
    expect(await told(`/events/${idOf(5)}/event-5`)).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
    const online = [anEvent(1, { isOnline: true, location: '', joinUrl: 'https://meet.example/a' })]
    expect(await told(page, { ...rows, events: online })).toMatchObject({
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: 'https://meet.example/a' },
    })
    // Without a date they take no event.
    expect(await told(`/events/${idOf(4)}/event-4`)).toMatchObject({ '@type': 'BlogPosting' })
    expect(await told(`/posts/${idOf(6)}/plain`)).toMatchObject({ '@type': 'BlogPosting' })
  })

  test('a member answers by a form, with their answer marked; a visitor is asked to sign in', async () => {
    const { body } = await at(page, { viewer: member(idOf(101)) })
    expect(body).toContain('action="/api/form/rsvps.set"')
    expect(plain(body)).toMatch(/name="answer" aria-pressed="true" value="going"|value="going" aria-pressed="true"/u)
    expect(body).toContain('Remove my RSVP')
    const visitors = await at(page)
    expect(visitors.body).not.toContain('rsvps.set')
    expect(visitors.body).toContain('Sign in to RSVP')
  })

  const aGuest = (n: number, over = {}) => ({
    ...{ id: `${n}`.padStart(64, '0'), eventId: idOf(1), email: `g${n}@example.org`, name: `Gus <${n}>`, answer: 'going', status: 'going' },
    ...{ isPrivate: false, at: T0 + 1, ...over },
  })
  const withGuests = {
    ...rows,
    events: [anEvent(1, { guests: { going: 2, waiting: 0, maybe: 0, no: 0 } })],
    rsvps: [rsvp(idOf(102), 'going', T0), { ...rsvp(idOf(101), 'going', T0 + 2), isPrivate: true }],
    event_guests: [aGuest(1), aGuest(2, { isPrivate: true }), aGuest(3, { status: 'pending' })],
  }

  test('a visitor answers by a form of their own, while answers are taken; a member has none', async () => {
    const { body } = await at(page)
    expect(body).toContain('action="/api/form/guests.answer"')
    expect(body).toMatch(/<input type="radio" required="" name="answer" value="maybe"|name="answer" required="" value="maybe"/u)
    for (const url of [`/events/${idOf(3)}/event-3`, `/events/${idOf(5)}/event-5`])
      expect((await at(url)).body).not.toContain('guests.answer')
    expect((await at(page, { viewer: member(idOf(101)) })).body).not.toContain('guests.answer')
  })

  test('what a visitor typed is kept when it is refused, even where the event is over by then', async () => {
    const values = { guestName: 'Gus', email: 'gus@', answer: 'maybe', isPrivate: 'true', eventId: idOf(1) }
    const refused = (url: string, error: Partial<FormError>) => {
      const whole = { code: 'invalid', reason: null, field: null, retryAfterMs: null, ...error } as const
      return at(url, { form: { mutation: 'guests.answer', values, error: whole, continueWith: null } })
    }
    const { body } = await refused(page, { field: 'email' })
    expect(body).toContain('This doesn’t look like an email address.')
    expect(body).toContain('value="Gus"')
    expect(body).toContain('value="gus@"')
    const over = plain((await refused(`/events/${idOf(3)}/event-3`, { code: 'not-allowed', reason: 'event-is-over' })).body)
    expect(over).toContain('value="gus@"')
  })

  test('private answers count, and only organizers see whose they are; nobody’s address stands on the page', async () => {
    // As the server reads: what a viewer may not see never comes to the page.
    const read = (viewer: PageData['viewer']) => permittedRead(rowsRead(withGuests), viewer, policies)
    const seen = async (viewer: PageData['viewer'] = visitor) => plain((await at(page, { viewer, read: read(viewer) }, withGuests)).body)
    const visitors = await seen()
    expect(visitors).toMatch(/Going <span class="nums">\(4\)/u)
    expect(visitors).toContain('<bdi>Gus &lt;1&gt;</bdi><span class="soft"> (guest)')
    expect(visitors).toContain(' and 2 more')
    for (const hidden of ['Gus &lt;2&gt;', 'Gus &lt;3&gt;', '>Ben<']) expect([hidden, visitors.includes(hidden)]).toEqual([hidden, false])
    const own = await seen(member(idOf(101)))
    expect([own.includes('>Ben<'), own.includes('Gus &lt;2&gt;')]).toEqual([true, false])
    expect(own).toContain('Your name is shown to the organizers only.')
    const organizers = await seen(ada)
    expect([organizers.includes('>Ben<'), organizers.includes('Gus &lt;2&gt;'), organizers.includes('Gus &lt;3&gt;')]).toEqual([
      true,
      true,
      false,
    ])
    for (const one of [visitors, own, organizers]) expect(one).not.toContain('@example.org')
    const door = plain((await at(`/doorList?postId=${idOf(1)}`, { viewer: ada, read: read(ada) }, withGuests)).body)
    expect(door).toContain('g2@example.org (guest, private)')
    expect(door).not.toContain('g3@example.org')
  })

  test('where places are limited it says how many are taken and who waits, and tells one who waits their place', async () => {
    const waiting = [rsvp(idOf(101), 'waiting', T0 + 2), rsvp(idOf(103), 'waiting', T0 + 1), rsvp(idOf(102), 'going', T0)]
    const limited = (capacity: number) => ({ ...rows, rsvps: waiting, events: [anEvent(1, { capacity })] })
    const seen = async (who: number, capacity: number) => plain((await at(page, { viewer: member(idOf(who)) }, limited(capacity))).body)
    const own = await seen(101, 1)
    expect(own).toContain('You’re on the waiting list (place 2).')
    expect(own).toMatch(/value="going" aria-pressed="true"|aria-pressed="true" value="going"/u)
    expect(own).toMatch(/Going <span class="nums">\(1\)/u)
    // A deactivated account is not shown, and waits.
    expect(own).toMatch(/Waiting list <span class="nums">\(2\)/u)
    const others = await seen(100, 1)
    expect(others).toContain('The only place is taken.')
    expect(others).not.toContain('You’re on the waiting list')
    expect(plain((await at(page, { viewer: ada }, { ...rows, events: [anEvent(1, { capacity: 7 })] })).body)).toContain(
      '2 of 7 places taken.',
    )
    expect(plain((await at(page, { viewer: ada })).body)).not.toContain('places taken')
  })

  test('a canceled one and one that is over say so, and take no answers', async () => {
    const canceled = await at(`/events/${idOf(5)}/event-5`, { viewer: ada })
    expect(plain(canceled.body)).toContain('<b>Canceled</b>: this event won’t take place.')
    const over = await at(`/events/${idOf(3)}/event-3`, { viewer: ada })
    expect(over.body).toContain('This event is over.')
    for (const { body } of [canceled, over]) expect(body).not.toContain('rsvps.set')
  })

  test('a device without a network draws it of its own rows: time, place and one’s own answer, and not who else comes', async () => {
    const viewer = member(idOf(101))
    const read = localRead({ read: deviceRead(rows), viewer, holds: () => true }, new Set())
    const { status, body } = await at(page, { viewer, isOfDevice: true, read })
    expect(status).toBe(200)
    const text = plain(body)
    expect(text).toContain('Thursday, 3 December 2026, 19:00–21:00')
    expect(text).toContain('Bryggen &lt;1&gt;')
    expect(text).toMatch(/value="going" aria-pressed="true"|aria-pressed="true" value="going"/u)
    expect(text).toContain('Connect to see who else is coming.')
    expect(text).not.toContain('>Eve<')
    expect(text).not.toContain('ld+json')
    expect((await at(page, { isOfDevice: true }, { ...rows, events: [] })).body).not.toContain('About this event')
  })

  test('its organizers have a list for the door: who comes by name, who waits in order; nobody else does', async () => {
    const given = {
      ...rows,
      rsvps: [
        rsvp(idOf(102), 'going', T0),
        rsvp(idOf(103), 'going', T0 + 1),
        rsvp(idOf(101), 'going', T0 + 2),
        rsvp(idOf(100), 'waiting', T0),
      ],
      events: [anEvent(1, { capacity: 3 }), anEvent(2)],
    }
    const door = `/doorList?postId=${idOf(1)}`
    const { status, body } = await at(door, { viewer: ada }, given)
    const text = plain(body)
    expect(status).toBe(200)
    expect(text).toContain('Going <span class="nums">(3 of 3)')
    expect(text.indexOf('>Ben ')).toBeGreaterThan(0)
    expect(text.indexOf('>Ben ')).toBeLessThan(text.indexOf('>Eve '))
    expect(text).toContain('And 1 more, whose name isn’t shown.')
    expect(text.indexOf('Waiting list <span')).toBeLessThan(text.indexOf('>Ada '))
    expect((await at(page, { viewer: ada }, given)).body).toContain(`href="${door}"`)
    expect((await at(page, { viewer: member(idOf(101)) }, given)).body).not.toContain(door)
    const statuses = await Promise.all([
      ...[at(door, {}, given), at(door, { viewer: member(idOf(101)) }, given)],
      ...[at('/doorList', { viewer: ada }, given), at(`/doorList?postId=${idOf(2)}`, { viewer: member(idOf(101)) }, given)],
    ])
    expect(statuses.map((one) => one.status)).toEqual([401, 403, 404, 404])
  })

  test('its authors have the form of its details, filled in', async () => {
    const { body } = await at(page, { viewer: ada })
    expect(body).toContain('action="/api/form/events.put"')
    expect(body).toMatch(/<input type="datetime-local"[^>]*value="2026-12-03T19:00"/u)
    expect(body).toMatch(/<option value="America\/New_York" selected=""/u)
    expect(body).toMatch(new RegExp(`<option value="${idOf(50)}" selected=""`, 'u'))
    expect((await at(page, { viewer: member(idOf(101)) })).body).not.toContain('events.put')
  })
})

describe('lists', () => {
  const titles = (body: string) =>
    ['Winter walk', 'Secret draft', 'Old quay', 'Some day', 'Called off', 'Refused'].filter((title) => body.includes(`>${title}</a>`))

  test('/upcomingEvents has what comes, the next first; drafts, refused and undated ones are not in it', async () => {
    const { body } = await at('/upcomingEvents', { viewer: ada })
    expect(titles(body)).toEqual(['Winter walk', 'Called off'])
    expect(body.indexOf('Winter walk')).toBeLessThan(body.indexOf('Called off'))
    expect(plain(body)).toContain('(canceled)')
    expect(plain(body)).toContain(`<a href="/groups/${idOf(50)}">Bergen &lt;b&gt;</a>`)
    expect((await at('/upcomingEvents', {}, {})).body).toContain('No upcoming events.')
  })

  test('what began less than six hours ago has not been yet', async () => {
    const then = Date.UTC(2026, 11, 4, 5)
    expect(titles((await at('/upcomingEvents', { now: then })).body)).toContain('Winter walk')
    expect(titles((await at('/pastEvents', { now: then + 2 * 3_600_000 })).body)).toEqual(['Winter walk', 'Old quay'])
  })

  test('/pastEvents has a heading for each day, on a clock where it was', async () => {
    const day = (n: number, starts: string, hour: number) =>
      anEvent(n, { starts, ends: '', endAt: null, zone: 'UTC', startAt: now - hour * 3_600_000 })
    const { body } = await at(
      '/pastEvents',
      {},
      {
        ...rows,
        posts: [10, 11, 12].map((n) => aPostOf(n, `Past ${n}`)),
        events: [day(10, '2026-10-23T20:00', 40), day(11, '2026-10-23T08:00', 50), day(12, '2026-10-22T08:00', 70)],
      },
    )
    const headings = [...plain(body).matchAll(/<h2 class="section"[^>]*><time[^>]*>([^<]*)/gu)].map(([, words]) => words)
    expect(headings).toEqual(['Friday, 23 October 2026', 'Thursday, 22 October 2026'])
  })

  test('/pastEvents has what has been', async () => {
    expect(titles((await at('/pastEvents')).body)).toEqual(['Old quay'])
    expect((await at('/pastEvents', {}, {})).body).toContain('No past events.')
  })

  test('more than fit are a link away', async () => {
    const many = Array.from({ length: 25 }, (_none, n) => n + 300)
    const given = { posts: many.map((n) => aPostOf(n, `E${n}`)), events: many.map((n) => anEvent(n, { groupId: null })) }
    expect((await at('/upcomingEvents', {}, given)).body).toContain('href="/upcomingEvents?limit=40"')
    expect((await at('/upcomingEvents?limit=40', {}, given)).body).not.toContain('More events')
  })

  test('drafts push no event out of a list, however many there are', async () => {
    const many = Array.from({ length: 300 }, (_none, n) => n + 300)
    const hidden = { isListed: false, startAt: T0 + dayMs, endAt: null, createdAt: T0 + dayMs }
    const given = {
      ...rows,
      posts: [...rows.posts, ...many.map((n) => aPostOf(n, `E${n}`, { status: 'draft', publishedAt: null, slug: null }))],
      events: [...rows.events, ...many.map((n) => anEvent(n, hidden))],
    }
    for (const url of ['/upcomingEvents', '/community', `/groups/${idOf(50)}`])
      expect(titles((await at(url, {}, given)).body)).toContain('Winter walk')
  })

  test('a group has its own: coming, without a date, and past', async () => {
    const { body } = await at(`/groups/${idOf(50)}`)
    expect(titles(body)).toEqual(['Winter walk', 'Old quay', 'Some day'])
    expect(body).toContain('Date to be announced')
    expect(body).toContain(`href="/newEvent?groupId=${idOf(50)}"`)
    expect(body.indexOf('Some day')).toBeLessThan(body.indexOf('Past events'))
    expect(body.indexOf('Past events')).toBeLessThan(body.indexOf('Old quay'))
  })

  test('/community has the next ones', async () => {
    expect(titles((await at('/community')).body)).toEqual(['Winter walk', 'Called off'])
  })
})

describe('/newEvent', () => {
  test('has a form for a member, in the group that the address names', async () => {
    const { body } = await at(`/newEvent?groupId=${idOf(50)}`, { viewer: ada })
    expect(body).toContain('action="/api/form/events.make"')
    expect(body).toMatch(new RegExp(`<option value="${idOf(50)}" selected=""`, 'u'))
    expect(body).toContain('<option value="Europe/Oslo">')
    expect(body).not.toContain('name="isCancelled"')
    expect((await at(`/newEvent?groupId=${idOf(51)}`, { viewer: ada })).body).toMatch(/<option value="" selected="">None/u)
  })

  test.each([
    ['a visitor', {}, 401],
    ['a member who may not post', { viewer: { ...ada, postingDisabled: true } }, 403],
  ])('%s has none', async (_who, over, status) => expect(await at('/newEvent', over)).toMatchObject({ status }))

  test.each([
    ['eventForm=true', '/newEvent'],
    [`eventForm=true&groupId=${idOf(50)}`, `/newEvent?groupId=${idOf(50)}`],
  ])('/newPost?%s leads there', async (query, location) => {
    expect(await at(`/newPost?${query}`, { viewer: ada })).toMatchObject({ status: 302, location })
  })
})

test.each([
  ['2026-12-03T19:00', '', 'Thursday, 3 December 2026, 19:00'],
  ['2026-12-03T19:00', '2026-12-03T19:00', 'Thursday, 3 December 2026, 19:00'],
  ['2026-12-03T19:00', '2026-12-03T21:30', 'Thursday, 3 December 2026, 19:00–21:30'],
  ['2026-12-31T22:00', '2027-01-01T02:00', 'Thursday, 31 December 2026, 22:00 – Friday, 1 January 2027, 02:00'],
])('%s until %s reads as words', (starts, ends, words) => expect(whenWords(starts, ends)).toBe(words))

test('a device, which has the post alone, asks the server for an event while it can', () => {
  const route = postsOnWeb.routes.find(({ path }) => path === '/events/:postId/:slug?')
  expect(route).toMatchObject({ isReducedOffline: true, variesByMember: true })
})
