/**
 * What a build of November 2026 has left, from before its names changed: the store of a server, and
 * a device's queue with one mutation of every kind. Recorded by that build; nobody edits it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { deviceMutations, deviceTables } from '#shared/device-registry.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { placeOfFile } from '#server/store/testing/product-store.ts'
import { ada, aScene } from '#server/testing/sync-scene.ts'
import type { QueuedMutation } from '#web/data/device/port.ts'
import { localVersions } from '#web/data/device/local-versions.ts'
import { createCore } from '#web/data/sync/core.ts'
import { memoryDeviceDatabase } from '#web/data/sync/testing/memory-device-store.ts'
import { hourMs } from '#shared/kernel/durations.ts'

interface EarlierDevice {
  readonly queue: readonly QueuedMutation[]
  readonly meta: readonly (readonly [name: string, value: number])[]
  readonly versions: readonly { readonly version: number; readonly stores: Readonly<Record<string, string | null>> }[]
}

const unpacked = async (name: string): Promise<Buffer> => gunzipSync(await readFile(join(import.meta.dirname, name)))
const device = JSON.parse((await unpacked('device.json.gz')).toString()) as EarlierDevice

/** Tables of the product's own, without those of SQLite and of the search index. */
function countsIn(file: string): ReadonlyMap<string, number> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = database.prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`).all()
    return new Map(
      tables.map(({ name }) => [String(name), Number(database.prepare(`select count(*) as n from "${String(name)}"`).get()?.['n'])]),
    )
  } finally {
    database.close()
  }
}

test('a store of an earlier build opens with all its rows, and takes all that a device of that build had queued', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earlier-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'store.sqlite')
  await writeFile(file, await unpacked('store.sqlite.gz'))
  const before = countsIn(file)
  expect(before.size).toBeGreaterThan(80)

  let now = T0 + 400 * hourMs
  const place = await placeOfFile(file)
  const scene = await aScene({ writerClock: () => now, filled: async () => place })
  const after = countsIn(join(place.address.dataDir, 'lyceum.sqlite'))
  expect([...before].filter(([name, count]) => (after.get(name) ?? -1) < count)).toEqual([])

  let ids = 9_500
  const mutation = (name: string) => deviceMutations.find((one) => one.name === name)
  const outcomes: unknown[] = []
  // As many at once as one session takes.
  for (const [n, queue] of [device.queue.slice(0, 40), device.queue.slice(40)].entries()) {
    const store = memoryDeviceDatabase(deviceTables).open()
    await store.write(async (tx) => {
      await tx.queue.put(queue.map((item, at) => ({ ...item, n: at + 1 })))
      await tx.meta.put(device.meta.map(([name, value]) => ({ name, value })))
    })
    const core = createCore({ store, account: ada, mutation, now: () => now, newId: () => idOf((ids += 1)) })
    const { session, hello } = (await core.greet(null)).value
    const line = scene.device(ada, n + 1)
    await line.say(hello)
    await line.settled()
    const [welcome] = line.of('welcome')
    if (welcome === undefined) throw new Error('the server does not welcome this device')
    await core.takeWelcome(session, welcome)
    // An hour between any two, as they were made: no limit of speed is tried here.
    for (const one of (await core.offer(session)).value.mutations) {
      now += hourMs
      await line.push(one)
      await line.settled()
    }
    outcomes.push(...line.of('result').map(({ outcome, error }) => [outcome, error]))
    line.session.closed()
  }
  expect(outcomes).toEqual(device.queue.map(() => ['applied', null]))
})

test('a version of the local database that devices have is never changed', () => {
  const now = localVersions.map(({ version, stores }) => ({ version, stores }))
  expect(now.slice(0, device.versions.length)).toEqual(device.versions.map(({ version, stores }) => ({ version, stores })))
})
