import { expect, test } from 'vitest'
import type { Read } from '#shared/kernel/transaction.ts'
import { aMember, aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const answers = 10_000
const namedAccounts = 300
const slug = 'winter-walk'
const named = (n: number) => {
  const name = `member${n}`
  return { ...aMember(), id: idOf(1_000 + n), userName: name, userNameKey: name, displayName: name, displayNameKey: name, slug: name }
}
const event = {
  ...{ id: idOf(1), starts: '2026-12-03T19:00', ends: '', zone: 'UTC', startAt: Date.UTC(2026, 11, 3, 19), endAt: null, isOnline: true },
  ...{ location: '', joinUrl: null, type: null, groupId: null, hasRsvps: true, isCancelled: false, isListed: true, sequence: 0 },
  ...{ createdAt: T0, changedAt: T0 },
}
const revision = {
  ...{ id: idOf(200), subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n: 1, version: '1.0.0', isDraft: false, title: 'Walk' },
  ...{ body: paragraph('Bring a lamp.'), wordCount: 3, authorId: idOf(100), at: T0 },
}
const read = rowsRead({
  members: [{ ...aMember(), id: idOf(100) }, ...Array.from({ length: namedAccounts }, (_, n) => named(n))],
  posts: [aPost({ id: idOf(1), kind: 'event', slug, authorId: idOf(100), revisionId: idOf(200), latestRevisionId: idOf(200) })],
  revisions: [revision],
  events: [event],
  rsvps: Array.from({ length: answers }, (_, n) => {
    const userId = idOf(1_000 + n)
    return { id: `${userId}:${idOf(1)}`, userId, postId: idOf(1), answer: 'going', at: T0 + n }
  }),
})

/** The page as a viewer has it, and how many rows were read for it. */
async function drawn(url: string, viewer = testPageData({}).viewer) {
  let rows = 0
  const counted: Read = {
    get: (table, id) => ((rows += 1), read.get(table, id)),
    getMany: (table, some) => ((rows += some.length), read.getMany(table, some)),
    async list(query) {
      const found = await read.list(query)
      rows += found.length
      return found
    },
    // Counted by the store, with no row of it read.
    count: (query) => read.count(query),
  }
  const { body: html, status } = await web.render({ url, as: 'html' }, { ...testPageData({}), now: T0, viewer, read: counted })
  expect(status).toBe(200)
  // React marks where one text ends and the next begins.
  return { body: html.replaceAll('<!-- -->', ''), rows }
}

test('of an event with 10,000 answers the page has the count and the first names, and reads no more rows for them', async () => {
  const { body, rows } = await drawn(`/events/${idOf(1)}/${slug}`)
  expect(body).toContain('(10000)')
  expect(body).toContain('member0')
  expect(body).toContain(' and 9800 more')
  expect(body.split('href="/users/member')).toHaveLength(201)
  // Names at most twice: the answer and its member.
  expect(rows).toBeLessThan(600)
})

test('the list for the door has 2,000 of them at most, and says how many more there are', async () => {
  const { body, rows } = await drawn(`/doorList?postId=${idOf(1)}`, member(idOf(100)))
  expect(body).toContain('(10000)')
  // Of the 2,000 answers, 300 are of accounts that can be seen.
  expect(body).toContain('And 9700 more, whose names aren’t shown.')
  expect(rows).toBeLessThan(4_100)
})
