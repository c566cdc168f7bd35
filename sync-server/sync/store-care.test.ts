import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/port.ts'
import { sqlitePlace } from '#server/store/testing/each-store.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import type { Pruned } from './prune.ts'
import type { Writer } from './writer.ts'
import { devices, mutationResults, resultId } from './device-tables.ts'
import { startStoreCare } from './store-care.ts'
import { serverRegistry } from './testing/numbered-registry.ts'
import { inProcessWriter } from './writer.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const now = 1_800_000_000_000

let place: TestPlace
let store: Store
let writer: Writer
beforeEach(async () => {
  place = await sqlitePlace()
  store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  writer = inProcessWriter(store, serverRegistry, { clock: () => now, log: () => undefined })
})
afterEach(async () => {
  await writer.close()
  await store.close()
  await place.remove()
})

/** The writer, and a promise of the moment when a round of care has come to its end. */
function watched(prune: Writer['prune']) {
  const steps: (Pruned | unknown)[] = []
  const done = Promise.withResolvers<void>()
  return {
    steps,
    done: done.promise,
    prune: async (step: Parameters<Writer['prune']>[0]) => {
      const tended = await prune(step)
      steps.push(tended)
      if (tended.next === null && tended.entries === 0) done.resolve()
      return tended
    },
  }
}

test('a round looks at every old answer, however many may go and however many have to stay', async () => {
  const count = 2_600
  await store.write(async ({ tx }) => {
    const common = { schema: 1, rightsKey: '', openNumbers: [], lastSeenAt: now, lastMutation: count, userId: 'ann' }
    await tx.put(devices, { ...common, id: 'lost', ackedUpTo: 0 })
    await tx.put(devices, { ...common, id: 'phone', ackedUpTo: count })
    for (let n = 1; n <= count; n += 1) {
      const deviceId = n <= 1_300 ? 'lost' : 'phone'
      const at = now - 40 * dayMs + n
      const rest = { outcome: 'applied', error: null, shapes: [], madeId: null, payloadHash: '' } as const
      await tx.put(mutationResults, { id: resultId(deviceId, n), deviceId, n, at, ...rest })
    }
  })
  const { prune, done, steps } = watched(writer.prune)
  const care = startStoreCare({ prune }, { pauseMs: 0 })
  await done
  await care.stop()
  expect(steps.length).toBeGreaterThan(2)
  const left = await store.read((read) => read.getMany(mutationResults, [resultId('lost', 1), resultId('lost', 1_300)]))
  expect(left).toHaveLength(2)
  const gone = Array.from({ length: count - 1_300 }, (_, at) => resultId('phone', 1_301 + at))
  expect(await store.read((read) => read.getMany(mutationResults, gone))).toEqual([])
})

test('of a device that was not seen for a year only what stands open is kept, with its count; one that never did anything is forgotten', async () => {
  const yearAgo = now - 366 * dayMs
  const common = { schema: 1, rightsKey: '', openNumbers: [], ackedUpTo: 0, userId: 'ann' }
  await store.write(async ({ tx }) => {
    await tx.put(devices, { ...common, id: 'lost', lastMutation: 3, openNumbers: [2], lastSeenAt: yearAgo })
    await tx.put(devices, { ...common, id: 'away', lastMutation: 1, lastSeenAt: now - 364 * dayMs })
    await tx.put(devices, { ...common, id: 'read only', lastMutation: 0, lastSeenAt: yearAgo })
    await tx.put(devices, { ...common, id: 'read lately', lastMutation: 0, lastSeenAt: now - 364 * dayMs })
    const rest = { error: null, shapes: [], madeId: null, payloadHash: '', at: yearAgo } as const
    for (const [deviceId, n, outcome] of [
      ['lost', 1, 'applied'],
      ['lost', 2, 'later'],
      ['lost', 3, 'rejected'],
      ['away', 1, 'applied'],
      ['nobody’s', 1, 'applied'],
    ] as const)
      await tx.put(mutationResults, { id: resultId(deviceId, n), deviceId, n, outcome, ...rest })
  })
  const { prune, done } = watched(writer.prune)
  const care = startStoreCare({ prune }, { pauseMs: 0 })
  await done
  await care.stop()
  await store.read(async (read) => {
    const left = await read.getMany(devices, ['lost', 'away', 'read only', 'read lately'])
    expect(left).toMatchObject([{ id: 'lost', lastMutation: 3, openNumbers: [2] }, { id: 'away' }, { id: 'read lately' }])
    const answers = await read.getMany(mutationResults, [
      ...[1, 2, 3].map((n) => resultId('lost', n)),
      resultId('away', 1),
      resultId('nobody’s', 1),
    ])
    expect(answers.map(({ id }) => id)).toEqual([resultId('lost', 2), resultId('away', 1)])
  })
})

test('a failure is told, and the next round begins anew', async () => {
  let failures = 1
  const { prune, done } = watched((step) => (failures-- > 0 ? Promise.reject(new Error('planted')) : writer.prune(step)))
  const told: unknown[] = []
  const care = startStoreCare({ prune }, { everyMs: 0, log: (error) => told.push(error) })
  await done
  await care.stop()
  expect(told).toMatchObject([{ message: 'planted' }])
})
