import { describe, expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { visitor } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import { shapeAccess } from '../shapes.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { admin, aMember, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import {
  addParticipants,
  beginConversation,
  leaveConversation,
  renameConversation,
  sendMessage,
  setConversationRead,
  setOwnConversation,
} from './mutations.ts'
import { reports } from '../content-reports/schema.ts'
import { notificationId, notifications } from '../notifications/schema.ts'
import { messagesOf, statesOf, unreadStatesOf } from './queries.ts'
import { canSendMessage } from './rules.ts'
import { conversationAliases, conversationLimits, conversations, conversationStates, messages, stateId } from './schema.ts'

const [ada, ben, cleo] = [member(idOf(100)), member(idOf(200)), member(idOf(300))]
const id = idOf(1)
const others = (...viewers: readonly { userId: string }[]) => viewers.map(({ userId }) => userId)
const begin = (changes = {}) => ({ id, messageId: idOf(10), participantIds: others(ben), title: '', body: paragraph('Hello.'), ...changes })
const send = (n: number, changes = {}) => ({ id: idOf(n), conversationId: id, body: paragraph(`Word ${n}.`), ...changes })
const fresh = () => mutationsOver([members, conversations, messages, conversationStates, conversationAliases, notifications, reports])

async function begun(changes = {}) {
  const mutations = fresh()
  await mutations.run(beginConversation, begin(changes), { viewer: ada })
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

test('begins with its first message, once, and is read and followed by its participants alone', async () => {
  const mutations = await begun()
  const before = await mutations.everything()
  await mutations.run(beginConversation, begin(), { viewer: ada, now: T0 + 5 })
  expect(await mutations.everything()).toBe(before)
  expect(await mutations.get(conversations, id)).toMatchObject({ messageCount: 1, latestAt: T0, participantIds: others(ada, ben) })
  for (const viewer of [ada, ben]) expect(await reads(mutations, viewer)).toEqual([true, true, 'allowed'])
  for (const viewer of [visitor, cleo, moderator, admin, { kind: 'visitor', bannedUntil: 9e15 } as const])
    expect(await reads(mutations, viewer)).toEqual([false, false, 'gone'])
})

test('the untitled conversation of the same members is found again, also by what was queued for the other', async () => {
  const mutations = await begun()
  await mutations.run(beginConversation, begin({ id: idOf(2), messageId: idOf(11), participantIds: others(ada) }), { viewer: ben })
  await mutations.run(sendMessage, send(12, { conversationId: idOf(2) }), { viewer: ben, now: T0 + 9 })
  expect(await mutations.get(conversations, idOf(2))).toBeUndefined()
  expect(await mutations.get(conversations, id)).toMatchObject({ messageCount: 3, latestAt: T0 + 9, latestMessageId: idOf(12) })
  const listed = await mutations.read((read) => read.list(messagesOf(id, { limit: 9 })))
  expect(listed.map(({ n, userId }) => [n, userId])).toEqual([[3, ben.userId], [2, ben.userId], [1, ada.userId]]) // oxfmt-ignore
  const follows = (viewer: Viewer) => mutations.read((read) => shapeAccess(read, viewer, `conversation:${idOf(2)}`))
  expect([await follows(ben), await follows(ada), await follows(cleo)]).toEqual(['allowed', 'gone', 'gone'])
  // With a title, or with others, it is one of its own.
  await mutations.run(beginConversation, begin({ id: idOf(3), messageId: idOf(13), title: 'Tides' }), { viewer: ada })
  await mutations.run(beginConversation, begin({ id: idOf(4), messageId: idOf(14), participantIds: others(ben, cleo) }), { viewer: ada })
  expect([await mutations.get(conversations, idOf(3)), await mutations.get(conversations, idOf(4))]).toMatchObject([
    { title: 'Tides', participantsKey: null, messageCount: 1 },
    { title: null, messageCount: 1 },
  ])
})

test('a message that is sent twice stands once; its number and the count move together', async () => {
  const mutations = await begun()
  await mutations.run(sendMessage, send(11), { viewer: ben, now: T0 - 50 })
  const before = await mutations.everything()
  await mutations.run(sendMessage, send(11), { viewer: ben, now: T0 + 50 })
  expect(await mutations.everything()).toBe(before)
  // A clock that goes back takes nothing back.
  expect(await mutations.get(messages, idOf(11))).toMatchObject({ n: 2, at: T0 })
  expect(await refusalOf(mutations.run(sendMessage, send(11), { viewer: ada }))).toMatchObject({ code: 'taken' })
})

test.each([
  ['50,000 characters', paragraph('a'.repeat(50_000)), null],
  ['one more', paragraph('a'.repeat(50_001)), { code: 'invalid', field: 'body' }],
  ['nothing', { type: 'doc', content: [{ type: 'paragraph' }] }, { code: 'invalid', field: 'body' }],
  ['no text at all', 'Hello', { code: 'invalid', field: 'body' }],
])('a message of %s', async (_what, body, refusal) => {
  const mutations = await begun()
  const sent = mutations.run(sendMessage, send(11, { body }), { viewer: ada })
  if (refusal === null) await sent
  else expect(await refusalOf(sent)).toMatchObject(refusal)
})

describe('role by role', () => {
  const silenced = member(ben.userId, { messagingDisabled: true })
  const banned = { kind: 'visitor', bannedUntil: 9e15 } as const
  test.each([
    // [who, viewer, begins, sends, renames, adds, leaves, archives]
    ['a visitor', visitor, ...Array(6).fill('sign-in-first')],
    ['a banned member', banned, ...Array(6).fill('banned')],
    ['a participant', ben, 'done', 'done', 'done', 'done', 'done', 'done'],
    ['a participant whose right was taken', silenced, ...Array(4).fill('messaging-disabled'), 'done', 'done'],
    ['another member', cleo, 'done', ...Array(5).fill('not-found')],
    ['a moderator', moderator, 'done', ...Array(5).fill('not-found')],
    ['an administrator', admin, 'done', ...Array(5).fill('not-found')],
  ] as const)('%s', async (_who, viewer, ...expected) => {
    const attempts = [
      [beginConversation, begin({ id: idOf(5), messageId: idOf(50), participantIds: others(member(idOf(400))) })],
      [sendMessage, send(51)],
      [renameConversation, { id, title: 'Anew' }],
      [addParticipants, { id, messageId: idOf(52), participantIds: [idOf(400)] }],
      [leaveConversation, { id, messageId: idOf(53) }],
      [setOwnConversation, { id, change: { field: 'isArchived', value: true } }],
    ] as const
    const said = []
    for (const [mutation, args] of attempts) {
      const mutations = await begun()
      await mutations.put(conversationStates, aState(ben.userId))
      const before = await mutations.everything()
      const refusal = await mutations.run<never>(mutation as never, args, { viewer }).then(
        () => null,
        (error: { reason?: string; code: string }) => error.reason ?? error.code,
      )
      if (refusal !== null) expect(await mutations.everything()).toBe(before)
      said.push(refusal ?? 'done')
    }
    expect(said).toEqual(expected)
  })

  test('who lost the right still writes where an administrator takes part', async () => {
    const mutations = await begun({ participantIds: others(ben, admin) })
    expect(await refusalOf(mutations.run(sendMessage, send(11), { viewer: silenced }))).toMatchObject({ reason: 'messaging-disabled' })
    await mutations.put(members, aMember({ id: admin.userId, isAdmin: true }))
    await mutations.run(sendMessage, send(11), { viewer: silenced })
    expect(canSendMessage(ada, { participantIds: [ada.userId] }, { hasAdmin: false, hasReader: true })).toMatchObject({
      reason: 'nobody-left',
    })
  })
})

const aState = (userId: string, changes = {}) => ({
  ...{ id: stateId(id, userId), userId, conversationId: id, latestAt: T0, latestN: 1, readN: 0 },
  ...{ isUnread: true, isArchived: false, isMuted: false, ...changes },
})

test('who leaves reads nothing of it any more, and those who stay see it; adding lets somebody in', async () => {
  const mutations = await begun({ participantIds: others(ben, cleo) })
  await mutations.run(leaveConversation, { id, messageId: idOf(20) }, { viewer: ada })
  expect(await reads(mutations, ada)).toEqual([false, false, 'gone'])
  expect(await mutations.get(conversationStates, stateId(id, ada.userId))).toBeUndefined()
  expect(await mutations.get(messages, idOf(20))).toMatchObject({ n: 2, body: null, event: { kind: 'left', userIds: others(ada) } })
  expect(await mutations.get(conversations, id)).toMatchObject({ participantIds: others(ben, cleo) })
  for (const mutation of [sendMessage, leaveConversation])
    expect(
      await refusalOf(
        mutations.run<never>(mutation as never, mutation === sendMessage ? send(21) : { id, messageId: idOf(22) }, { viewer: ada }),
      ),
    ).toMatchObject({ code: 'not-found' })
  await mutations.run(addParticipants, { id, messageId: idOf(23), participantIds: others(ada, cleo) }, { viewer: ben })
  expect(await reads(mutations, ada)).toEqual([true, true, 'allowed'])
  expect(await mutations.get(messages, idOf(23))).toMatchObject({ event: { kind: 'added', userIds: others(ada) } })
  const before = await mutations.everything()
  await mutations.run(addParticipants, { id, messageId: idOf(24), participantIds: others(ada) }, { viewer: ben })
  expect(await mutations.everything()).toBe(before)
})

test('with oneself, with too many, under another’s id: nothing is begun', async () => {
  const mutations = await begun()
  const many = Array.from({ length: conversationLimits.participants }, (_, n) => idOf(1_000 + n))
  const before = await mutations.everything()
  for (const [args, viewer, refusal] of [
    [begin({ id: idOf(7), participantIds: others(ada) }), ada, { field: 'participantIds' }],
    [begin({ id: idOf(7), participantIds: many }), ada, { field: 'participantIds' }],
    [begin({ id: idOf(7), participantIds: [] }), ada, { field: 'participantIds' }],
    [begin({ participantIds: others(ada) }), cleo, { code: 'taken' }],
    [begin({ messageId: idOf(77) }), ada, { code: 'taken' }],
  ] as const)
    expect(await refusalOf(mutations.run(beginConversation, args, { viewer }))).toMatchObject(refusal)
  expect(await refusalOf(mutations.run(addParticipants, { id, messageId: idOf(9), participantIds: many }, { viewer: ada }))).toMatchObject({
    field: 'participantIds',
  })
  expect(await mutations.everything()).toBe(before)
})

test('two hundred participants are refused before anybody is looked up, at the beginning and later', async () => {
  const mutations = await begun()
  const participantIds = Array.from({ length: 200 }, (_none, n) => idOf(1_000 + n))
  const before = await mutations.everything()
  const refusal = { code: 'invalid', field: 'participantIds' }
  const begins = mutations.run(beginConversation, begin({ id: idOf(7), messageId: idOf(8), participantIds }), { viewer: ada })
  expect(await refusalOf(begins)).toMatchObject(refusal)
  const adds = mutations.run(addParticipants, { id, messageId: idOf(9), participantIds }, { viewer: ada })
  expect(await refusalOf(adds)).toMatchObject(refusal)
  expect(await mutations.everything()).toBe(before)
})

test('somebody who was not let in yet writes to nine members, and adds only to what they began', async () => {
  const newcomer = member(ada.userId, { isApproved: false })
  const mutations = fresh()
  for (let n = 0; n < 9; n += 1)
    await mutations.run(beginConversation, begin({ id: idOf(500 + n), messageId: idOf(600 + n), participantIds: [idOf(700 + n)] }), {
      viewer: newcomer,
    })
  const tenth = begin({ id: idOf(520), messageId: idOf(620), participantIds: [idOf(720)] })
  expect(await refusalOf(mutations.run(beginConversation, tenth, { viewer: newcomer }))).toMatchObject({ reason: 'too-many-contacts' })
  const added = { id: idOf(500), messageId: idOf(621), participantIds: [idOf(720)] }
  expect(await refusalOf(mutations.run(addParticipants, added, { viewer: newcomer }))).toMatchObject({ reason: 'too-many-contacts' })
  // To the same ones as often as they like, and to all once they are let in.
  await mutations.run(beginConversation, begin({ id: idOf(521), messageId: idOf(622), participantIds: [idOf(700)] }), { viewer: newcomer })
  await mutations.run(beginConversation, tenth, { viewer: ada })
  await mutations.run(addParticipants, added, { viewer: ada })
  const another = await mutations.read((read) => getOrThrow(read, conversations, idOf(501)))
  await mutations.put(conversations, { ...another, creatorId: idOf(701) })
  const toOthers = { id: idOf(501), messageId: idOf(623), participantIds: [idOf(700)] }
  expect(await refusalOf(mutations.run(addParticipants, toOthers, { viewer: newcomer }))).toMatchObject({ reason: 'not-yours' })
})

test('a member archives, mutes and reads for themselves alone; what came since stays unread', async () => {
  const mutations = await begun()
  await mutations.put(conversationStates, aState(ben.userId, { latestN: 3 }))
  const state = () => mutations.get(conversationStates, stateId(id, ben.userId))
  const others = await mutations.get(conversationStates, stateId(id, ada.userId))
  await mutations.run(setConversationRead, { id, upTo: 2 }, { viewer: ben })
  expect(await state()).toMatchObject({ readN: 2, isUnread: true })
  await mutations.run(setConversationRead, { id, upTo: 99 }, { viewer: ben })
  expect(await state()).toMatchObject({ readN: 3, isUnread: false })
  await mutations.run(setConversationRead, { id, upTo: null }, { viewer: ben })
  const unread = await mutations.read((read) => read.list(unreadStatesOf(ben.userId, 9)))
  expect(unread).toHaveLength(1)
  await mutations.run(setOwnConversation, { id, change: { field: 'isArchived', value: true } }, { viewer: ben })
  await mutations.run(setOwnConversation, { id, change: { field: 'isMuted', value: true } }, { viewer: ben })
  const lists = await mutations.read((read) => Promise.all([read.list(statesOf(ben.userId, false)), read.list(statesOf(ben.userId, true))]))
  expect(lists).toMatchObject([[], [{ isMuted: true }]])
  // Writing brings one's own back.
  await mutations.run(sendMessage, send(30), { viewer: ben })
  expect(await state()).toMatchObject({ isArchived: false, isMuted: true })
  expect(await mutations.get(conversationStates, stateId(id, ada.userId))).toEqual(others)
})

test('a title is anybody’s who takes part, and is taken away again', async () => {
  const mutations = await begun()
  await mutations.run(renameConversation, { id, title: '  On\ntides ' }, { viewer: ben })
  expect(await mutations.get(conversations, id)).toMatchObject({ title: 'On tides', participantsKey: null })
  await mutations.run(renameConversation, { id, title: '' }, { viewer: ada })
  expect(await mutations.get(conversations, id)).toMatchObject({ title: null, participantsKey: others(ada, ben).toSorted().join(' ') })
  expect(await refusalOf(mutations.run(renameConversation, { id, title: 'a'.repeat(201) }, { viewer: ada }))).toMatchObject({
    field: 'title',
  })
})

test('what told of messages is seen with them, as far as they were read, and goes with who leaves', async () => {
  const mutations = await begun()
  await mutations.run(sendMessage, send(11), { viewer: ada })
  await mutations.put(conversationStates, aState(ben.userId, { latestN: 2 }))
  const told = (messageId: string, conversationId = id) => ({
    ...{
      id: notificationId(ben.userId, `message:${messageId}`),
      userId: ben.userId,
      type: 'newMessage' as const,
      cause: `message:${messageId}`,
    },
    ...{
      actorId: ada.userId,
      postId: null,
      commentId: null,
      subject: { kind: 'conversation' as const, id: conversationId, partId: messageId },
    },
    ...{ title: '', because: '', at: T0, viewedAt: null, place: 'recent' as const },
  })
  for (const one of [told(idOf(10)), told(idOf(11)), told(idOf(90), idOf(2))]) await mutations.put(notifications, one)
  const seen = async () => Promise.all([10, 11, 90].map(async (n) => (await mutations.get(notifications, told(idOf(n)).id))?.viewedAt))
  await mutations.run(setConversationRead, { id, upTo: 1 }, { viewer: ben, now: T0 + 5 })
  expect(await seen()).toEqual([T0 + 5, null, null])
  await mutations.run(setConversationRead, { id, upTo: null }, { viewer: ben, now: T0 + 6 })
  expect(await seen()).toEqual([T0 + 5, null, null])
  await mutations.run(setConversationRead, { id, upTo: 2 }, { viewer: ben, now: T0 + 7 })
  expect(await seen()).toEqual([T0 + 5, T0 + 7, null])
  await mutations.run(leaveConversation, { id, messageId: idOf(12) }, { viewer: ben })
  expect(await seen()).toEqual([undefined, undefined, null])
})
