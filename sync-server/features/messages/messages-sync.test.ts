import { expect, test } from 'vitest'
import { ada, aScene, ben, eve } from '#server/testing/sync-scene.ts'
import type { TestDevice } from '#server/testing/test-device.ts'
import { parseClientMessage } from '#shared/sync/protocol.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'

const id = idOf(1)
const shape = `conversation:${id}`
const begin = (changes = {}) => ({
  name: 'conversations.begin',
  args: { id, messageId: idOf(10), participantIds: [ben], title: 'Between us', body: paragraph('Whispered.'), ...changes },
})
const kinds = (device: TestDevice) => ['conversations', 'messages'].map((kind) => device.ids(shape, kind).length)

test('a device may ask for a conversation', () => {
  expect(parseClientMessage({ t: 'follow', shapes: [{ id: shape, epoch: '', cursor: 0 }] })).not.toBeNull()
})

test('the devices of its participants have a conversation, and those of nobody else a word of it', async () => {
  const scene = await aScene()
  const [adas, bens, eves] = [scene.device(ada, 1), scene.device(ben, 2), scene.device(eve, 3)]
  for (const [device, userId] of [[adas, ada], [bens, ben], [eves, eve]] as const) await device.hello(`me:${userId}`) // oxfmt-ignore
  await adas.push({ n: 1, ...begin() })
  await scene.subscriptionManager.caughtUp()
  for (const device of [bens, eves]) {
    await device.settled()
    await device.follow(shape)
  }
  expect(kinds(bens)).toEqual([1, 1])
  expect(bens.ids(`me:${ben}`, 'conversation_states')).toEqual([`${id}:${ben}`])
  expect(eves.of('drop')).toMatchObject([{ shape, why: 'gone' }])
  await eves.settled()
  expect(JSON.stringify(eves.heard)).not.toMatch(/Between us|Whispered/u)
})

test('who leaves has nothing of it on any device, and who stays goes on', async () => {
  const scene = await aScene()
  await scene.core.must({ ...begin({ participantIds: [ben, eve] }), userId: ada })
  const [bens, eves] = [scene.device(ben, 2), scene.device(eve, 3)]
  for (const device of [bens, eves]) await device.hello(shape)
  expect([kinds(bens), kinds(eves)]).toEqual([[1, 1], [1, 1]]) // oxfmt-ignore
  await scene.core.must({ name: 'conversations.leave', args: { id, messageId: idOf(11) }, userId: eve })
  for (const device of [bens, eves]) await device.settled()
  expect(eves.shapes.has(shape)).toBe(false)
  await scene.core.must({ name: 'messages.send', args: { id: idOf(12), conversationId: id, body: paragraph('After.') }, userId: ada })
  for (const device of [bens, eves]) await device.settled()
  expect(kinds(bens)).toEqual([1, 3])
  expect(JSON.stringify(eves.heard)).not.toContain('After.')
})

test('a message that is sent again after the line broke stands once, in its order', async () => {
  const scene = await aScene()
  const adas = scene.device(ada, 1)
  await adas.hello(`me:${ada}`)
  const send = (n: number) => ({ n, name: 'messages.send', args: { id: idOf(10 + n), conversationId: id, body: paragraph(`Word ${n}.`) } })
  await adas.push({ n: 1, ...begin() }, send(2), send(3))
  adas.reconnect()
  await adas.hello()
  await adas.push({ n: 1, ...begin() }, send(2), send(3), send(4))
  await scene.subscriptionManager.caughtUp()
  const bens = scene.device(ben, 2)
  await bens.hello(shape)
  const order = [10, 12, 13, 14].map((n) => (bens.row(shape, 'messages', idOf(n)) as { n?: number } | undefined)?.n)
  expect(order).toEqual([1, 2, 3, 4])
  expect(kinds(bens)).toEqual([1, 4])
})

test('twenty messages that wait on the device of who is no longer there are refused one by one, and nobody reads a word', async () => {
  const scene = await aScene()
  await scene.core.must({ ...begin({ participantIds: [ben, eve] }), userId: ada })
  const [bens, eves] = [scene.device(ben, 2), scene.device(eve, 3)]
  for (const device of [bens, eves]) await device.hello(shape)
  await scene.core.must({ name: 'conversations.leave', args: { id, messageId: idOf(11) }, userId: eve })
  const waiting = Array.from({ length: 20 }, (_none, at) => ({
    ...{ n: at + 1, name: 'messages.send' },
    args: { id: idOf(100 + at), conversationId: id, body: paragraph(`Too late ${at}.`) },
  }))
  await eves.push(...waiting)
  await scene.subscriptionManager.caughtUp()
  for (const device of [bens, eves]) await device.settled()
  const refused = waiting.map(({ n }) => ({ n, outcome: 'rejected', error: { code: 'not-found' } }))
  expect(eves.of('result')).toMatchObject(refused)
  expect(JSON.stringify(bens.heard)).not.toContain('Too late')
})
