import { describe, expect, test } from 'vitest'
import { devices } from '#server/sync/device-tables.ts'
import { aCore } from '#server/testing/core.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { ada, aScene, ben, bookmarking, commenting, eve, lives, post, setGroups, thread, voting } from './testing/sync-scene.ts'

describe('mutations', () => {
  test('are answered in their order, and their pages reach their results', async () => {
    const scene = await aScene()
    const device = scene.device(ben)
    await device.hello(thread, `me:${ben}`)
    await device.push({ n: 1, ...commenting(10) }, { n: 2, ...voting(1) }, { n: 3, ...bookmarking() })
    await device.settled()
    expect(device.of('result').map(({ n, outcome }) => [n, outcome])).toEqual([
      [1, 'applied'],
      [2, 'applied'],
      [3, 'applied'],
    ])
    for (const { seq, shapes } of device.of('result')) {
      for (const shape of shapes) if (device.shapes.has(shape)) expect(device.shapes.get(shape)?.cursor).toBeGreaterThanOrEqual(seq)
    }
    expect(device.ids(thread, 'comments')).toEqual([idOf(10)])
  })

  test('sent twice are done once and answered alike; under one number with another content they end the conversation', async () => {
    const scene = await aScene()
    const device = scene.device(ben)
    await device.hello()
    await device.push({ n: 1, ...commenting(10) })
    await device.push({ n: 1, ...commenting(10) })
    await device.settled()
    const [first, second] = device.of('result')
    expect(second).toEqual(first)
    await device.push({ n: 1, ...commenting(11) })
    await device.settled()
    expect(device.closedWith).toBe('corrupt')
    expect(await lives(scene, idOf(11))).toBeUndefined()
    expect(scene.logged).toHaveLength(1)
  })

  test('with one missing are told so once', async () => {
    const scene = await aScene()
    const device = scene.device(ben)
    await device.hello()
    await device.push({ n: 1, ...voting(1) })
    await device.push({ n: 3, ...voting(2) }, { n: 4, ...voting(1) })
    await device.push({ n: 5, ...voting(0) })
    await device.settled()
    expect(device.of('gap')).toEqual([{ t: 'gap', last: 1 }])
    await device.push({ n: 2, ...bookmarking() }, { n: 3, ...voting(2) }, { n: 5, ...voting(0) })
    await device.settled()
    expect(device.of('result').map(({ n }) => n)).toEqual([1, 2, 3])
    expect(device.of('gap')).toHaveLength(2)
  })

  test('that run into a bug are put off, once for all behind them', async () => {
    const core = await aCore()
    let isBroken = true
    const scene = await aScene({
      writer: {
        take: async (request) => {
          if (isBroken && request.numbered.n === 2 && request.isGivenUp !== true) throw new TypeError('a bug')
          if (isBroken && request.numbered.n > 2) return { kind: 'gap', last: 1 }
          return {
            kind: 'result',
            result: {
              t: 'result',
              n: request.numbered.n,
              outcome: 'applied',
              error: null,
              seq: 1,
              shapes: [],
              current: null,
              afterMs: null,
            },
          }
        },
        meet: async () => ({ kind: 'met', lastMutation: 0, open: [], rightsKey: null }),
        acknowledge: async () => undefined,
        onCommit: core.writer.onCommit,
      },
    })
    const device = scene.device(ben)
    await device.hello()
    const mutations = [1, 2, 3, 4].map((n) => ({ n, ...voting(1) }))
    await device.push(...mutations)
    await device.settled()
    expect(device.heard.slice(1).map(({ t }) => t)).toEqual(['result', 'busy'])
    // Once more put off; met a third time it is given up, so that what is behind it goes on.
    await device.push(...mutations.slice(1))
    await device.settled()
    expect(device.of('result').map(({ n }) => n)).toEqual([1])
    await device.push(...mutations.slice(1))
    await device.settled()
    expect(device.of('result').map(({ n }) => n)).toEqual([1, 2])
    isBroken = false
    await device.push(...mutations.slice(2))
    await device.settled()
    expect(device.of('result').map(({ n }) => n)).toEqual([1, 2, 3, 4])
  })

  test('refused as a conflict bring what stands there now', async () => {
    const scene = await aScene()
    const device = scene.device(ben)
    await device.hello()
    await device.push({ n: 1, ...commenting(10) })
    await device.settled()
    await device.push({ n: 2, name: 'comments.edit', args: { id: idOf(10), body: paragraph('Mine'), bodyVersion: 7 } })
    await device.settled()
    expect(device.of('result').at(-1)).toMatchObject({
      outcome: 'rejected',
      error: { code: 'conflict' },
      current: { id: idOf(10), bodyVersion: 1 },
    })
  })

  test('that set a title which another device has set meanwhile are refused with what stands there now', async () => {
    const scene = await aScene()
    const [phone, laptop] = [scene.device(ben), scene.device(ben, 2)]
    const titled = (value: string, base: string) => ({
      name: 'posts.setDetail',
      args: { id: idOf(70), detail: { field: 'title', value, base } },
    })
    await phone.hello()
    await phone.push({ n: 1, name: 'posts.create', args: { id: idOf(70), revisionId: idOf(71), kind: 'post', lang: 'en' } })
    await phone.push({ n: 2, ...titled('Ebb', '') })
    await phone.settled()
    await laptop.hello()
    await laptop.push({ n: 1, ...titled('Flow', '') })
    await laptop.settled()
    const current = { id: idOf(70), title: 'Ebb' }
    expect(laptop.of('result').at(-1)).toMatchObject({ outcome: 'rejected', error: { code: 'conflict', field: 'title' }, current })
    await laptop.push({ n: 2, ...titled('Flow', 'Ebb') })
    await laptop.settled()
    expect(laptop.of('result').at(-1)).toMatchObject({ n: 2, outcome: 'applied' })
  })

  test('cannot be sent in another’s name', async () => {
    const scene = await aScene()
    const device = scene.device(eve)
    await device.hello()
    await device.push({ n: 1, name: 'accounts.setRoles', args: { userId: eve, isAdmin: true, groups: [] } })
    await device.settled()
    expect(device.of('result')).toMatchObject([{ outcome: 'rejected', error: { code: 'not-allowed', reason: 'server-only' } }])
  })

  test('of two tabs of one device are done once each', async () => {
    const scene = await aScene()
    const [one, two] = [scene.device(ben), scene.device(ben)]
    await one.hello()
    await two.hello()
    const mutations = [
      { n: 1, ...commenting(10) },
      { n: 2, ...bookmarking() },
    ]
    await Promise.all([one.push(...mutations), two.push(...mutations)])
    await one.settled()
    await two.settled()
    expect(two.of('result')).toEqual(one.of('result'))
    expect(await scene.core.store.read((read) => read.get(devices, one.id))).toMatchObject({ lastMutation: 2 })
  })
})

describe('the subscription manager', () => {
  test('cuts a link that has said nothing for half a minute', async () => {
    const scene = await aScene()
    const silent = scene.device(eve)
    const alive = scene.device(ben, 2)
    await silent.hello()
    await alive.hello()
    for (let at = 0; at < 34_000; at += 4_000) {
      await alive.say({ t: 'ping' })
      await scene.tick(4_000)
    }
    expect([silent.closedWith, alive.closedWith]).toEqual(['silent', null])
    expect(alive.of('pong').length).toBeGreaterThan(5)
  })

  test('stops sending to whoever does not take it, and lets them go after ten seconds', async () => {
    const scene = await aScene()
    const device = scene.device(eve)
    await device.hello(thread)
    device.buffered = 2_000_000
    await scene.core.must({ ...commenting(10), userId: ben })
    await device.settled()
    expect(device.ids(thread, 'comments')).toEqual([])
    expect(scene.subscriptionManager.counts()).toEqual({ open: 1, lagging: 1 })
    await scene.tick(4_000)
    expect(device.closedWith).toBeNull()
    await scene.tick(4_000)
    await scene.tick(4_000)
    expect(device.closedWith).toBe('slow')
  })

  test('goes on where the reader has caught up again', async () => {
    const scene = await aScene()
    const device = scene.device(eve)
    await device.hello(thread)
    device.buffered = 2_000_000
    await scene.core.must({ ...commenting(10), userId: ben })
    await device.settled()
    device.buffered = 0
    await scene.tick(4_000)
    await device.settled()
    expect(device.ids(thread, 'comments')).toEqual([idOf(10)])
  })

  test('says farewell when it stops, after answering what has come', async () => {
    const scene = await aScene()
    const device = scene.device(ben)
    await device.hello()
    void device.push({ n: 1, ...commenting(10) })
    await scene.subscriptionManager.stop()
    expect(device.heard.map(({ t }) => t)).toEqual(['welcome', 'result', 'bye'])
    expect(device.of('bye')[0]).toMatchObject({ code: 'restart', spreadMs: 1_000 })
    const late = scene.device(eve)
    expect(late.closedWith).toBe('restart')
  })
})

test.each(Array.from({ length: 12 }, (_, n) => n + 1))(
  'devices that come and go amid everything end with what is there (seed %i)',
  async (seed) => {
    const scene = await aScene()
    const random = lcg(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const users = [ada, ben, eve]
    const all = users.flatMap((userId, n) => [scene.device(userId, n * 2, { takes: true }), scene.device(userId, n * 2 + 1)])
    for (const [n, device] of all.entries()) await device.hello(thread, `me:${users[Math.floor(n / 2)] ?? ''}`)
    let made = 100
    const steps: readonly (() => Promise<unknown> | void)[] = [
      () => scene.core.apply({ ...commenting((made += 1)), userId: pick(users), now: T0 + made * 10_000 }),
      () => scene.core.apply({ ...commenting((made += 1)), userId: pick(users), now: T0 + made * 10_000 }),
      () =>
        scene.core.apply({
          name: 'comments.remove',
          args: { id: idOf(101 + Math.floor(random() * (made - 100))), reason: '' },
          userId: pick(users),
        }),
      () =>
        scene.core.apply({ name: 'comments.restore', args: { id: idOf(101 + Math.floor(random() * (made - 100))) }, userId: pick(users) }),
      () => scene.core.apply({ ...bookmarking(post, random() < 0.5), userId: pick(users) }),
      () => scene.core.apply({ ...voting(pick([-1, 0, 1])), userId: pick(users) }),
      () => setGroups(scene, eve, random() < 0.5 ? ['moderators'] : []),
      () => pick(all).settled(),
      () => {
        const device = pick(all)
        device.reconnect()
        void device.hello()
      },
      () => {
        const device = pick(all)
        device.takes = !device.takes
        if (device.takes) void device.say({ t: 'took', pages: 2 })
      },
    ]
    for (let step = 0; step < 80; step += 1) {
      const done = pick(steps)()
      if (random() < 0.5) await done
    }
    await scene.tick(0)
    // Twice: at the first greeting some still hear that their rights have changed.
    for (const _time of [1, 2]) {
      for (const device of all) {
        device.takes = true
        device.reconnect()
        await device.hello()
      }
      for (let turn = 0; turn < 5; turn += 1) await scene.tick(0)
    }
    for (const device of all) {
      expect([device.mismatches, device.closedWith, device.of('reset')]).toEqual([[], null, []])
      expect(device.of('digest').map(({ shape }) => shape)).toContain(thread)
    }
    expect(scene.logged).toEqual([])
  },
)

/** The same numbers for the same seed. */
function lcg(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
