import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase, startPostgres } from '#server/store/testing/real-postgres.ts'
import type { RealPostgres } from '#server/store/testing/real-postgres.ts'
import { aNote, notes, testTables } from '#shared/testing/notes.ts'
import { storeContract } from '#shared/testing/store-contract.ts'
import { DatabaseOnPostgres, openPostgres } from './database-on-postgres.ts'
import { noFaults } from './database.ts'
import { Life } from './life.ts'
import { randomFrom } from './random.ts'
import { goingClock } from './testing/going-clock.ts'

let server: RealPostgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

async function aDatabase() {
  const { url } = await newDatabase(server.url)
  const postgres = await openPostgres(url, testTables, 2)
  const { clockwork, stop } = goingClock()
  const differences: string[] = []
  const database = new DatabaseOnPostgres({
    tables: testTables,
    random: randomFrom('a test'),
    postgres,
    differs: (what) => differences.push(what),
  })
  clockwork.waitFor(database.line)
  const life = new Life('process', clockwork)
  return {
    ...{ url, clockwork, database, differences, life },
    store: database.open(life),
    async close() {
      await database.line.quiet()
      stop()
      await postgres.close()
    },
  }
}

storeContract('the simulation’s database on PostgreSQL', async () => {
  const { store, close, differences } = await aDatabase()
  return {
    read: store.read,
    write: store.write,
    close: async () => {
      await close()
      if (differences.length > 0) throw new Error(differences.join('\n'))
    },
  }
})

test('what a process had not committed when it died is undone, and the next process may write', async () => {
  const { clockwork, database, life, store, differences, close } = await aDatabase()
  void store.write(async ({ tx }) => {
    await tx.put(notes, aNote({ id: 'lost' }))
    life.end()
    await tx.put(notes, aNote({ id: 'never' }))
  })
  const second = database.open(new Life('second', clockwork))
  await second.write(({ tx }) => tx.put(notes, aNote({ id: 'kept' })))
  expect((await second.journal.since(0, 10)).map(({ id }) => id)).toEqual(['kept'])
  expect(await second.read((read) => read.getMany(notes, ['lost', 'never', 'kept']))).toHaveLength(1)
  expect(differences).toEqual([])
  await close()
})

test('a batch that has to run twice is tried again by the real store, and counts once', async () => {
  const { database, store, differences, close } = await aDatabase()
  database.faults = { ...noFaults, runsTwice: 1 }
  let runs = 0
  await store.write(async ({ tx }) => {
    runs += 1
    await tx.put(notes, aNote({ id: 'once' }))
  })
  expect([runs, await store.journal.position(), differences]).toEqual([2, 1, []])
  await close()
})

test('a backup that is restored is what PostgreSQL has, tombstones, journal and cursors too', async () => {
  const { database, store, differences, close } = await aDatabase()
  await store.write(async ({ tx }) => {
    await tx.put(notes, aNote({ id: 'a', title: 'one' }))
    await tx.put(notes, aNote({ id: 'gone' }))
  })
  await store.write(({ tx }) => tx.delete(notes, 'gone'))
  await store.journal.moveCursor('reader', 2)
  const backup = database.state
  await store.write(({ tx }) => tx.put(notes, aNote({ id: 'a', title: 'two' })))
  database.restore(backup)
  expect(await store.read((read) => read.get(notes, 'a'))).toMatchObject({ title: 'one' })
  expect([await store.journal.position(), await store.journal.cursor('reader')]).toEqual([backup.position, 2])
  // Its version goes on from its tombstone's.
  await store.write(({ tx }) => tx.put(notes, aNote({ id: 'gone' })))
  expect((await store.journal.since(3, 10)).map(({ version }) => version)).toEqual([3])
  expect(differences).toEqual([])
  await close()
})

test('an answer that is not that of the database in memory is a difference', async () => {
  const { url, store, differences, close } = await aDatabase()
  await store.write(({ tx }) => tx.put(notes, aNote({ id: 'a', title: 'ours' })))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("update notes set body = replace(body, 'ours', 'another')")
  await client.end()
  expect(await store.read((read) => read.get(notes, 'a'))).toMatchObject({ title: 'another' })
  expect(differences).toEqual([expect.stringMatching(/^process: get notes a: .*another.*ours/u)])
  await close()
})
