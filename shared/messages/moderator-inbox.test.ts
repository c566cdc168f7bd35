import { describe, expect, test } from 'vitest'
import type { MemberViewer, Viewer } from '../kernel/viewer.ts'
import { members } from '../accounts/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { notifications } from '../notifications/schema.ts'
import { policies } from '../policies.ts'
import { shapeAccess } from '../shapes.ts'
import { admin, aMember, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { beginAsModerators } from './moderator-mutations.ts'
import { moderatorConversations } from './moderator-schema.ts'
import { addParticipants, beginConversation, leaveConversation, sendMessage } from './mutations.ts'
import { canSendMessage } from './rules.ts'
import { conversationAliases, conversations, conversationStates, messages } from './schema.ts'

const [ben, cleo] = [member(idOf(200)), member(idOf(300))]
/** The account that `moderator` was, without the role. */
const retired: MemberViewer = member(moderator.userId)
const other = member(idOf(905), { groups: ['moderators'] })
const id = idOf(1)
const begin = (changes = {}) => ({
  ...{ id, messageId: idOf(10), participantIds: [ben.userId], title: '', body: paragraph('About your posts.') },
  ...changes,
})
const send = (n: number) => ({ id: idOf(n), conversationId: id, body: paragraph(`Word ${n}.`) })

async function begun() {
  const mutations = mutationsOver([members, conversations, messages, conversationStates, conversationAliases, notifications])
  for (const each of [
    aMember({ id: moderator.userId, groups: ['moderators'] }),
    aMember({ id: other.userId, groups: ['moderators'], slug: 'other', userName: 'other', userNameKey: 'other', displayNameKey: 'other' }),
    aMember({ id: ben.userId, slug: 'ben', userName: 'ben', userNameKey: 'ben', displayNameKey: 'ben' }),
  ])
    await mutations.put(members, each)
  await mutations.run(beginAsModerators, begin(), { viewer: moderator })
  return mutations
}

const reads = (mutations: Awaited<ReturnType<typeof begun>>, viewer: Viewer) =>
  mutations.read(async (read) => {
    const [conversation, message] = [await read.get(conversations, id), await read.get(messages, idOf(10))]
    const seen = [
      conversation && (await policies.of(conversations)(conversation, viewer, read)),
      message && (await policies.of(messages)(message, viewer, read)),
    ]
    return [...seen.map((row) => row !== undefined), await shapeAccess(read, viewer, `conversation:${id}`)]
  })

describe('a conversation of the moderators', () => {
  test('is read by whom it is with and by the staff of the moment, and followed by who takes part alone', async () => {
    const mutations = await begun()
    expect(await mutations.get(conversations, id)).toMatchObject({
      ...{ participantIds: [moderator.userId, ben.userId], moderatorIds: [moderator.userId], participantsKey: null },
    })
    for (const viewer of [moderator, ben]) expect(await reads(mutations, viewer)).toEqual([true, true, 'allowed'])
    for (const viewer of [other, admin]) expect(await reads(mutations, viewer)).toEqual([true, true, 'gone'])
    for (const viewer of [visitor, cleo, retired]) expect(await reads(mutations, viewer)).toEqual([false, false, 'gone'])
  })

  test('is begun once, by the staff alone', async () => {
    const mutations = await begun()
    const before = await mutations.everything()
    await mutations.run(beginAsModerators, begin(), { viewer: moderator, now: T0 + 5 })
    expect(await mutations.everything()).toBe(before)
    for (const [viewer, changes, error] of [
      [ben, { id: idOf(2), messageId: idOf(12) }, { code: 'not-allowed', reason: 'staff-only' }],
      [visitor, { id: idOf(2), messageId: idOf(12) }, { reason: 'sign-in-first' }],
      [moderator, { id: idOf(2), messageId: idOf(12), participantIds: [moderator.userId] }, { code: 'invalid' }],
      [other, {}, { code: 'taken' }],
    ] as const)
      expect(await refusalOf(mutations.run(beginAsModerators, begin(changes), { viewer }))).toMatchObject(error)
    expect(await mutations.everything()).toBe(before)
  })

  test('a moderator who writes in it takes part from then on; nobody else does by writing', async () => {
    const mutations = await begun()
    await mutations.run(sendMessage, send(11), { viewer: other, now: T0 + 1 })
    expect(await mutations.get(conversations, id)).toMatchObject({
      participantIds: [moderator.userId, ben.userId, other.userId],
      moderatorIds: [moderator.userId, other.userId],
    })
    for (const viewer of [cleo, retired])
      expect(await refusalOf(mutations.run(sendMessage, send(12), { viewer }))).toMatchObject({ code: 'not-found' })
  })

  test('stands apart from what its participants write to each other without it', async () => {
    const mutations = await begun()
    const args = { ...begin({ id: idOf(2), messageId: idOf(12) }) }
    await mutations.run(beginConversation, args, { viewer: moderator })
    expect(await mutations.get(conversations, idOf(2))).toMatchObject({ messageCount: 1 })
    expect(await mutations.get(conversationAliases, idOf(2))).toBeUndefined()
  })

  test('whom it is with can leave it, and cannot add anybody; a moderator who is added takes part as one', async () => {
    const mutations = await begun()
    const added = { id, messageId: idOf(20), participantIds: [other.userId] }
    expect(await refusalOf(mutations.run(addParticipants, added, { viewer: ben }))).toMatchObject({ reason: 'staff-only' })
    await mutations.run(addParticipants, added, { viewer: moderator })
    expect(await mutations.get(conversations, id)).toMatchObject({ moderatorIds: [moderator.userId, other.userId] })
    await mutations.run(leaveConversation, { id, messageId: idOf(21) }, { viewer: moderator })
    expect(await mutations.get(conversations, id)).toMatchObject({
      ...{ participantIds: [ben.userId, other.userId], moderatorIds: [other.userId], participantsKey: null },
    })
    await mutations.run(leaveConversation, { id, messageId: idOf(22) }, { viewer: ben })
    expect(await reads(mutations, ben)).toEqual([false, false, 'gone'])
  })

  test('a member whose messages are disabled can answer the moderators', () => {
    const facts = { hasAdmin: false, hasReader: true }
    const hushed = member(ben.userId, { messagingDisabled: true })
    const between = { participantIds: [ben.userId, moderator.userId] }
    expect(canSendMessage(hushed, { ...between, moderatorIds: [moderator.userId] }, facts)).toEqual({ allowed: true })
    expect(canSendMessage(hushed, between, facts)).toMatchObject({ reason: 'messaging-disabled' })
  })
})

test.each([
  ['a moderator', moderator, true],
  ['an administrator', admin, true],
  ['whom a conversation is with', ben, false],
  ['a moderator no more', retired, false],
  ['a visitor', visitor, false],
] as const)('%s: what the moderators’ inbox lists is shown (%#)', async (_who, viewer, isShown) => {
  const row = { id, conversationId: id, userId: '', latestAt: T0 }
  const mutations = mutationsOver([moderatorConversations])
  const seen = await mutations.read(async (read) => policies.of(moderatorConversations)(row, viewer, read))
  expect(seen !== undefined).toBe(isShown)
})
