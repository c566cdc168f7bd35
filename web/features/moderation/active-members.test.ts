import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { aComment, admin, aMember, aPost, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const now = T0 + 100 * dayMs
const named = (n: number, name: string, changes = {}) =>
  aMember({ id: idOf(n), userName: name, userNameKey: name, displayName: name, displayNameKey: name, slug: name, ...changes })
const wrote = (n: number, author: number, daysAgo: number) =>
  aComment({ id: idOf(n), rootId: idOf(n), authorId: idOf(author), postedAt: now - daysAgo * dayMs })
const stats = (n: number, karma: number, commentCount = 1) => ({ id: idOf(n), karma, postCount: 0, commentCount })
const rows = {
  members: [named(1, 'ann'), named(2, 'bert'), named(3, 'carl'), named(4, 'dora'), named(5, 'gone', { isDeactivated: true })],
  member_receptions: [
    { id: idOf(1), last20Karma: 8, monthKarma: -3, downVoters: 0 },
    { id: idOf(2), last20Karma: 1, monthKarma: 4, downVoters: 5 },
    { id: idOf(3), last20Karma: -2, monthKarma: 1, downVoters: 1 },
  ],
  standings: [stats(1, 50), stats(2, -9), stats(3, 3)],
  comments: [wrote(11, 1, 60), wrote(12, 2, 2), wrote(13, 2, 40), wrote(14, 3, 50)],
  posts: [aPost({ id: idOf(21), slug: 'p', authorId: idOf(3), publishedAt: now - dayMs })],
  user_rate_limits: [
    {
      ...{ id: idOf(50), userId: idOf(1), type: 'allComments', intervalLength: 1, intervalUnit: 'days', actionsPerInterval: 3 },
      ...{ byId: moderator.userId, at: T0, reason: 'Slow.', endsAt: now + dayMs },
    },
  ],
}
const at = (url: string, over: Partial<PageData> = {}) =>
  web.render({ url, as: 'html' }, testPageData(rows, { now, viewer: moderator, ...over }))
const listed = (body: string): readonly string[] => [...body.matchAll(/<bdi class="who">(\w+)<\/bdi>/gu)].map(([, name]) => name ?? '')

describe.each(['/admin/recentlyActiveUsers', '/admin/random-user'])('%s', (path) => {
  test.each([
    ['a visitor', visitor, 401],
    ['a trusted member', member(idOf(1), { groups: ['trusted'] }), 403],
    ['a moderator', moderator, 200],
    ['an administrator', admin, 200],
  ])('is for the staff: %s', async (_who, viewer, status) => {
    expect((await at(path, { viewer })).status).toBe(status)
  })
})

describe('recently active members', () => {
  test('are those who wrote, each once, the last one first', async () => {
    expect(listed((await at('/admin/recentlyActiveUsers')).body)).toEqual(['carl', 'bert', 'ann'])
  })

  test.each([
    ['sort=karma', ['bert', 'carl', 'ann']],
    ['sort=last20', ['carl', 'bert', 'ann']],
    ['sort=month', ['ann', 'carl', 'bert']],
    ['sort=downvoters', ['bert', 'carl', 'ann']],
    ['sort=limits', ['ann', 'carl', 'bert']],
    ['state=positive', ['carl', 'ann']],
    ['state=positive&sort=karma', ['carl', 'ann']],
  ])('with %s are %j', async (query, names) => {
    expect(listed((await at(`/admin/recentlyActiveUsers?${query}`)).body)).toEqual(names)
  })

  test('more than 200 come in pieces, and with none it says so', async () => {
    const ns = Array.from({ length: 201 }, (_, n) => 1_000 + n)
    const many = { members: ns.map((n) => named(n, `m${n}`)), comments: ns.map((n) => wrote(n + 1_000, n, n)) }
    const shown = await web.render({ url: '/admin/recentlyActiveUsers', as: 'html' }, testPageData(many, { now, viewer: moderator }))
    expect(listed(shown.body)).toHaveLength(200)
    expect(shown.body).toContain('/admin/recentlyActiveUsers?limit=400')
    const none = await web.render({ url: '/admin/recentlyActiveUsers', as: 'html' }, testPageData({}, { now, viewer: moderator }))
    expect(none.body).toContain('Nobody has written anything yet.')
  })
})

describe('a random member', () => {
  /** Over many moments. */
  const led = async (of: string) => {
    const to = new Set<string | null>()
    for (let n = 0; n < 40; n += 1) to.add((await at(`/admin/random-user?of=${of}`, { now: now + n * 997 })).location)
    return [...to].toSorted()
  }

  test('is another one each time, and nobody who has left', async () => {
    expect(await led('member')).toEqual(['/users/ann', '/users/bert', '/users/carl', '/users/dora'])
  })

  test('of those who wrote in the past month', async () => {
    expect(await led('author')).toEqual(['/users/bert', '/users/carl'])
  })

  test('of those who never wrote', async () => {
    expect(await led('reader')).toEqual(['/users/dora'])
  })

  test('is offered by three links, and where there is none the page says so', async () => {
    const { body } = await at('/admin/random-user')
    expect([...body.matchAll(/random-user\?of=(\w+)/gu)].map(([, of]) => of)).toEqual(['member', 'author', 'reader'])
    const none = await web.render({ url: '/admin/random-user?of=reader', as: 'html' }, testPageData({}, { viewer: moderator }))
    expect([none.status, none.body]).toEqual([200, expect.stringContaining('No such member found.')])
  })
})
