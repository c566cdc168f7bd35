import { expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { members } from '../accounts/schema.ts'
import { sendReport } from '../content-reports/mutations.ts'
import { reportsOn } from '../content-reports/queries.ts'
import { reports } from '../content-reports/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { auditEntries } from '../moderation/measure-queries.ts'
import { auditLog } from '../moderation/measure-schema.ts'
import { privateLookMs } from '../moderation/private-looks.ts'
import { notifications } from '../notifications/schema.ts'
import { pictures } from '../pictures/schema.ts'
import { admin, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { beginConversation, leaveConversation } from './mutations.ts'
import { removeMessage } from './removal-mutations.ts'
import { conversationAliases, conversations, conversationStates, messages } from './schema.ts'
import { readForReason } from './staff-reading-mutations.ts'
import { staffReadings } from './staff-reading-schema.ts'

const [ada, ben, cleo] = [member(idOf(100)), member(idOf(200)), member(idOf(300))]
const [id, messageId] = [idOf(1), idOf(10)]
const report = { id: idOf(30), targetKind: 'message', targetId: messageId, reason: 'abuse', message: '' }

async function begun({ isReported = true } = {}) {
  const mutations = mutationsOver([
    ...[members, conversations, messages, conversationStates, conversationAliases, staffReadings, auditLog, reports],
    ...[notifications, pictures],
  ])
  const args = { id, messageId, participantIds: [ben.userId], title: '', body: paragraph('Pay me now.') }
  await mutations.run(beginConversation, args, { viewer: ada })
  if (isReported) await mutations.run(sendReport, report, { viewer: ben })
  return mutations
}
const removed = (mutations: Awaited<ReturnType<typeof begun>>) => mutations.get(messages, messageId)

test('a reported message is removed once, keeps its place, and stands in the audit log with its sender', async () => {
  const mutations = await begun()
  await mutations.run(removeMessage, { id: messageId }, { viewer: moderator, now: T0 + 5 })
  expect(await removed(mutations)).toMatchObject({ body: null, event: null, n: 1, userId: ada.userId })
  const after = await mutations.read(async (read) => [await read.list(reportsOn(messageId, 9)), await read.list(auditEntries(9))])
  expect(after).toMatchObject([
    [{ state: 'acted', closedById: moderator.userId, closedAt: T0 + 5 }],
    [
      {
        act: 'messages.remove',
        byId: moderator.userId,
        userId: ada.userId,
        targetId: messageId,
        details: { conversation: id, pictures: 0 },
      },
    ],
  ])
  expect(JSON.stringify(after)).not.toContain('Pay me')
  const before = await mutations.everything()
  await mutations.run(removeMessage, { id: messageId }, { viewer: admin, now: T0 + 9 })
  expect(await mutations.everything()).toBe(before)
})

test('a message that nobody reported is removed by who reads it for a reason, as long as that holds', async () => {
  const mutations = await begun({ isReported: false })
  const remove = (now: number) => mutations.run(removeMessage, { id: messageId }, { viewer: moderator, now })
  expect(await refusalOf(remove(T0))).toMatchObject({ code: 'not-found' })
  await mutations.run(readForReason, { id, reason: 'Threats, by mail.' }, { viewer: moderator })
  expect(await refusalOf(remove(T0 + privateLookMs))).toMatchObject({ code: 'not-found' })
  await remove(T0 + 1)
  expect(await removed(mutations)).toMatchObject({ body: null })
})

test.each([
  ['a visitor', visitor, messageId, { reason: 'sign-in-first' }],
  ['a participant', ben, messageId, { reason: 'staff-only' }],
  ['its sender', ada, messageId, { reason: 'staff-only' }],
  ['another member', cleo, messageId, { reason: 'staff-only' }],
  ['a moderator, of nothing', moderator, idOf(11), { code: 'not-found' }],
  ['a moderator, of their own', { ...ada, groups: ['moderators'] }, messageId, { reason: 'not-against-oneself' }],
  ['a moderator, of what happened', moderator, idOf(20), { code: 'not-found' }],
] as const)('%s removes nothing', async (_who, viewer, target, refusal) => {
  const mutations = await begun()
  await mutations.run(leaveConversation, { id, messageId: idOf(20) }, { viewer: ben })
  const before = await mutations.everything()
  expect(await refusalOf(mutations.run(removeMessage, { id: target }, { viewer: viewer as Viewer }))).toMatchObject(refusal)
  expect(await mutations.everything()).toBe(before)
})
