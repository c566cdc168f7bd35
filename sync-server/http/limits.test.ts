import { expect, test } from 'vitest'
import { setTimeout as after } from 'node:timers/promises'
import type { Bus } from '#server/nodes/bus.ts'
import { postgresBus } from '#server/nodes/postgres-bus.ts'
import { postgresPlace } from '#server/store/testing/each-store.ts'
import { Limit, limitsOn } from './limits.ts'
import { hourMs, minuteMs } from '#shared/kernel/durations.ts'

test('so many in any span, for each caller; who is refused is told how long, and it is not held against them', () => {
  const limit = new Limit(3, minuteMs)
  for (const at of [0, 10_000, 20_000]) limit.spend('one', at)
  expect(() => limit.spend('one', 30_000)).toThrow(expect.objectContaining({ code: 'rate-limited', retryAfterMs: 30_000 }))
  expect([limit.waitMs('other', 30_000), limit.waitMs('one', 59_999), limit.waitMs('one', 60_000)]).toEqual([0, 1, 0])
  // The first is forgotten, the other two are not.
  expect(limit.take('one', 60_000)).toEqual({ limit: 3, remaining: 0, resetMs: 10_000, isWithin: true })
  expect(limit.take('one', 60_001).isWithin).toBe(false)
})

test('a clock that is set back keeps nobody out for longer than the window', () => {
  const limit = new Limit(1, minuteMs)
  limit.spend('one', hourMs)
  expect(limit.waitMs('one', 0)).toBe(0)
})

test('many uses of one caller take no more room than a few', () => {
  const limit = new Limit(1_000, minuteMs)
  let within = 0
  for (let at = 0; at < 100_000; at += 10) if (limit.take('one', at).isWithin) within += 1
  // A thousand in the first ten seconds, and again after a minute: of each span no more, to a
  // sixtieth.
  expect(within).toBeGreaterThanOrEqual(2_000)
  expect(within).toBeLessThanOrEqual(2_034)
})

test('nodes on one database count together: never more than a twentieth for each behind', async () => {
  const place = await postgresPlace()
  const buses: readonly Bus[] = ['one', 'two', 'three'].map((nodeId) =>
    postgresBus({ url: place.address.databaseUrl ?? '', nodeId, log: () => undefined }),
  )
  try {
    const said: string[] = []
    buses[0]?.hear((heard) => said.push(JSON.stringify(heard)))
    const nodes = buses.map((bus) => limitsOn(bus, Date.now)('looks', 60, minuteMs))
    // Until all hear all: each use of a limit of one is told at once.
    const [probe, ...others] = buses.map((bus) => limitsOn(bus, Date.now)('probe', 1, minuteMs))
    await expect
      .poll(async () => {
        const caller = String(Math.random())
        probe?.count(caller, Date.now())
        await after(20)
        return others.every((other) => other.waitMs(caller, Date.now()) > 0)
      })
      .toBe(true)
    let within = 0
    for (let n = 0; n < 150; n += 1) {
      if (nodes[n % 3]?.take('10.1.2.3', Date.now()).isWithin === true) within += 1
      await after(5)
    }
    expect(within).toBeGreaterThanOrEqual(60)
    expect(within).toBeLessThanOrEqual(60 + 2 * 3)
    // Of whom it was is not said.
    expect(said.some((text) => text.includes('looks'))).toBe(true)
    expect(said.join()).not.toContain('10.1.2.3')
  } finally {
    for (const bus of buses) await bus.close()
    await place.remove()
  }
})
