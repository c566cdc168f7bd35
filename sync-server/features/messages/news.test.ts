import { expect, test } from 'vitest'
import { hourMs } from '#shared/kernel/durations.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
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
