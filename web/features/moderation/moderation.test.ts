import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { aComment, admin, aMember, aPost, idOf, member, moderator, paragraph, T0 } from '#shared/testing/factories.ts'
import { bans, userRateLimits, auditLog } from '#shared/moderation/measure-schema.ts'
import { moderationLog } from '#shared/moderation/log-schema.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { policies } from '#shared/policies.ts'
import { posts } from '#shared/posts/schema.ts'
import { tables } from '#shared/registry.ts'
import { memoryStore } from '#shared/testing/memory-store.ts'
import type { PageProblem } from '../../data/answer.ts'
import { loadAudit } from './audit.load.ts'
import { loadLog } from './log.load.ts'
import { loadModeratorComments } from './moderator-comments.load.ts'
import { dayMs } from '#shared/kernel/durations.ts'
const now = T0 + dayMs
const [nell, bob] = [idOf(100), idOf(200)]

async function site() {
  const store = memoryStore(tables)
  await store.write(async ({ tx }) => {
    const named = (id: string, name: string) => aMember({ id, displayName: name, userNameKey: name, displayNameKey: name, slug: name })
    for (const row of [named(nell, 'nell'), named(bob, 'bob')]) await tx.put(members, row)
    await tx.put(karmaStats, { id: nell, karma: -3, postCount: 1, commentCount: 1 })
    await tx.put(karmaStats, { id: bob, karma: 7, postCount: 3, commentCount: 5 })
    await tx.put(posts, aPost({ authorId: nell, title: 'Tides', rejectedReason: 'Too short.' }))
    await tx.put(posts, aPost({ id: idOf(3), slug: 'b', authorId: nell, title: 'Hidden one', awaitsReview: true, rejectedReason: 'No.' }))
    const ban = { byUserId: moderator.userId, liftedAt: null, liftedById: null, at: T0 }
    const words = { publicReason: 'Spam.', privateNote: 'canary-note' }
    await tx.put(bans, { ...ban, ...words, id: 'a', userId: nell, until: T0 + 9 * dayMs, endsAt: T0 + 9 * dayMs })
    await tx.put(bans, { ...ban, ...words, id: 'b', userId: bob, until: T0 + 5, endsAt: T0 + 5, publicReason: 'Long ago.' })
    const limit = {
      intervalLength: 1,
      intervalUnit: 'days',
      actionsPerInterval: 2,
      byId: moderator.userId,
      at: T0,
      endsAt: now + dayMs,
    } as const
    await tx.put(userRateLimits, { ...limit, id: idOf(50), userId: bob, type: 'allComments', reason: 'canary-limit' })
    await tx.put(userRateLimits, { ...limit, id: idOf(51), userId: nell, type: 'allComments', reason: 'newcomer' })
    await put(
      10,
      { removedBy: 'moderator', removedReason: 'Off topic.', removedAt: T0, body: paragraph('canary-removed') },
      'deletedComment',
    )
    await put(11, { removedBy: 'author', removedReason: '', removedAt: T0 + 1, body: paragraph('taken back') }, 'deletedComment', true)
    await put(12, { rejectedReason: 'Rude.', body: paragraph('canary-rejected') }, 'rejectedComment')
    await put(13, { hat: 'shown', body: paragraph('Please be kind.') }, 'moderatorComment')
    const entry = { authorId: nell, at: T0, isOwn: false, count: 0 }
    await tx.put(moderationLog, { ...entry, id: 'rejectedPost:1', kind: 'rejectedPost', targetId: idOf(1) })
    await tx.put(moderationLog, { ...entry, id: 'rejectedPost:3', kind: 'rejectedPost', targetId: idOf(3), at: T0 - 1 })
    await tx.put(moderationLog, { ...entry, id: 'barredFromPost:1', kind: 'barredFromPost', targetId: idOf(1), count: 2 })
    const details = { publicReason: 'Spam.' }
    await tx.put(auditLog, { id: 'x', at: T0, byId: bob, act: 'moderation.ban', userId: nell, targetId: nell, details })
    async function put(
      n: number,
      changes: Parameters<typeof aComment>[0],
      kind: 'deletedComment' | 'rejectedComment' | 'moderatorComment',
      isOwn = false,
    ) {
      await tx.put(comments, aComment({ id: idOf(n), authorId: bob, ...changes }))
      await tx.put(moderationLog, { id: `${kind}:${n}`, kind, targetId: idOf(n), authorId: bob, at: T0 + n, isOwn, count: 0 })
    }
  })
  return <T>(load: (data: PageData, request: never) => Promise<T>, viewer: Viewer, query = ''): Promise<T> =>
    store.read((read) => {
      // Of what a load of these is given they read no more.
      const data = { read: permittedRead(read, viewer, policies), viewer, now } as unknown as PageData
      return load(data, { url: new URL(`https://essays.example/x${query}`), params: {} } as never)
    })
}

type Log = Awaited<ReturnType<typeof loadLog>>
const rowsIn = (log: Log, name: Log['sections'][number]['name']) => log.sections.find((section) => section.name === name)?.rows ?? []

describe('the moderation log', () => {
  test('has its eight sections in their order', async () => {
    const log = await (await site())(loadLog, visitor)
    expect(log.sections.map(({ name }) => name)).toEqual([
      ...['moderatorComments', 'activeRateLimits', 'deletedComments', 'rejectedPosts', 'rejectedComments'],
      ...['bannedFromPosts', 'bannedFromUsers', 'globallyBannedUsers'],
    ])
    expect(log.head.robots).toBe('noindex')
  })

  test('tells a visitor what was done and why, and no text that was taken away', async () => {
    const log = await (await site())(loadLog, visitor)
    expect(rowsIn(log, 'globallyBannedUsers')).toMatchObject([{ who: { name: 'nell' }, reason: 'Spam.', until: T0 + 9 * dayMs }])
    expect(rowsIn(log, 'deletedComments')).toMatchObject([
      { words: '' },
      { reason: 'Off topic.', words: '', facts: ['deleted by a moderator'] },
    ])
    expect(rowsIn(log, 'rejectedPosts')).toMatchObject([
      { about: { title: 'Tides' }, reason: 'Too short.' },
      { about: null, reason: '' },
    ])
    expect(rowsIn(log, 'bannedFromPosts')).toMatchObject([{ facts: ['2 banned'] }])
    expect(rowsIn(log, 'moderatorComments')).toMatchObject([{ words: 'Please be kind.' }])
    for (const secret of ['canary', 'Hidden one', 'Rude.']) expect(JSON.stringify(log), secret).not.toContain(secret)
  })

  test('shows members what was rejected, and moderators what was removed and the limits', async () => {
    const ask = await site()
    expect(rowsIn(await ask(loadLog, member(idOf(2))), 'rejectedComments')).toMatchObject([{ words: 'canary-rejected' }])
    const seen = await ask(loadLog, moderator)
    expect(rowsIn(seen, 'deletedComments').map(({ words }) => words)).toEqual(['taken back', 'canary-removed'])
    expect(rowsIn(seen, 'activeRateLimits')).toMatchObject([
      { who: { name: 'bob' }, words: 'At most 2 comments a day', reason: 'canary-limit' },
    ])
    expect(JSON.stringify(seen)).not.toContain('canary-note')
  })

  test.each([
    ['hideAdminDeletions', 'deletedComments', moderator, ['deleted by its author']],
    ['hideSelfDeletions', 'deletedComments', moderator, ['deleted by a moderator']],
  ] as const)('%s leaves out of %s', async (name, section, viewer, facts) => {
    const log = await (await site())(loadLog, viewer, `?${name}=true`)
    expect(rowsIn(log, section).flatMap((row) => row.facts)).toEqual(facts)
    expect(log.switches[name]).toMatchObject({ isOn: true, href: '/moderation' })
  })

  test('showExpiredBans and showNewUserRateLimits show more', async () => {
    const log = await (await site())(loadLog, moderator, '?showExpiredBans=true&showNewUserRateLimits=true')
    expect(rowsIn(log, 'globallyBannedUsers').map(({ reason }) => reason)).toEqual(['Spam.', 'Long ago.'])
    expect(rowsIn(log, 'activeRateLimits')).toHaveLength(2)
  })

  test('goes on from an offset of a section’s own, and keeps the switches; nonsense begins at the start', async () => {
    const ask = await site()
    const log = await ask(loadLog, visitor, '?deletedCommentsOffset=1&hideSelfDeletions=&showExpiredBans=true')
    const section = log.sections.find(({ name }) => name === 'deletedComments')
    expect(section?.rows).toHaveLength(1)
    expect(section?.newer).toBe('/moderation?showExpiredBans=true#deletedComments')
    for (const bad of ['-1', 'x', '1.5', 'Infinity'])
      expect(rowsIn(await ask(loadLog, visitor, `?deletedCommentsOffset=${bad}`), 'deletedComments'), bad).toHaveLength(2)
  })
})

describe('pages of the staff', () => {
  test.each([
    ['a visitor', visitor, 401, 401],
    ['a member', member(idOf(2)), 403, 403],
    ['a moderator', moderator, 200, 403],
    ['an administrator', admin, 200, 200],
  ] as const)('are open to %s as far as the rules say', async (_who, viewer, comments, audit) => {
    const ask = await site()
    const statusOf = (page: Promise<unknown>) => page.then(() => 200).catch((error: PageProblem) => error.problem.status)
    expect(await statusOf(ask(loadModeratorComments, viewer))).toBe(comments)
    expect(await statusOf(ask(loadAudit, viewer))).toBe(audit)
  })

  test('the audit log is asked by who did it, and about whom', async () => {
    const ask = await site()
    expect((await ask(loadAudit, admin)).entries).toMatchObject([{ act: 'moderation.ban', by: { name: 'bob' }, about: { name: 'nell' } }])
    expect((await ask(loadAudit, admin, '?by=bob')).entries).toHaveLength(1)
    expect((await ask(loadAudit, admin, '?about=bob')).entries).toHaveLength(0)
    expect(await ask(loadAudit, admin, '?about=nobody')).toMatchObject({ isNobody: true, entries: [] })
  })
})
