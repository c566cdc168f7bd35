/**
 * The subscription manager of all devices' conversations, with Node's clock and turns and the
 * product's rules.
 */
import { createHash } from 'node:crypto'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SubscriptionManager } from './sync/subscription-manager.ts'
import type { SyncPorts, Timers } from './sync/sync-ports.ts'
import { sessions } from '#shared/accounts/schema.ts'
import { policies } from '#shared/policies.ts'
import { deviceRules } from '#shared/shapes.ts'
import { createSubscriptionManager } from './sync/subscription-manager.ts'
import { serverRegistry } from './server-registry.ts'

type DeviceSubscriptionsOptions = Pick<SyncPorts, 'store' | 'writer' | 'log' | 'build'> &
  Partial<Pick<SyncPorts, 'clock' | 'timers' | 'openSessions'>>

export function deviceSubscriptions(options: DeviceSubscriptionsOptions): SubscriptionManager {
  return createSubscriptionManager({
    viewerOf: serverRegistry.viewerOf,
    openSessions,
    policies,
    rules: deviceRules,
    clock: Date.now,
    timers: nodeTimers,
    hash,
    ...options,
  })
}

export async function openSessions(read: Read, ids: readonly string[], now: number): Promise<ReadonlySet<string>> {
  const open = (await read.getMany(sessions, ids)).filter(({ endedAt, expiresAt }) => endedAt === null && expiresAt > now)
  return new Set(open.map(({ id }) => id))
}

/**
 * 128 bits: two mutations under one number are told apart, and nobody gains by making them alike.
 */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

const nodeTimers: Timers = {
  every(ms, work) {
    const timer = setInterval(work, ms).unref()
    return () => clearInterval(timer)
  },
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  turn: () => new Promise((resolve) => setImmediate(resolve)),
}
