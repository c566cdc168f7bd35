import { describe, expect, test } from 'vitest'
import { dayMs } from '#shared/kernel/durations.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { admin, aMember, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import { planPurge } from '#shared/moderation/purge-plan.ts'
import { rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const now = T0 + 40 * dayMs
const named = (n: number, name: string, changes = {}) =>
  aMember({ id: idOf(n), userName: name, userNameKey: name, displayName: name, displayNameKey: name, slug: name, ...changes })
const message = (n: number, body: object | null) => ({
  ...{ id: idOf(n), conversationId: idOf(40), userId: idOf(100), n, at: T0, body, event: null },
})
const rows = {
  members: [
    named(100, 'nell', { joinedAt: now - dayMs }),
    named(200, 'olli', { joinedAt: now - 30 * dayMs }),
    named(901, 'ada', { isAdmin: true }),
  ],
  messages: [message(50, { type: 'doc', content: [] }), message(51, { type: 'doc', content: [] }), message(52, null)],
}
const at = (slug: string, over: object = {}) =>
  web.render(
    { url: `/users/${slug}/purge`, as: 'html' },
    testPageData(rows, { now, planPurge: (id) => planPurge(rowsRead(rows), id), ...over }),
  )
const offers = (body: string): boolean => body.includes('action="/api/form/moderation.purge"')

describe('/users/:slug/purge', () => {
  test.each([
    ['a visitor', visitor, 401],
    ['a member', member(idOf(300)), 403],
    ['a moderator', moderator, 200],
    ['an administrator', admin, 200],
  ] as const)('%s opens it as its rule says', async (_name, viewer, status) => {
    expect((await at('nell', { viewer })).status).toBe(status)
  })

  test('counts what would go, of messages those that still have a text', async () => {
    const { body } = await at('nell', { viewer: moderator })
    expect(body).toMatch(/Private messages(<!-- -->)?: <b>2<\/b>/u)
    expect(body).toMatch(/Published posts(<!-- -->)?: <b>0<\/b>/u)
    expect(offers(body)).toBe(true)
  })

  test.each([
    ['a moderator an account of 30 days', 'olli', moderator, 'only an administrator can purge it'],
    ['a moderator an administrator', 'ada', moderator, ''],
    ['an administrator another, so that the last one stays', 'ada', admin, ''],
  ] as const)('is not offered: %s', async (_name, slug, viewer, words) => {
    const { status, body } = await at(slug, { viewer })
    expect(status).toBe(200)
    expect(offers(body)).toBe(false)
    expect(body).toContain(words)
  })

  test('an administrator purges an account of any age', async () => {
    expect(offers((await at('olli', { viewer: admin })).body)).toBe(true)
  })
})
