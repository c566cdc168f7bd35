import { expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import { aMember, aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const aRevision = {
  ...{ id: idOf(200), subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n: 1, version: '1.0.0', isDraft: false, title: 'Walk' },
  ...{ body: paragraph('Bring a lamp.'), wordCount: 3, authorId: idOf(100), at: T0 },
}
const anEvent = (n: number, over = {}) => ({
  ...{ id: idOf(n), starts: '2026-12-03T19:00', ends: '2026-12-03T21:00', zone: 'America/New_York', isOnline: false },
  ...{ startAt: Date.UTC(2026, 11, 4), endAt: Date.UTC(2026, 11, 4, 2), location: 'Bryggen 1', joinUrl: null, type: 'social' },
  ...{ groupId: null, hasRsvps: true, isCancelled: false, isListed: true, sequence: 0, createdAt: T0, changedAt: T0 },
  ...over,
})
const post = { id: idOf(1), title: 'Winter walk', slug: 'event-1', kind: 'event', authorId: idOf(100) } as const
const rows = {
  members: [{ ...aMember(), id: idOf(100) }],
  posts: [aPost({ ...post, revisionId: idOf(200), latestRevisionId: idOf(200) })],
  revisions: [aRevision],
  events: [anEvent(1)],
}
const ada = member(idOf(100))
const page = `/events/${idOf(1)}/event-1`
const at = (url: string, over: Partial<PageData> = {}, given: Parameters<typeof testPageData>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(given, { now: T0, ...over }))
const plain = (html: string): string => html.replaceAll('<!-- -->', '')

test('shows its picture with words and room for it, late, and other sites do too; without one nothing', async () => {
  const picture = { pictureUrl: `/pictures/${idOf(7)}`, pictureAlt: 'A <lamp>', pictureWidth: 1_000 }
  const { body } = await at(page, {}, { ...rows, events: [anEvent(1, picture)] })
  const shown = /<img class="series-banner"[^>]*>/u.exec(body)?.[0] ?? ''
  for (const part of ['loading="lazy"', 'alt="A &lt;lamp&gt;"', 'width="1200"', 'height="380"', `/pictures/${idOf(7)}?w=480 480w`])
    expect(shown).toContain(part)
  expect(body).toContain(`<meta property="og:image" content="https://example.org/pictures/${idOf(7)}"`)
  expect(body).toContain(`"image":"https://example.org/pictures/${idOf(7)}"`)
  const list = (await at('/upcomingEvents', {}, { ...rows, events: [anEvent(1, picture)] })).body
  expect(list).toMatch(/<img class="event-thumb"[^>]*alt=""[^>]*loading="lazy"/u)
  const without = (await at(page)).body
  expect([without.includes('series-banner'), (await at('/upcomingEvents')).body.includes('event-thumb')]).toEqual([false, false])
})

test('its organizers choose the picture from those of its text, without a script too', async () => {
  const image = { type: 'image', attrs: { src: `/pictures/${idOf(8)}`, alt: 'A quay', width: 10, height: 10 } }
  const revision = { ...aRevision, body: { type: 'doc', content: [image] } }
  const { body } = await at(page, { viewer: ada }, { ...rows, revisions: [revision] })
  expect(plain(body)).toContain(`<option value="/pictures/${idOf(8)}">From “Winter walk”</option>`)
  expect(body).not.toContain('was-pictureUrl')
})
