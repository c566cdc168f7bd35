import { describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { comments } from '../comments/schema.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { visitor } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import { keyOfParticipants, conversations, messages } from '../messages/schema.ts'
import { posts } from '../posts/schema.ts'
import { aComment, admin, aMember, aPost, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import type { Report } from './schema.ts'
import { closeReports, sendReport } from './mutations.ts'
import { openReports, openReportsOn, reportsBy } from './queries.ts'
import { reports } from './schema.ts'

const reader = member(idOf(300))
const banned = { kind: 'visitor', bannedUntil: T0 + 9 } as const
const onPost = { id: idOf(50), targetKind: 'post', targetId: idOf(1), reason: 'spam', message: '' } as const

async function community() {
  const mutations = mutationsOver([posts, comments, members, reports])
  await mutations.put(posts, aPost())
  await mutations.put(posts, aPost({ id: idOf(2), slug: 'on-boats', status: 'draft', publishedAt: null }))
  await mutations.put(comments, aComment())
  await mutations.put(members, aMember({ id: idOf(400) }))
  return mutations
}

describe('a report', () => {
  test('is sent once however often its mutation is', async () => {
    const mutations = await community()
    for (const now of [T0, T0 + 5]) await mutations.run(sendReport, onPost, { viewer: reader, now })
    const found = await mutations.read((read) => read.list(reportsBy(idOf(300))))
    expect(found).toMatchObject([{ ...onPost, state: 'open', createdAt: T0, closedAt: null }])
  })

  test('a device that has not met what is reported leaves judging it to the server', async () => {
    const mutations = await community()
    await mutations.run(sendReport, { ...onPost, targetId: idOf(77) }, { viewer: reader })
    expect(await mutations.get(reports, onPost.id)).toMatchObject({ targetId: idOf(77), memberId: null })
  })

  test.each([
    ['a visitor', visitor, {}, { reason: 'sign-in-first' }],
    ['a banned member', banned, {}, { reason: 'banned' }],
    ['the author of the post', member(idOf(100)), {}, { reason: 'own-content' }],
    ['a member about themselves', member(idOf(400)), { targetKind: 'member', targetId: idOf(400) }, { reason: 'own-content' }],
    ['a reader of a hidden draft', reader, { targetId: idOf(2) }, { code: 'not-found' }],
    ['“something else” without a word', reader, { reason: 'other', message: '  ' }, { field: 'message' }],
  ] as const)('%s is refused, and nothing is stored', async (_what, viewer, given, error) => {
    const mutations = await community()
    expect(await refusalOf(mutations.run(sendReport, { ...onPost, ...given }, { viewer }))).toMatchObject(error)
    expect(await mutations.get(reports, onPost.id)).toBeUndefined()
  })

  test.each([
    ['an unknown reason', { reason: 'boring' }],
    ['too long a message', { message: 'x'.repeat(2_001) }],
    ['an unknown kind', { targetKind: 'sequence' }],
    ['a target that is not an id', { targetId: 'abc' }],
  ])('%s is refused', async (_what, given) => {
    const mutations = await community()
    const run = (async () => mutations.run(sendReport, { ...onPost, ...given }, { viewer: reader }))()
    expect(await refusalOf(run)).toMatchObject({ code: 'invalid' })
  })

  test('a second one on the same thing has to wait for the answer to the first', async () => {
    const mutations = await community()
    const again = { ...onPost, id: idOf(51) }
    await mutations.run(sendReport, onPost, { viewer: reader })
    expect(await refusalOf(mutations.run(sendReport, again, { viewer: reader }))).toMatchObject({ code: 'taken', field: 'report' })
    await mutations.run(closeReports, { targetId: idOf(1), state: 'dismissed' }, { viewer: moderator })
    await mutations.run(sendReport, again, { viewer: reader })
    expect(await mutations.get(reports, idOf(51))).toMatchObject({ state: 'open' })
  })

  test('an id that somebody else has used is refused', async () => {
    const mutations = await community()
    await mutations.run(sendReport, onPost, { viewer: reader })
    expect(await refusalOf(mutations.run(sendReport, onPost, { viewer: member(idOf(301)) }))).toMatchObject({ code: 'taken' })
  })
})

describe('closing reports', () => {
  async function reportedByMany(count: number) {
    const mutations = await community()
    for (let n = 0; n < count; n += 1)
      await mutations.run(sendReport, { ...onPost, id: idOf(1_000 + n) }, { viewer: member(idOf(5_000 + n)), now: T0 + n })
    await mutations.run(sendReport, { ...onPost, id: idOf(60), targetKind: 'comment', targetId: idOf(10) }, { viewer: reader })
    return mutations
  }

  test('closes all open ones on one thing, and no other', async () => {
    const mutations = await reportedByMany(450)
    await mutations.run(closeReports, { targetId: idOf(1), state: 'acted' }, { viewer: moderator, now: T0 + 999 })
    expect(await mutations.read((read) => read.list(openReportsOn(idOf(1), 1_000)))).toEqual([])
    expect(await mutations.read((read) => read.list(openReports(10)))).toMatchObject([{ id: idOf(60) }])
    expect(await mutations.get(reports, idOf(1_449))).toMatchObject({ state: 'acted', closedAt: T0 + 999, closedById: moderator.userId })
  })

  test('a closed report keeps its first answer', async () => {
    const mutations = await reportedByMany(1)
    await mutations.run(closeReports, { targetId: idOf(1), state: 'acted' }, { viewer: moderator, now: T0 + 5 })
    await mutations.run(closeReports, { targetId: idOf(1), state: 'dismissed' }, { viewer: admin, now: T0 + 9 })
    expect(await mutations.get(reports, idOf(1_000))).toMatchObject({ state: 'acted', closedAt: T0 + 5 })
  })

  test.each([
    ['visitor', visitor, 'sign-in-first'],
    ['banned member', banned, 'banned'],
    ['member', reader, 'staff-only'],
    ['trusted member', member(idOf(300), { groups: ['trusted'] }), 'staff-only'],
    ['moderator', moderator, null],
    ['administrator', admin, null],
  ] as const)('by a %s', async (_role, viewer, reason) => {
    const mutations = await reportedByMany(1)
    const close = mutations.run(closeReports, { targetId: idOf(1), state: 'acted' }, { viewer })
    if (reason !== null) expect(await refusalOf(close)).toMatchObject({ reason })
    else await close
    expect(await mutations.get(reports, idOf(1_000))).toMatchObject({ state: reason === null ? 'acted' : 'open' })
  })
})

describe('who reads a report', () => {
  const report: Report = {
    ...{ id: idOf(50), reporterId: idOf(300), targetKind: 'post', targetId: idOf(1), postId: idOf(1), memberId: idOf(100) },
    ...{ reason: 'spam', message: '', createdAt: T0, state: 'acted', closedAt: T0, closedById: idOf(900) },
  }

  test.each([
    ['a visitor', visitor, undefined],
    ['whom it is about', member(idOf(100)), undefined],
    ['a trusted member', member(idOf(301), { groups: ['trusted'] }), undefined],
    ['its reporter, but for who closed it', reader, { ...report, closedById: null }],
    ['a moderator', moderator, report],
    ['an administrator', admin, report],
  ])('%s', async (_who, viewer, seen) => {
    const mutations = await community()
    await mutations.put(reports, report)
    expect(await mutations.read((read) => permittedRead(read, viewer, policies).get(reports, report.id))).toEqual(seen)
  })
})

describe('a private message', () => {
  const [sender, recipient, outsider] = [member(idOf(400)), member(idOf(300)), member(idOf(301))]
  const target = { ...onPost, targetKind: 'message', targetId: idOf(61) } as const

  async function conversing() {
    const mutations = mutationsOver([posts, comments, members, reports, conversations, messages])
    const participantIds = [sender.userId, recipient.userId]
    await mutations.put(conversations, {
      ...{ id: idOf(60), title: null, creatorId: sender.userId, participantIds, participantsKey: keyOfParticipants(participantIds) },
      ...{ createdAt: T0, latestAt: T0, latestMessageId: idOf(62), messageCount: 3 },
    })
    const message = { conversationId: idOf(60), userId: sender.userId, at: T0, event: null }
    await mutations.put(messages, { ...message, id: idOf(61), n: 1, body: paragraph('Pay me.') })
    await mutations.put(messages, { ...message, id: idOf(62), n: 2, body: paragraph('Or else.') })
    await mutations.put(messages, { ...message, id: idOf(63), n: 3, body: null, event: { kind: 'left', userIds: [idOf(9)] } })
    return mutations
  }

  test.each([
    ['who wrote it', sender, {}, { reason: 'own-content' }],
    ['who takes no part', outsider, {}, { code: 'not-found' }],
    ['a moderator who takes no part', moderator, {}, { code: 'not-found' }],
    ['who reports that somebody left', recipient, { targetId: idOf(63) }, { code: 'not-found' }],
  ] as const)('is refused to %s', async (_who, viewer, given, error) => {
    const mutations = await conversing()
    expect(await refusalOf(mutations.run(sendReport, { ...target, ...given }, { viewer }))).toMatchObject(error)
    expect(await mutations.get(reports, target.id)).toBeUndefined()
  })

  test('is read by the staff from its report until the answer, and nothing else of the conversation ever', async () => {
    const mutations = await conversing()
    const seenBy = (viewer: typeof moderator) =>
      mutations.read(async (read) => {
        const seen = permittedRead(read, viewer, policies)
        const found = await seen.getMany(messages, [61, 62, 63].map(idOf))
        return [...found.map(({ id }) => id), ...(await seen.getMany(conversations, [idOf(60)])).map(({ id }) => id)]
      })
    expect(await seenBy(moderator)).toEqual([])
    await mutations.run(sendReport, target, { viewer: recipient })
    expect([await seenBy(moderator), await seenBy(admin)]).toEqual([[idOf(61)], [idOf(61)]])
    expect(await seenBy(outsider)).toEqual([])
    await mutations.run(closeReports, { targetId: idOf(61), state: 'acted' }, { viewer: moderator })
    expect(await seenBy(moderator)).toEqual([])
  })
})
