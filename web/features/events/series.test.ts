import { describe, expect, test } from 'vitest'
import { dayMs } from '#shared/kernel/durations.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { aMember, aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const startAt = Date.UTC(2026, 11, 8, 18)
const aPostOf = (n: number, over = {}) =>
  aPost({
    ...{ id: idOf(n), title: `Walk ${n}`, slug: `walk-${n}`, kind: 'event', authorId: idOf(100) },
    ...{ revisionId: idOf(200), latestRevisionId: idOf(200), ...over },
  })
const wall = (week: number) => `2026-12-${String(8 + week * 7).padStart(2, '0')}T19:00`
const anEvent = (n: number, week: number, over = {}) => ({
  ...{ id: idOf(n), starts: wall(week), ends: '', zone: 'Europe/Oslo', isOnline: true, location: '', joinUrl: null },
  ...{ startAt: startAt + week * 7 * dayMs, endAt: null, type: null, groupId: null, hasRsvps: false, isCancelled: false, isListed: true },
  ...{ sequence: 0, createdAt: T0, changedAt: T0, seriesId: idOf(1), recurs: 'week', planned: wall(week), ...over },
})
const aSeries = {
  ...{ id: idOf(1), authorId: idOf(100), fromId: idOf(1), every: 'week', starts: '2026-12-08T19:00', ends: '', zone: 'Europe/Oslo' },
  ...{ times: 9, until: null, isPublished: true, isLive: true, ended: null, next: 3, createdAt: T0 },
}
const aRevision = {
  ...{ id: idOf(200), subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n: 1, version: '1.0.0', isDraft: false, title: 'Walk' },
  ...{ body: paragraph('Bring a lamp.'), wordCount: 3, authorId: idOf(100), at: T0 },
}
const draft = { status: 'draft', publishedAt: null, slug: null }
const rows = {
  members: [{ ...aMember(), id: idOf(100) }],
  posts: [aPostOf(1), aPostOf(2), aPostOf(3, { ...draft, title: 'Secret draft' }), aPostOf(4)],
  revisions: [aRevision],
  events: [
    anEvent(1, 0),
    anEvent(2, 1),
    anEvent(3, 2, { isListed: false, starts: '2026-12-22T19:00' }),
    anEvent(4, 0, { seriesId: undefined, recurs: undefined, planned: undefined }),
  ],
  event_series: [aSeries],
}
const ada = member(idOf(100))
const at = async (n: number, over: Partial<PageData> = {}, given: Parameters<typeof testPageData>[0] = rows) =>
  (await web.render({ url: `/events/${idOf(n)}/walk-${n}`, as: 'html' }, testPageData(given, { now: T0, ...over }))).body.replaceAll(
    '<!-- -->',
    '',
  )

describe('the page of an event that recurs', () => {
  test('says how often, and leads to the one before and the one after', async () => {
    const first = await at(1)
    expect(first).toContain('Every Tuesday')
    expect(first).toMatch(new RegExp(`<a href="/events/${idOf(2)}/walk-2" rel="next">Next: <time[^>]*>Tuesday, 15 December 2026`, 'u'))
    expect(first).not.toContain('Previous:')
    const second = await at(2)
    expect(second).toMatch(new RegExp(`<a href="/events/${idOf(1)}/walk-1" rel="prev">Previous: <time[^>]*>Tuesday, 8 December 2026`, 'u'))
    // Its next one is a draft.
    expect(second).not.toContain(`href="/events/${idOf(3)}`)
    expect(second).not.toContain('22 December')
  })

  test('shows readers nothing of its rule, and a single event nothing of others', async () => {
    const body = await at(1, { viewer: member(idOf(7)) })
    expect(body).not.toContain('events.setSeries')
    expect(body).not.toContain('isPublished')
    const single = await at(4)
    expect(single).not.toContain('Recurring event')
    expect(single).not.toContain('Repeat this event')
  })

  test('lets its organizers change the rule and end the series, with plain forms', async () => {
    const body = await at(1, { viewer: ada })
    expect(body).toContain('action="/api/form/events.setSeries"')
    expect(body).toContain('action="/api/form/events.endSeries"')
    expect(body).toContain('They copy this event as readers see it.')
    expect(body).toContain('value="9"')
    expect(await at(4, { viewer: ada })).toContain('Choose how it repeats')
    const begun = { ...rows, event_series: [{ ...aSeries, ...{ fromId: idOf(3) } }] }
    expect(await at(1, { viewer: ada }, begun)).toContain('They copy another event of the series')
  })

  test.each([
    ['organizer', 'No further events are created.'],
    ['rule', 'all its events have been created'],
    ['author', 'its author can’t publish events anymore'],
  ])('tells its organizers why the series has ended (%s)', async (ended, words) => {
    const over = { isLive: false, ended }
    const body = await at(1, { viewer: ada }, { ...rows, event_series: [{ ...aSeries, ...over }] })
    expect(body).toContain(words)
    expect(body).not.toContain('events.endSeries')
  })
})
