import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { serverRegistryOf } from '#server/server-registry.ts'
import { T0 } from '#shared/testing/factories.ts'
import { runMonth } from './moderated-month.ts'

const settings = {
  rateLimitProfile: 'karma',
  siteName: 'Lyceum',
  reviewNewMembers: 'posts',
  smtpUrl: null,
  paymentsCurrency: 'USD',
} as const

/** A month without them would prove nothing. */
const happened = [
  ...['post rejected', 'comment later', 'comment rejected', 'comment of a banned member', 'vote rejected'],
  ...['limits that ended', 'readings of what waits', 'approve', 'snooze', 'dequeue', 'voting', 'ban', 'purge'],
]

test('through a month of floods, brigades and harassment the queue, the limits and the log are as the rules say', async () => {
  const clock = { now: T0 }
  const core = await aCore(() => clock.now, undefined, serverRegistryOf(settings))
  const { faults, counts } = await runMonth('a month', 30, core, clock)
  expect(faults.slice(0, 10)).toEqual([])
  for (const what of happened) expect(counts[what] ?? 0, what).toBeGreaterThan(0)
})
