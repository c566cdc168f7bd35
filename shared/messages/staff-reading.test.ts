import { describe, expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { members } from '../accounts/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { auditLog } from '../moderation/measure-schema.ts'
import { auditEntries, auditEntriesAbout } from '../moderation/measure-queries.ts'
import { devicePolicies } from '../device-policies.ts'
import { reports } from '../content-reports/schema.ts'
import { notifications } from '../notifications/schema.ts'
import { policies } from '../policies.ts'
import { shapeAccess } from '../shapes.ts'
import { admin, aMember, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { addParticipants, beginConversation, leaveConversation, sendMessage } from './mutations.ts'
import { untitledBetween } from './queries.ts'
import { conversationAliases, conversations, conversationStates, messages, stateId } from './schema.ts'
import { endReading, joinAsStaff, readForReason } from './staff-reading-mutations.ts'
import { canReadForReason } from './staff-reading-rules.ts'
import { privateLookMs } from '../moderation/private-looks.ts'
import { staffReadings } from './staff-reading-schema.ts'

const [ada, ben, cleo] = [member(idOf(100)), member(idOf(200)), member(idOf(300))]
const other = member(idOf(905), { groups: ['moderators'] })
const id = idOf(1)
const reason = 'A report by Ben.'
const end = T0 + privateLookMs

async function begun() {
  const mutations = mutationsOver([
    ...[members, conversations, messages, conversationStates, conversationAliases, staffReadings, auditLog, reports, notifications],
  ])
  for (const [viewer, name] of [[ada, 'ada'], [ben, 'ben']] as const) // oxfmt-ignore
    await mutations.put(members, aMember({ id: viewer.userId, slug: name, displayName: name, userName: name, userNameKey: name, displayNameKey: name })) // oxfmt-ignore
  const args = { id, messageId: idOf(10), participantIds: [ben.userId], title: '', body: paragraph('Hello.') }
  await mutations.run(beginConversation, args, { viewer: ada })
  return mutations
}
type Scene = Awaited<ReturnType<typeof begun>>

const reads = (mutations: Scene, viewer: Viewer, asked = policies) =>
  mutations.read(async (read) => {
    const [conversation, message] = [await read.get(conversations, id), await read.get(messages, idOf(10))]
    const seen = [
      conversation && (await asked.of(conversations)(conversation, viewer, read)),
      message && (await asked.of(messages)(message, viewer, read)),
    ]
    return [...seen.map((row) => row !== undefined), await shapeAccess(read, viewer, `conversation:${id}`)]
  })
const log = (mutations: Scene) => mutations.read((read) => read.list(auditEntries(9)))

describe('a conversation of others', () => {
  test('is read by one of the staff once their reason stands in the audit log, by them alone, and by no device', async () => {
    const mutations = await begun()
    expect(await reads(mutations, moderator)).toEqual([false, false, 'gone'])
    await mutations.run(readForReason, { id, reason }, { viewer: moderator })
    const entry = {
      ...{ byId: moderator.userId, act: 'read.conversation', targetId: id, at: T0 },
      details: { reason, participants: 'ada, ben', endsAt: end },
    }
    for (const { userId } of [ada, ben])
      expect(await mutations.read((read) => read.list(auditEntriesAbout(userId, 9)))).toMatchObject([{ ...entry, userId }])
    expect(await log(mutations)).toHaveLength(2)
    expect(await reads(mutations, moderator)).toEqual([true, true, 'gone'])
    for (const viewer of [other, admin, cleo, visitor, member(moderator.userId)])
      expect(await reads(mutations, viewer)).toEqual([false, false, 'gone'])
    expect(await reads(mutations, moderator, devicePolicies)).toEqual([false, false, 'gone'])
  })

  test('closes by itself, and asks for a reason again', async () => {
    const mutations = await begun()
    await mutations.run(readForReason, { id, reason }, { viewer: moderator })
    const reading = await mutations.get(staffReadings, stateId(id, moderator.userId))
    expect(reading).toMatchObject({ reason, endsAt: end })
    expect(canReadForReason(moderator, reading, end - 1).allowed).toBe(true)
    expect(canReadForReason(moderator, reading, end)).toMatchObject({ reason: 'not-found' })
    // A clock that was set back since.
    expect(canReadForReason(moderator, reading, T0 - 60_000).allowed).toBe(true)
    expect(canReadForReason(moderator, reading, T0 - 60_001)).toMatchObject({ reason: 'not-found' })
    expect(canReadForReason(other, reading, T0)).toMatchObject({ reason: 'not-found' })
    await mutations.run(endReading, { id: stateId(id, moderator.userId) }, { now: end - 1 })
    expect(await reads(mutations, moderator)).toEqual([true, true, 'gone'])
    await mutations.run(endReading, { id: stateId(id, moderator.userId) }, { now: end })
    expect(await reads(mutations, moderator)).toEqual([false, false, 'gone'])
    await mutations.run(readForReason, { id, reason }, { viewer: moderator, now: end })
    expect(await log(mutations)).toHaveLength(4)
  })

  test('said twice, one reason is one entry; another reason is another', async () => {
    const mutations = await begun()
    await mutations.run(readForReason, { id, reason }, { viewer: moderator })
    const before = await mutations.everything()
    await mutations.run(readForReason, { id, reason }, { viewer: moderator, now: T0 + 5 })
    expect(await mutations.everything()).toBe(before)
    await mutations.run(readForReason, { id, reason: 'Another report.' }, { viewer: moderator, now: T0 + 9 })
    expect((await log(mutations)).map(({ details }) => details['reason'])).toEqual(['Another report.', 'Another report.', reason, reason])
  })

  test.each([
    ['a visitor', visitor, { id, reason }, { reason: 'sign-in-first' }],
    ['a member', cleo, { id, reason }, { code: 'not-allowed', reason: 'staff-only' }],
    ['a member who takes part', ben, { id, reason }, { reason: 'staff-only' }],
    ['a moderator without a reason', moderator, { id, reason: '  ' }, { code: 'invalid', field: 'reason' }],
    ['a moderator who says nothing in words', moderator, { id, reason: '12 ?!' }, { code: 'invalid', field: 'reason' }],
    ['a moderator with a reason that is too long', moderator, { id, reason: 'why '.repeat(126) }, { code: 'invalid', field: 'reason' }],
    ['a moderator, of no conversation', moderator, { id: idOf(99), reason }, { code: 'not-found' }],
  ] as const)('%s is refused, and nothing is written', async (_who, viewer, args, refusal) => {
    const mutations = await begun()
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(readForReason, args, { viewer }))).toMatchObject(refusal)
    expect(await mutations.everything()).toBe(before)
  })

  test('is not written in by who only reads it; who joins is seen by all, and takes part from then on', async () => {
    const mutations = await begun()
    const join = (viewer: Viewer, now = T0) => mutations.run(joinAsStaff, { id, messageId: idOf(20) }, { viewer, now })
    const send = (viewer: Viewer) =>
      mutations.run(sendMessage, { id: idOf(21), conversationId: id, body: paragraph('About this.') }, { viewer })
    expect(await refusalOf(join(moderator))).toMatchObject({ code: 'not-found' })
    await mutations.run(readForReason, { id, reason }, { viewer: moderator })
    expect(await refusalOf(send(moderator))).toMatchObject({ code: 'not-found' })
    for (const viewer of [other, cleo, visitor]) expect(['not-allowed', 'not-found']).toContain((await refusalOf(join(viewer))).code)
    expect(await refusalOf(join(moderator, end))).toMatchObject({ code: 'not-found' })
    for (const _again of [1, 2]) await join(moderator)
    expect(await mutations.get(conversations, id)).toMatchObject({
      participantIds: [ada.userId, ben.userId, moderator.userId],
      messageCount: 2,
    })
    expect(await mutations.get(messages, idOf(20))).toMatchObject({ event: { kind: 'added', userIds: [moderator.userId] } })
    await send(moderator)
    expect((await log(mutations)).map(({ act }) => act).toSorted()).toEqual([
      ...['conversations.joinAsStaff', 'conversations.joinAsStaff', 'read.conversation', 'read.conversation'],
    ])
  })

  test('closes to who joined it as staff with the role, or once they leave; added by a participant, they stay without it', async () => {
    const mutations = await begun()
    const plain = member(moderator.userId)
    const join = async (messageId: string) => {
      await mutations.run(readForReason, { id, reason }, { viewer: moderator })
      await mutations.run(joinAsStaff, { id, messageId }, { viewer: moderator })
    }
    await join(idOf(20))
    expect(await reads(mutations, moderator)).toEqual([true, true, 'allowed'])
    expect(await reads(mutations, plain)).toEqual([false, false, 'gone'])
    const send = { id: idOf(21), conversationId: id, body: paragraph('About this.') }
    expect(await refusalOf(mutations.run(sendMessage, send, { viewer: plain }))).toMatchObject({ code: 'not-found' })
    await mutations.run(leaveConversation, { id, messageId: idOf(22) }, { viewer: moderator })
    expect(await mutations.get(conversations, id)).toMatchObject({ participantIds: [ada.userId, ben.userId], joinedIds: [] })
    await mutations.run(addParticipants, { id, messageId: idOf(23), participantIds: [plain.userId] }, { viewer: ada })
    expect(await reads(mutations, plain)).toEqual([true, true, 'allowed'])
  })

  test('that one of the staff has joined is not what its members find when they write to each other anew', async () => {
    const mutations = await begun()
    await mutations.run(readForReason, { id, reason }, { viewer: moderator })
    await mutations.run(joinAsStaff, { id, messageId: idOf(20) }, { viewer: moderator })
    const everyone = [ada.userId, ben.userId, moderator.userId]
    expect(await mutations.read((read) => untitledBetween(read, everyone))).toBeUndefined()
    await mutations.run(leaveConversation, { id, messageId: idOf(22) }, { viewer: moderator })
    expect(await mutations.read((read) => untitledBetween(read, [ada.userId, ben.userId]))).toMatchObject({ id })
  })

  test('is neither joined nor left again by the message of an earlier time', async () => {
    const mutations = await begun()
    const join = async (messageId: string) => {
      await mutations.run(readForReason, { id, reason }, { viewer: moderator })
      await mutations.run(joinAsStaff, { id, messageId }, { viewer: moderator })
    }
    const leave = (messageId: string) => mutations.run(leaveConversation, { id, messageId }, { viewer: moderator })
    await join(idOf(20))
    await leave(idOf(21))
    expect(await refusalOf(join(idOf(20)))).toMatchObject({ code: 'taken', field: 'messageId' })
    await join(idOf(22))
    expect(await refusalOf(leave(idOf(21)))).toMatchObject({ code: 'taken', field: 'messageId' })
    expect(await reads(mutations, moderator)).toEqual([true, true, 'allowed'])
  })
})

test.each([
  ['who gave it', moderator, true],
  ['an administrator', admin, true],
  ['another moderator', other, false],
  ['who takes part', ben, false],
  ['a visitor', visitor, false],
] as const)('the reason is shown to %s: %s', async (_who, viewer, isShown) => {
  const row = { id: stateId(id, moderator.userId), conversationId: id, byId: moderator.userId, reason, at: T0, endsAt: end }
  const seen = await mutationsOver([staffReadings]).read(async (read) => policies.of(staffReadings)(row, viewer, read))
  expect(seen !== undefined).toBe(isShown)
})
