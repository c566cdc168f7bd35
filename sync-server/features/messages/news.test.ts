import { expect, onTestFinished, test } from 'vitest'
import { keepPushDevice } from '#server/notify/operations.ts'
import { pushDeviceId } from '#server/notify/push-endpoint.ts'
import { pushService } from '#server/notify/testing/push-service.ts'
import { runOperation } from '#server/sync/operations.ts'
import { sessions } from '#shared/accounts/schema.ts'
import { hourMs } from '#shared/kernel/durations.ts'
import { messages } from '#shared/messages/schema.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { ids, notifyScene } from '#server/notify/testing/notify-scene.ts'

const id = idOf(60)
const secret = 'The heron left at dawn.'

async function scene() {
  const rest = await notifyScene()
  const { mutation, clock, settled } = rest
  const begin = (changes = {}) =>
    mutation(ids.ada, 'conversations.begin', { id, messageId: idOf(70), participantIds: [ids.ben, ids.cleo], title: secret, body: paragraph(secret), ...changes }) // oxfmt-ignore
  const send = (n: number, userId: string = ids.ada) => mutation(userId, 'messages.send', { id: idOf(n), conversationId: id, body: paragraph(secret) }) // oxfmt-ignore
  const own = (userId: string, name: string, args: object) => mutation(userId, `conversations.${name}`, { id, ...args })
  const later = async (ms: number) => {
    clock.now += ms
    await settled()
  }
  const mailsTo = (name: string) => rest.sent.filter(({ to }) => to === `${name}@example.org`)
  return { ...rest, begin, send, own, later, mailsTo }
}

test('the others are notified of each message once, in the bell and by one mail, and no word of it goes along', async () => {
  const { begin, send, told, rows, later, sent, mailsTo } = await scene()
  await begin()
  await send(71)
  expect(await told(ids.ben)).toEqual([`newMessage message:${idOf(71)}`, `newMessage message:${idOf(70)}`])
  expect([await told(ids.ada), await told(ids.dan)]).toEqual([[], []])
  expect((await rows(ids.cleo)).map(({ title, subject, actorId }) => [title, subject?.id, actorId])).toEqual([['', id, ids.ada], ['', id, ids.ada]]) // oxfmt-ignore
  await later(2 * 60_000)
  expect(mailsTo('ben')).toHaveLength(1)
  expect(sent).toHaveLength(2)
  expect(mailsTo('ben')[0]?.text).toContain('Ada sent you a message')
  expect(mailsTo('ben')[0]?.text).toContain(`https://essays.example/inbox?conversation=${id}`)
  expect(JSON.stringify(sent)).not.toContain('heron')
  await later(hourMs)
  expect(sent).toHaveLength(2)
})

test('a muted conversation, archived or not, and a muted member notify nobody', async () => {
  const { begin, send, own, told, later, mutation, mailsTo, settled } = await scene()
  await mutation(ids.cleo, 'mutes.set', { mutedId: ids.ada, isMuted: true })
  await begin()
  await settled()
  await later(2 * 60_000)
  expect([await told(ids.cleo), mailsTo('cleo')]).toEqual([[], []])
  await own(ids.ben, 'setOwn', { change: { field: 'isMuted', value: true } })
  await own(ids.ben, 'setOwn', { change: { field: 'isArchived', value: true } })
  await send(71)
  await later(2 * 60_000)
  expect(await told(ids.ben)).toEqual([`newMessage message:${idOf(70)}`])
  expect(mailsTo('ben')).toHaveLength(1)
})

test('a mail that waits says nothing of what was read, muted or left meanwhile', async () => {
  const { begin, send, own, later, sent, settled } = await scene()
  await begin()
  await settled()
  await own(ids.ben, 'setRead', { upTo: 1 })
  await own(ids.cleo, 'setOwn', { change: { field: 'isMuted', value: true } })
  await later(2 * 60_000)
  expect(sent).toEqual([])
  await send(71)
  await settled()
  await own(ids.ben, 'leave', { messageId: idOf(72) })
  await later(2 * 60_000)
  expect(sent).toEqual([])
})

test('a message that a device has read already is not told by mail alone either', async () => {
  const { begin, own, later, sent, settled, mutation } = await scene()
  const channels = { inApp: false, email: 'daily', push: false }
  await mutation(ids.ben, 'notifications.choose', { choice: { field: 'type', type: 'newMessage', value: channels } })
  await begin({ participantIds: [ids.ben] })
  await settled()
  await own(ids.ben, 'setRead', { upTo: 1 })
  await later(26 * hourMs)
  expect(sent).toEqual([])
})

test('who is added is notified of that; who stays is not, nor of somebody leaving', async () => {
  const { begin, own, told } = await scene()
  await begin({ participantIds: [ids.ben] })
  await own(ids.ada, 'addParticipants', { messageId: idOf(71), participantIds: [ids.dan] })
  await own(ids.ada, 'leave', { messageId: idOf(72) })
  expect(await told(ids.dan)).toEqual([`newMessage message:${idOf(71)}`])
  expect(await told(ids.ben)).toEqual([`newMessage message:${idOf(70)}`])
})

test('each member is notified as they chose', async () => {
  const { begin, mutation, told, later, mailsTo } = await scene()
  const choose = (userId: string, value: object) =>
    mutation(userId, 'notifications.choose', { choice: { field: 'type', type: 'newMessage', value } })
  await choose(ids.ben, { inApp: true, email: 'off', push: false })
  await choose(ids.cleo, { inApp: false, email: 'daily', push: false })
  await begin()
  await later(2 * 60_000)
  expect([await told(ids.ben), mailsTo('ben'), mailsTo('cleo')]).toEqual([[`newMessage message:${idOf(70)}`], [], []])
  await later(26 * hourMs)
  expect(mailsTo('cleo')).toHaveLength(1)
})

const wantsWords = { choice: { field: 'messageWords', value: true } }

test('a mail has the words of a message for who asked for that alone, escaped; no push has them', async () => {
  const { begin, mutation, settled, later, mailsTo, store, writer } = await scene()
  await mutation(ids.ben, 'notifications.choose', wantsWords)
  await mutation(ids.ben, 'notifications.choose', { choice: { field: 'type', type: 'newMessage', value: { inApp: true, email: 'now', push: true } } }) // oxfmt-ignore
  const browser = await pushService()
  onTestFinished(() => browser.close())
  const times = { createdAt: T0, lastSeenAt: T0, expiresAt: T0 + 1e9, endedAt: null }
  await store.write(({ tx }) => tx.put(sessions, { id: idOf(90), tokenHash: 'h', userId: ids.ben, label: '', ...times }))
  const id = pushDeviceId(browser.device.endpoint)
  await runOperation(writer, keepPushDevice, { ...browser.device, id, userId: ids.ben, sessionId: idOf(90), showsText: true, label: '' })
  const body = { type: 'doc', content: [...paragraph('The heron <left>').content, ...paragraph('at dawn.').content] }
  await begin({ body, title: 'Birds' })
  await settled()
  await later(2 * 60_000)
  expect(mailsTo('ben')[0]?.text).toContain('> The heron <left>\n> at dawn.')
  expect(browser.received).toMatchObject([{ message: { body: 'Ada sent you a message' } }])
  expect(mailsTo('ben')[0]?.html).toContain('The heron &lt;left&gt;<br>at dawn.')
  expect(JSON.stringify(mailsTo('cleo'))).not.toMatch(/heron|Birds/u)
  expect(mailsTo('cleo')[0]?.text).toContain('Ada sent you a message')
})

test('no mail has the words of a muted conversation, of a muted member, or of what was removed or left', async () => {
  const { begin, send, own, mutation, later, sent, settled } = await scene()
  for (const userId of [ids.ben, ids.cleo]) await mutation(userId, 'notifications.choose', wantsWords)
  await begin()
  await settled()
  await own(ids.ben, 'setOwn', { change: { field: 'isMuted', value: true } })
  await mutation(ids.cleo, 'mutes.set', { mutedId: ids.ada, isMuted: true })
  await later(2 * 60_000)
  await send(71)
  await later(hourMs)
  expect(JSON.stringify(sent)).not.toContain('heron')
})

test('of a message that was removed before the mail went out the mail has no word', async () => {
  const { begin, mutation, later, mailsTo, settled, store } = await scene()
  await mutation(ids.ben, 'notifications.choose', wantsWords)
  await begin()
  await settled()
  await store.write(async ({ tx }) => {
    const message = await tx.get(messages, idOf(70))
    if (message !== undefined) await tx.put(messages, { ...message, body: null })
  })
  await later(2 * 60_000)
  expect(mailsTo('ben')).toHaveLength(1)
  expect(JSON.stringify(mailsTo('ben'))).not.toContain('heron')
})
