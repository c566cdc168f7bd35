import { expect, test } from 'vitest'
import { aDevice, me, page, result, welcome } from './testing/a-device.ts'
import { aClient } from './testing/a-line.ts'

test('after three websockets that were never answered, requests are tried, and the websocket again every five minutes', async () => {
  const device = aDevice()
  await device.core.follow(me, 'own')
  await device.say('a')
  const line = aClient(device)
  await line.nudge('start')
  for (let at = 0; at < 3; at += 1) {
    await line.link().fail()
    if (at < 2) await line.timers.pass(1_000)
  }
  expect(line.links.map(({ kind }) => kind)).toEqual(['socket', 'socket', 'socket', 'post'])
  await line.link().answer(welcome(), page(me, 0, 4))
  expect(line.status()).toMatchObject({ link: 'on', via: 'post' })
  // One request at a time: what is new first, then the mutations.
  expect(line.link().said.map(({ t }) => t)).toEqual(['hello', 'hello'])
  await line.link().answer(welcome())
  expect(line.link().said.map(({ t }) => t)).toEqual(['hello', 'hello', 'hello', 'push'])
  await line.link().answer(welcome(), result(1, 'applied'))
  expect(device.queue()).toEqual([])
  await line.nudge('shapes')
  expect(line.link().said.at(-1)).toMatchObject({ t: 'hello', shapes: [{ id: me, cursor: 4 }] })
  await line.link().answer(welcome())
  await line.timers.pass(15_000)
  expect(line.link().said.filter(({ t }) => t === 'hello')).toHaveLength(5)
  await line.link().answer(welcome())
  for (let at = 0; at < 20 && line.link().kind === 'post'; at += 1) {
    await line.timers.pass(15_000)
    if (line.link().kind === 'post') await line.link().answer(welcome())
  }
  expect(line.link().kind).toBe('socket')
  await line.link().fail()
  expect(line.link().kind).toBe('post')
})

test('when neither way works it goes on with websockets, after pauses', async () => {
  const line = aClient(aDevice())
  await line.nudge('start')
  for (let at = 0; at < 6; at += 1) {
    await line.link().fail()
    await line.timers.pass(9_000)
  }
  expect(line.links.slice(0, 6).map(({ kind }) => kind)).toEqual(['socket', 'socket', 'socket', 'post', 'socket', 'post'])
})

test('a request whose answer got lost is made again', async () => {
  const device = aDevice()
  await device.say('a')
  const line = aClient(device)
  await line.nudge('start')
  for (let at = 0; at < 3; at += 1) {
    await line.link().fail()
    if (at < 2) await line.timers.pass(1_000)
  }
  await line.link().answer(welcome())
  expect(line.said('push')).toHaveLength(1)
  await line.link().answer(welcome())
  expect(line.said('push')).toHaveLength(2)
})
