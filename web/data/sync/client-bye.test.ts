import { expect, test } from 'vitest'
import type { ServerMessage } from '#shared/sync/protocol.ts'
import type { ADevice } from './testing/a-device.ts'
import { aDevice, me, welcome } from './testing/a-device.ts'
import { aClient } from './testing/a-line.ts'

const bye = (code: Extract<ServerMessage, { t: 'bye' }>['code'], afterMs = 0, spreadMs = 0): ServerMessage => ({
  t: 'bye',
  code,
  afterMs,
  spreadMs,
})

async function connected(device: ADevice = aDevice(), options: Parameters<typeof aClient>[1] = {}) {
  await device.core.follow(me, 'own')
  const line = aClient(device, options)
  await line.nudge('start')
  await line.link().answer(welcome())
  return { device, line }
}

test('a session that ended waits for the same account, and nothing is sent meanwhile', async () => {
  const device = aDevice()
  await device.say('a')
  const line = aClient(device)
  await line.nudge('start')
  await line.link().answer(bye('auth'))
  expect(line.status()).toMatchObject({ link: 'auth', trouble: null })
  await line.nudge('visible', 'tick')
  await line.timers.pass(50_000)
  expect(line.links).toHaveLength(1)
  await line.timers.pass(20_000)
  await line.nudge('visible')
  expect(line.links).toHaveLength(2)
  await line.link().answer(bye('auth'))
  await line.nudge('signed-in')
  await line.link().answer(welcome())
  expect(line.status().link).toBe('on')
  expect(line.said('push')).toHaveLength(1)
})

test('an administrator ends the session while something is on its way: all of it stays, and goes out once after signing in again', async () => {
  const { device, line } = await connected()
  await device.say('on its way')
  await line.nudge('queue')
  expect(line.said('push')).toHaveLength(1)
  const [sent] = device.queue()
  // Nobody has said what became of it.
  await line.link().answer(bye('auth'))
  await device.say('said afterwards')
  await line.nudge('queue', 'visible')
  expect(line.status()).toMatchObject({ link: 'auth', trouble: null })
  expect([line.links.length, device.queue().length]).toEqual([1, 2])
  await line.nudge('signed-in')
  await line.link().answer(welcome())
  expect(line.status().link).toBe('on')
  const again = line.said('push').flatMap(({ mutations }) => mutations)
  expect(again.map(({ n }) => n)).toEqual(device.queue().map(({ n }) => n))
  // Under its first number the server knows it again, should it have been taken.
  expect(again[0]?.n).toBe(sent?.n)
})

test('a greeting made before the sign-in does not close the door behind it', async () => {
  const line = aClient(aDevice())
  await line.nudge('start')
  const early = line.link()
  await line.nudge('signed-in')
  await early.answer(bye('auth'))
  expect(early.isClosed).toBe(true)
  await line.link().answer(welcome())
  expect(line.status().link).toBe('on')
})

test('with another account signed in nothing is sent', async () => {
  const device = aDevice()
  await device.say('a')
  const line = aClient(device)
  await line.nudge('start')
  await line.link().answer(welcome({ viewer: { kind: 'visitor' } }))
  expect(line.status()).toMatchObject({ link: 'auth', trouble: 'account' })
  expect(line.said('push')).toEqual([])
  await line.nudge('signed-in')
  await line.link().answer(bye('account'))
  expect(line.status()).toMatchObject({ link: 'auth', trouble: 'account' })
})

test('an app that is too old keeps its queue and says so', async () => {
  const device = aDevice()
  await device.say('a')
  const line = aClient(device)
  await line.nudge('start')
  await line.link().answer(bye('version'))
  await line.timers.pass(200_000)
  expect(line.status().link).toBe('old')
  expect(line.links).toHaveLength(1)
  expect(device.queue()).toHaveLength(1)
})

test('a number used twice is reported and ends the use of the id; the second time within a day the sending stops', async () => {
  const device = aDevice()
  await device.say('a')
  const { line } = await connected(device)
  await line.link().answer(bye('corrupt'))
  await line.timers.pass(1_000)
  await line.link().answer(welcome())
  expect(line.said('push')).toHaveLength(1)
  await line.link().answer(bye('corrupt'))
  await line.timers.pass(2_000)
  await line.link().answer(welcome())
  expect(line.reports).toEqual(['corrupt', 'corrupt'])
  expect(line.status()).toMatchObject({ link: 'on', trouble: 'corrupt' })
  expect(line.said('push')).toEqual([])
  expect(device.queue()).toHaveLength(1)
})

test('a restarting server is not met by all at once', async () => {
  const { line } = await connected(aDevice(), { random: 1 })
  await line.link().answer(bye('restart', 1_000, 8_000))
  await line.timers.pass(8_900)
  expect(line.links).toHaveLength(1)
  await line.timers.pass(200)
  expect(line.links).toHaveLength(2)
})

test('who was too fast, or not understood, comes back late', async () => {
  for (const code of ['flood', 'malformed'] as const) {
    const { line } = await connected(aDevice(), { random: 1 })
    await line.link().answer(bye(code))
    await line.timers.pass(29_000)
    expect(line.links).toHaveLength(1)
    await line.timers.pass(1_100)
    expect(line.links).toHaveLength(2)
  }
})
