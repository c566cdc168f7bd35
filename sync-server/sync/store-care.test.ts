import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/port.ts'
import { sqlitePlace } from '#server/store/testing/each-store.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import type { Tended } from './tend.ts'
import type { Writer } from './writer.ts'
import { devices, mutationResults, resultId } from './device-tables.ts'
import { startStoreCare } from './store-care.ts'
import { wiring } from './testing/numbered-wiring.ts'
import { inProcessWriter } from './writer.ts'

const now = 1_800_000_000_000
const dayMs = 86_400_000

let place: TestPlace
let store: Store
let writer: Writer
beforeEach(async () => {
  place = await sqlitePlace()
  store = await openStore(place.address, wiring.tables)
  writer = inProcessWriter(store, wiring, { clock: () => now, log: () => undefined })
})
afterEach(async () => {
  await writer.close()
  await store.close()
  await place.remove()
})

/** The writer, and a promise of the moment when a round of care has come to its end. */
function watched(tend: Writer['tend']) {
  const steps: (Tended | unknown)[] = []
  const done = Promise.withResolvers<void>()
  return {
    steps,
    done: done.promise,
    tend: async (step: Parameters<Writer['tend']>[0]) => {
      const tended = await tend(step)
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
  const { tend, done, steps } = watched(writer.tend)
  const care = startStoreCare({ tend }, { pauseMs: 0 })
  await done
  await care.stop()
  expect(steps.length).toBeGreaterThan(2)
  const left = await store.read((read) => read.getMany(mutationResults, [resultId('lost', 1), resultId('lost', 1_300)]))
  expect(left).toHaveLength(2)
  const gone = Array.from({ length: count - 1_300 }, (_, at) => resultId('phone', 1_301 + at))
  expect(await store.read((read) => read.getMany(mutationResults, gone))).toEqual([])
})

test('a failure is told, and the next round begins anew', async () => {
  let failures = 1
  const { tend, done } = watched((step) => (failures-- > 0 ? Promise.reject(new Error('planted')) : writer.tend(step)))
  const told: unknown[] = []
  const care = startStoreCare({ tend }, { everyMs: 0, log: (error) => told.push(error) })
  await done
  await care.stop()
  expect(told).toMatchObject([{ message: 'planted' }])
})
