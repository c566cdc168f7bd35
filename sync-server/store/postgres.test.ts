import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/kernel/errors.ts'
import { aNote, notes, testTables } from '#shared/testing/notes.ts'
import { openStore } from './open-store.ts'
import { postgresPlace } from './testing/each-store.ts'
import type { TestPlace } from './testing/each-store.ts'

let place: TestPlace
beforeEach(async () => {
  place = await postgresPlace()
})
afterEach(() => place.remove())

test('servers that start at once on an empty database agree on its tables', async () => {
  const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(place.address, testTables)))
  await Promise.all(stores.map((store, at) => store.write(({ tx }) => tx.put(notes, aNote({ id: `n${at}` })))))
  expect(new Set(stores.map((store) => store.meta.epoch)).size).toBe(1)
  expect(await stores[0]?.journal.position()).toBe(4)
  await Promise.all(stores.map((store) => store.close()))
})

test('a lost connection fails the batch that was on it; the next one finds a new connection', async () => {
  const store = await openStore(place.address, testTables)
  const cut = store.write(async ({ tx }) => {
    await tx.put(notes, aNote({ id: 'lost' }))
    await endConnections()
    await tx.put(notes, aNote({ id: 'lost-too' }))
  })
  await expect(cut).rejects.toMatchObject({ name: 'StoreFailure', kind: 'unavailable' })
  await store.write(({ tx }) => tx.put(notes, aNote({ id: 'kept' })))
  const found = await store.read((read) => read.getMany(notes, ['lost', 'lost-too', 'kept']))
  expect(found.map((note) => note.id)).toEqual(['kept'])
  await store.close()
})

test('a connection that the server ended while nobody used it fails no read', async () => {
  const store = await openStore(place.address, testTables)
  await store.write(({ tx }) => tx.put(notes, aNote({ id: 'kept' })))
  const read = () => store.read((asked) => asked.get(notes, 'kept'))
  for (let n = 0; n < 20; n += 1) {
    await Promise.all([read(), read(), read()])
    await endConnections()
    // At once: the driver has not heard yet that its connections are gone.
    const found = await Promise.all([read(), read(), read()])
    expect(found.map((note) => note?.id)).toEqual(['kept', 'kept', 'kept'])
  }
  await store.close()
})

test('what a transaction that has failed still goes on to ask is refused, and disturbs nobody who has its connection then', async () => {
  const store = await openStore(place.address, testTables)
  await store.write(({ tx }) => tx.put(notes, aNote({ id: 'kept' })))
  const warnings: string[] = []
  const warned = ({ message }: Error): void => void warnings.push(message)
  process.on('warning', warned)
  const late: Promise<unknown>[] = []
  // As `Promise.all` leaves behind what it waited for beside the first that fails.
  const failing = () =>
    store.read(async (read) => {
      const goesOn = async () => {
        for (let n = 0; n < 30; n += 1) await read.get(notes, 'kept')
      }
      late.push(goesOn(), goesOn())
      for (const each of late) each.catch(() => undefined)
      await read.get(notes, 'kept')
      throw new AppError('invalid')
    })
  for (let n = 0; n < 3; n += 1) await expect(failing()).rejects.toMatchObject({ code: 'invalid' })
  await Promise.all(Array.from({ length: 5 }, () => store.read((read) => read.get(notes, 'kept'))))
  const outcomes = await Promise.allSettled(late)
  expect(outcomes.map(({ status }) => status)).toEqual(late.map(() => 'rejected'))
  await store.close()
  // Warnings are told in a turn of their own.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', warned)
  expect(warnings).toEqual([])
})

test('a database that cannot be reached is said to be unavailable', async () => {
  const nowhere = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: '' }
  await expect(openStore(nowhere, testTables)).rejects.toMatchObject({ name: 'StoreFailure', kind: 'unavailable' })
})

/** Of all others on this database. */
async function endConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: place.address.databaseUrl ?? '' })
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}
