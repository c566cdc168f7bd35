import { expect, test } from 'vitest'
import { DeviceTrouble } from '../device/port.ts'
import type { ADevice } from './testing/a-device.ts'
import { aDevice, me, page, put, result, thread, welcome } from './testing/a-device.ts'
import { aClient } from './testing/a-line.ts'

async function connected(device: ADevice = aDevice(), options: Parameters<typeof aClient>[1] = {}) {
  await device.core.follow(me, 'own')
  const line = aClient(device, options)
  await line.nudge('start')
  await line.link().answer(welcome())
  return { device, line }
}

test('it says hello with what it holds, and sends nothing before it knows who it is', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  await device.say('a')
  const line = aClient(device)
  await line.nudge('start', 'queue', 'shapes')
  expect(line.link().said).toMatchObject([{ t: 'hello', shapes: [{ id: thread, epoch: '', cursor: 0 }] }])
  expect(line.status()).toMatchObject({ link: 'connecting', via: 'socket' })
  await line.link().answer(page(thread, 0, 5, { puts: [put('r1', 'early')] }))
  expect(device.texts()).toEqual([])
  await line.link().answer(welcome({ now: device.now() + 7_000, build: 'b9' }))
  expect(line.status()).toEqual({ link: 'on', via: 'socket', trouble: null, clockOffset: 7_000, build: 'b9' })
  expect(line.said('push')).toMatchObject([{ mutations: [{ n: 1 }] }])
})

test('one push at a time, the next after the last answer of the one before', async () => {
  const device = aDevice()
  for (let at = 0; at < 120; at += 1) await device.say(`text ${at}`)
  const { line } = await connected(device)
  const pushed = () => line.said('push').map(({ mutations }) => mutations.length)
  expect(pushed()).toEqual([50])
  await line.link().answer(...Array.from({ length: 49 }, (_, at) => result(at + 1, 'applied')))
  await line.nudge('queue', 'visible')
  expect(pushed()).toEqual([50])
  await line.link().answer(result(50, 'applied'))
  await line.link().answer(...Array.from({ length: 50 }, (_, at) => result(at + 51, 'applied')))
  await line.link().answer(...Array.from({ length: 20 }, (_, at) => result(at + 101, 'applied')))
  expect(pushed()).toEqual([50, 50, 20])
  expect(line.said('done')).toEqual([{ t: 'done', upTo: 120 }])
  expect(device.queue()).toEqual([])
})

test('every page is credited, taken in or not', async () => {
  const { line } = await connected()
  await line.link().answer(page(thread, 0, 5), page(thread, 5, 6))
  expect(line.said('took')).toEqual([
    { t: 'took', pages: 1 },
    { t: 'took', pages: 1 },
  ])
})

test('credits do not flood the server: at most 60 frames at once, then 25 a second, put together', async () => {
  const { device, line } = await connected()
  await device.core.follow(thread, 'visited')
  await line.nudge('shapes')
  await line.link().answer(...Array.from({ length: 200 }, (_, at) => page(thread, at, at + 1)))
  expect(line.link().said.length).toBeLessThan(65)
  await line.timers.pass(2_000)
  expect(line.said('took').reduce((sum, { pages }) => sum + pages, 0)).toBe(200)
  expect(line.link().said.length).toBeLessThan(75)
})

test('what is held from now on is followed, what is let go no longer', async () => {
  const { device, line } = await connected()
  await device.core.follow(thread, 'visited')
  await line.nudge('shapes')
  expect(line.said('follow')).toEqual([{ t: 'follow', shapes: [{ id: thread, epoch: '', cursor: 0 }] }])
  await device.core.release([thread])
  await line.nudge('shapes')
  expect(line.said('unfollow')).toEqual([{ t: 'unfollow', shapes: [thread] }])
  await line.nudge('shapes')
  expect(line.link().said.filter(({ t }) => t === 'follow' || t === 'unfollow')).toHaveLength(2)
})

test('what another tab let go and this one visits is let go and followed in this order', async () => {
  const { device, line } = await connected()
  await device.core.follow(thread, 'visited')
  await line.nudge('shapes')
  await line.link().answer(page(thread, 0, 5, { puts: [put('r1', 'one')] }))
  await device.core.release([thread])
  await device.core.follow(thread, 'visited')
  await line.nudge('shapes')
  const said = line.link().said.filter(({ t }) => t === 'follow' || t === 'unfollow')
  expect(said.slice(1)).toEqual([
    { t: 'unfollow', shapes: [thread] },
    { t: 'follow', shapes: [{ id: thread, epoch: '', cursor: 0 }] },
  ])
  await line.link().answer(page(thread, 0, 6, { puts: [put('r1', 'one')] }))
  expect(device.texts()).toEqual(['one'])
})

test('a device that has missed a page greets again, from where it is', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  const { line } = await connected(device)
  await line.link().answer(page(thread, 0, 5), page(thread, 6, 8))
  expect(line.link().isClosed).toBe(true)
  await line.timers.pass(2_000)
  expect(line.link().said).toMatchObject([{ t: 'hello', shapes: [{ id: me }, { id: thread, cursor: 5 }] }])
})

test('where every tab syncs by itself, one whose conversation is over begins another', async () => {
  const { device, line } = await connected()
  // Another tab greets a server that has been set back.
  const other = device.openCore()
  const { session } = (await other.greet(null)).value
  await other.takeWelcome(session, welcome({ epoch: 'e2' }))
  await device.say('a')
  await line.nudge('queue')
  expect(line.link().isClosed).toBe(true)
  await line.timers.pass(2_000)
  await line.link().answer(welcome({ epoch: 'e2' }))
  expect(line.said('push')).toMatchObject([{ mutations: [{ n: 1 }] }])
})

test('a shape that was dropped is not followed again by itself', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  const { line } = await connected(device)
  await line.link().answer({ t: 'reset', shape: thread, epoch: 'e1', why: 'rights' }, { t: 'drop', shape: thread, why: 'gone' })
  await line.nudge('shapes')
  expect(line.said('follow')).toEqual([])
  expect(device.shape(thread)).toBeUndefined()
})

test('R11: a difference is reported, and the shape asked for anew', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  const { line } = await connected(device)
  await line.link().answer(page(thread, 0, 5, { puts: [put('r1', 'one')] }), { t: 'digest', shape: thread, to: 5, count: 7, hash: 'x' })
  expect(line.reports).toEqual(['digest'])
  expect(line.said('unfollow')).toEqual([{ t: 'unfollow', shapes: [thread] }])
  expect(line.said('follow')).toEqual([{ t: 'follow', shapes: [{ id: thread, epoch: 'e1', cursor: 0 }] }])
  await line.link().answer(page(thread, 0, 5, { puts: [put('r2', 'two')] }))
  expect(device.texts()).toEqual(['two'])
})

test('a link on which nothing is heard for 30 seconds is dead, whatever the clock says', async () => {
  const { line } = await connected()
  await line.timers.pass(13_000)
  expect(line.said('ping')).toHaveLength(1)
  await line.link().answer({ t: 'pong', now: 0 })
  await line.timers.pass(29_000)
  expect(line.link().isClosed).toBe(false)
  await line.timers.pass(1_500)
  expect(line.links[0]?.isClosed).toBe(true)
})

test('coming into sight, a link must answer within 5 seconds', async () => {
  const { line } = await connected()
  await line.nudge('visible')
  expect(line.said('ping')).toHaveLength(1)
  await line.timers.pass(5_000)
  expect(line.links[0]?.isClosed).toBe(true)
})

test('told that the network is gone, a link must answer within 5 seconds, and no other is tried', async () => {
  const { line } = await connected()
  await line.nudge('offline')
  await line.timers.pass(4_900)
  await line.link().answer({ t: 'pong', now: 0 })
  await line.timers.pass(5_000)
  expect(line.links[0]?.isClosed).toBe(false)
  await line.nudge('offline')
  await line.timers.pass(5_000)
  expect(line.links[0]?.isClosed).toBe(true)
  expect(line.status().link).not.toBe('on')
})

test('told so while there is no link, it waits as long as it would have', async () => {
  const line = aClient(aDevice())
  await line.nudge('start')
  await line.link().fail()
  await line.nudge('offline')
  expect(line.links).toHaveLength(1)
})

test('failures are followed by pauses that grow, with full jitter', async () => {
  const line = aClient(aDevice(), { random: 1 })
  await line.nudge('start')
  const pauses: number[] = []
  for (let at = 0; at < 2; at += 1) {
    await line.link().fail()
    let waited = 0
    const before = line.links.length
    for (; line.links.length === before; waited += 100) await line.timers.pass(100)
    pauses.push(waited)
  }
  expect(pauses).toEqual([500, 1_000])
  expect(line.status().link).toBe('connecting')
})

test('without an answer to the greeting for 10 seconds the link is given up', async () => {
  const line = aClient(aDevice())
  await line.nudge('start')
  await line.timers.pass(10_000)
  expect(line.links[0]?.isClosed).toBe(true)
})

test('online or in sight it tries at once, and a tick waits for the pause', async () => {
  const line = aClient(aDevice())
  await line.nudge('start')
  await line.link().fail()
  await line.nudge('tick')
  expect(line.links).toHaveLength(1)
  await line.nudge('online')
  expect(line.links).toHaveLength(2)
})

test('a push without an answer for 30 seconds ends the link, and is sent again under the same numbers', async () => {
  const device = aDevice()
  await device.say('a')
  const { line } = await connected(device)
  for (let at = 0; at < 3; at += 1) {
    await line.timers.pass(9_999)
    await line.link().answer({ t: 'pong', now: 0 })
  }
  await line.timers.pass(500)
  expect(line.links.length).toBe(2)
  await line.link().answer(welcome())
  expect(line.said('push')).toMatchObject([{ mutations: [{ n: 1 }] }])
})

test('a gap is followed by a pause, and what was missing', async () => {
  const device = aDevice()
  await device.say('a')
  const { line } = await connected(device)
  await line.link().answer({ t: 'gap', last: 0 })
  expect(line.said('push')).toHaveLength(1)
  await line.timers.pass(500)
  expect(line.said('push')).toHaveLength(2)
})

test('a busy server is left in peace for as long as it says', async () => {
  const device = aDevice()
  await device.say('a')
  const { line } = await connected(device)
  await line.link().answer({ t: 'busy', afterMs: 4_000 })
  await line.nudge('queue')
  await line.timers.pass(5_900)
  expect(line.said('push')).toHaveLength(1)
  await line.timers.pass(200)
  expect(line.said('push')).toHaveLength(2)
})

test('a waiting mutation is sent again when its time has come', async () => {
  const device = aDevice()
  await device.say('a')
  const { line } = await connected(device)
  await line.link().answer(result(1, 'later', { afterMs: 20_000 }))
  expect(line.said('push')).toHaveLength(1)
  device.pass(20_000)
  await line.timers.pass(10_000)
  await line.link().answer({ t: 'pong', now: 0 })
  await line.timers.pass(10_000)
  expect(line.said('push')).toHaveLength(2)
})

test('a queue that does not move for two minutes though the link is on is noticed and said', async () => {
  const device = aDevice()
  await device.say('a')
  const { line } = await connected(device)
  for (let at = 0; at < 5; at += 1) {
    await line.timers.pass(27_000)
    await line.link().answer({ t: 'busy', afterMs: 1_000_000 })
  }
  expect(line.status().trouble).toBe('stuck')
  expect(line.reports).toEqual(['stuck'])
  await line.link().answer(result(1, 'applied'))
  expect(line.status().trouble).toBeNull()
})

test('a restored server is reported, and gets what it has lost', async () => {
  const device = aDevice()
  await device.say('a')
  const { line } = await connected(device)
  await line.link().answer(result(1, 'applied'))
  await line.link().fail()
  await line.timers.pass(1_000)
  await line.link().answer(welcome({ epoch: 'e2', lastMutation: 0 }))
  expect(line.reports).toEqual(['restored'])
  expect(line.said('push')).toMatchObject([{ mutations: [{ n: 1 }] }])
})

test('when its numbers fit no more it takes a new id and comes back', async () => {
  const device = aDevice()
  await device.say('a')
  const line = aClient(device)
  await line.nudge('start')
  const first = line.said('hello')[0]?.device
  await line.link().answer(welcome({ lastMutation: 9 }))
  expect(line.reports).toEqual(['new-id'])
  await line.timers.pass(1_000)
  expect(line.said('hello')[0]?.device).not.toBe(first)
  await line.link().answer(welcome())
  expect(line.said('push')).toMatchObject([{ mutations: [{ n: 1 }] }])
})

test('a former leader stops at its next step', async () => {
  const device = aDevice()
  const term = (await device.core.lead()).value
  const { line } = await connected(device, { term })
  await device.core.lead()
  await line.link().answer(page(thread, 0, 5))
  expect(line.isDeposed()).toBe(true)
  expect(line.link().isClosed).toBe(true)
  expect(line.timers.count).toBe(0)
  await line.nudge('start', 'online')
  expect(line.links).toHaveLength(1)
})

test('a device that cannot store what came says so, and comes back for it', async () => {
  let isFull = false
  const device = aDevice({ beforeCommit: () => (isFull ? Promise.reject(new DeviceTrouble('full')) : undefined) })
  await device.core.follow(thread, 'visited')
  const { line } = await connected(device)
  isFull = true
  await line.link().answer(page(thread, 0, 5, { puts: [put('r1', 'one')] }))
  expect(line.status()).toMatchObject({ link: 'off', trouble: 'device' })
  expect(line.reports).toEqual(['device'])
  isFull = false
  await line.timers.pass(1_000)
  await line.link().answer(welcome(), page(thread, 0, 5, { puts: [put('r1', 'one')] }))
  expect(line.status().trouble).toBeNull()
  expect(device.texts()).toEqual(['one'])
})

test('5,000 mutations leave in order, 50 at a time, and none twice', async () => {
  const device = aDevice()
  await device.core.follow(me, 'own')
  for (let at = 0; at < 5_000; at += 1)
    await device.core.enqueue({ name: 'marks.set', v: 1, args: { target: `t${at}`, value: 1 }, at: 0, key: `mark:t${at}` })
  const { line } = await connected(device)
  const seen: number[] = []
  for (let told = 0; device.queue().length > 0 && told < 200; told += 1) {
    // The pace of the frames.
    await line.timers.pass(200)
    const mutations = line.said('push').at(-1)?.mutations ?? []
    if (mutations[0]?.n === seen.at(-1)) continue
    seen.push(...mutations.map(({ n }) => n))
    const last = seen.at(-1) ?? 0
    await line
      .link()
      .answer(...mutations.map(({ n }) => result(n, 'applied', { seq: n, shapes: [me] })), page(me, last - mutations.length, last))
  }
  expect(seen).toEqual(Array.from({ length: 5_000 }, (_, at) => at + 1))
  expect(device.queue()).toEqual([])
})

test('once stopped it says and hears nothing more', async () => {
  const { device, line } = await connected()
  line.client.stop()
  await device.say('a')
  await line.nudge('queue', 'shapes', 'visible')
  await line.link().answer(page(thread, 0, 5))
  await line.timers.pass(100_000)
  expect(line.links).toHaveLength(1)
  expect(line.said('push')).toEqual([])
  expect(line.status().link).toBe('off')
})
