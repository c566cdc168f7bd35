import { expect, test } from 'vitest'
import type { ApplyRequest } from '#server/sync/apply.ts'
import { aCore } from '#server/testing/core.ts'
import { members } from '#shared/accounts/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { moderatorConversationsWith } from '#shared/messages/moderator-queries.ts'
import { conversationStates, messages, stateId } from '#shared/messages/schema.ts'
import { privateLookMs } from '#shared/moderation/private-looks.ts'
import { staffReadings } from '#shared/messages/staff-reading-schema.ts'
import { memberReviews } from '#shared/moderation/measure-schema.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { endReadings } from './jobs.ts'

const id = idOf(1)

async function scene() {
  const core = await aCore()
  const [ada, ben, cleo] = [await core.join(100), await core.join(200), await core.join(300)]
  const begin = (changes = {}, userId = ada) => ({
    ...{ name: 'conversations.begin', userId, now: T0 },
    args: { id, messageId: idOf(10), participantIds: [ben], title: '', body: paragraph('Hello.'), ...changes },
  })
  const send = (n: number, userId: string) => ({
    ...{ name: 'messages.send', userId, now: T0 + n },
    args: { id: idOf(n), conversationId: id, body: paragraph(`Word ${n}.`) },
  })
  const own = (userId: string, name: string, args: object) => core.must({ name, args: { id, ...args }, userId, now: T0 + 500 })
  const state = (userId: string) => core.store.read((read) => read.get(conversationStates, stateId(id, userId)))
  return { core, ada, ben, cleo, begin, send, own, state }
}

test('a message is unread to the others, brings what they archived back, and a repeated one does neither again', async () => {
  const { core, ada, ben, begin, send, own, state } = await scene()
  await core.must(begin())
  expect(await state(ben)).toMatchObject({ isUnread: true, readN: 0, latestN: 1, isArchived: false })
  expect(await state(ada)).toMatchObject({ isUnread: false, readN: 1 })
  await own(ben, 'conversations.setRead', { upTo: 1 })
  await own(ben, 'conversations.setOwn', { change: { field: 'isArchived', value: true } })
  await core.must(send(11, ada))
  expect(await state(ben)).toMatchObject({ isUnread: true, readN: 1, latestN: 2, isArchived: false })
  await own(ben, 'conversations.setOwn', { change: { field: 'isArchived', value: true } })
  await core.must(send(11, ada))
  expect(await state(ben)).toMatchObject({ isArchived: true, latestN: 2 })
})

test('a muted member writes like anybody, and reaches who muted them quietly', async () => {
  const { core, ada, ben, begin, send, own, state } = await scene()
  await core.must({ name: 'mutes.set', args: { mutedId: ada, isMuted: true }, userId: ben, now: T0 })
  await core.must(begin())
  expect(await state(ben)).toMatchObject({ isUnread: false, isArchived: true })
  await core.must(send(11, ada))
  expect(await state(ben)).toMatchObject({ isUnread: false, isArchived: true, latestN: 2 })
  expect(await state(ada)).toMatchObject({ isArchived: false, isMuted: false, latestN: 2 })
  await own(ben, 'conversations.setOwn', { change: { field: 'isArchived', value: false } })
  await core.must(send(12, ada))
  expect(await state(ben)).toMatchObject({ isUnread: false, isArchived: false })
})

test('somebody is added whom another has muted: they read and write, and the one who muted them hears nothing of it', async () => {
  const { core, ada, ben, cleo, begin, send, own, state } = await scene()
  await core.must({ name: 'mutes.set', args: { mutedId: cleo, isMuted: true }, userId: ben, now: T0 })
  await core.must(begin())
  await own(ben, 'conversations.setRead', { upTo: 1 })
  await own(ada, 'conversations.addParticipants', { messageId: idOf(11), participantIds: [cleo] })
  const before = await state(ben)
  await core.must(send(12, cleo))
  expect(await state(ben)).toMatchObject({ isUnread: before?.isUnread, isArchived: before?.isArchived })
  expect(await state(ada)).toMatchObject({ isUnread: true, latestN: 3 })
  // Like everybody else's, as far as its sender can see.
  expect(await state(cleo)).toMatchObject({ isUnread: false, isArchived: false, readN: 3 })
})

test('nobody is written to who is not there, or whose account is closed, and nothing is left of it', async () => {
  const { core, ada, ben, begin, state } = await scene()
  const refused = { kind: 'rejected', error: { code: 'not-found', field: 'participantIds' } }
  expect(await core.apply(begin({ participantIds: [idOf(999)] }))).toMatchObject(refused)
  await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, ben)), isDeactivated: true }))
  expect(await core.apply(begin())).toMatchObject(refused)
  expect([await state(ada), await core.store.read((read) => read.get(messages, idOf(10)))]).toEqual([undefined, undefined])
})

test('nobody is written to while the account is banned, and a conversation waits with them', async () => {
  const { core, ada, ben, cleo, begin, send, own, state } = await scene()
  const setMember = (change: object) =>
    core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, ben)), ...change }))
  await core.must(begin())
  const refused = { kind: 'rejected', error: { code: 'not-allowed', reason: 'nobody-reads' } }
  for (const change of [{ bannedUntil: T0 + 100 }, { isDeactivated: true }]) {
    await setMember(change)
    expect(await core.apply(begin({ id: idOf(2), messageId: idOf(12), title: 'Anew' }))).toMatchObject({
      error: { field: 'participantIds' },
    })
    // The untitled one is there already, and is refused as what it is.
    expect(await core.apply(begin({ id: idOf(3), messageId: idOf(13) }))).toMatchObject(refused)
    expect(await core.apply(send(14, ada))).toMatchObject(refused)
    await setMember({ bannedUntil: null, isDeactivated: false })
  }
  await setMember({ bannedUntil: T0 - 1 })
  await core.must(send(15, ada))
  // Whom others can read, it goes to.
  await own(ada, 'conversations.addParticipants', { messageId: idOf(20), participantIds: [cleo] })
  await setMember({ bannedUntil: T0 + 1_000_000 })
  await core.must({ ...send(16, ada), now: T0 + 600 })
  expect(await state(cleo)).toMatchObject({ latestN: 4 })
})

test('what moderators begin is listed in their inbox, with whom it is with, and rises with every message', async () => {
  const { core, ada, ben, cleo, state } = await scene()
  await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, ada)), groups: ['moderators'] }))
  const args = { id, messageId: idOf(10), participantIds: [ben, cleo], title: '', body: paragraph('Hello.') }
  expect(await core.apply({ name: 'conversations.beginAsModerators', userId: ben, now: T0, args })).toMatchObject({
    error: { reason: 'staff-only' },
  })
  await core.must({ name: 'conversations.beginAsModerators', userId: ada, now: T0, args })
  expect(await state(ben)).toMatchObject({ isUnread: true, latestN: 1 })
  const listed = async (userId: string) =>
    (await core.store.read((read) => read.list(moderatorConversationsWith(userId, 9)))).map(({ latestAt }) => latestAt)
  for (const userId of ['', ben, cleo]) expect(await listed(userId)).toEqual([T0])
  expect(await listed(ada)).toEqual([])
  const send = { name: 'messages.send', userId: ben, now: T0 + 5, args: { id: idOf(11), conversationId: id, body: paragraph('Yes?') } }
  await core.must(send)
  await core.must({ name: 'conversations.leave', userId: cleo, now: T0 + 9, args: { id, messageId: idOf(12) } })
  for (const userId of ['', ben]) expect(await listed(userId)).toEqual([T0 + 9])
  expect(await listed(cleo)).toEqual([])
})

test('what one of the staff reads of others’ for a reason is closed by a job; who joins is unread news to those who are there', async () => {
  const { core, ada, ben, cleo, begin, state } = await scene()
  await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, cleo)), groups: ['moderators'] }))
  await core.must(begin())
  const ask = { name: 'conversations.readForReason', userId: cleo, now: T0, args: { id, reason: 'A report.' } }
  await core.must(ask)
  const end = T0 + privateLookMs
  const readings = () => core.store.read((read) => read.get(staffReadings, stateId(id, cleo)))
  const ports = { store: core.store, apply: (request: ApplyRequest) => core.apply({ ...request, now: end }) }
  await endReadings(ports, end - 1)
  expect(await readings()).toMatchObject({ byId: cleo })
  await endReadings(ports, end)
  expect(await readings()).toBeUndefined()
  await core.must({ ...ask, now: end })
  await core.must({ name: 'conversations.joinAsStaff', userId: cleo, now: end + 1, args: { id, messageId: idOf(20) } })
  for (const each of [ada, ben]) expect(await state(each)).toMatchObject({ isUnread: true, latestN: 2 })
  expect(await state(cleo)).toMatchObject({ isUnread: false, latestN: 2 })
})

test('leaving is seen by those who stay, and is no news to them; those who are added have it unread', async () => {
  const { core, ada, ben, cleo, begin, own, state } = await scene()
  await core.must(begin({ participantIds: [ben] }))
  await own(ben, 'conversations.setRead', { upTo: 1 })
  await own(ada, 'conversations.addParticipants', { messageId: idOf(20), participantIds: [cleo] })
  expect(await state(cleo)).toMatchObject({ isUnread: true, latestN: 2 })
  await own(ben, 'conversations.setRead', { upTo: 2 })
  await own(ada, 'conversations.leave', { messageId: idOf(21) })
  expect(await state(ben)).toMatchObject({ isUnread: false, readN: 3, latestN: 3 })
  expect(await state(cleo)).toMatchObject({ isUnread: true })
  expect(await state(ada)).toBeUndefined()
})

test('a newcomer who writes to a third member comes before the moderators', async () => {
  const { core, ada, begin } = await scene()
  const reasons = async () => (await core.store.read((read) => read.get(memberReviews, ada)))?.reasons ?? []
  for (const [n, reason] of [
    [1, false],
    [2, false],
    [3, true],
  ] as const) {
    const to = await core.join(400 + n)
    await core.must(begin({ id: idOf(n), messageId: idOf(30 + n), participantIds: [to] }))
    expect((await reasons()).includes('flaggedForNDMs')).toBe(reason)
  }
})
