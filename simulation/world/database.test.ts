import { expect, test } from 'vitest'
import { aNote, notes, testTables } from '#shared/testing/notes.ts'
import { storeContract } from '#shared/testing/store-contract.ts'
import { Database, noteDown } from './database.ts'
import { Life } from './life.ts'
import { randomFrom } from './random.ts'
import { goingClock } from './testing/going-clock.ts'

function aDatabase() {
  const { clockwork, stop } = goingClock()
  const database = new Database(testTables, randomFrom('a test'))
  return { clockwork, database, store: database.open(new Life('process', clockwork)), close: stop }
}

storeContract('the simulation’s database', async () => {
  const { store, close } = aDatabase()
  return {
    read: store.read,
    write: store.write,
    close: async () => {
      close()
    },
  }
})

test('what a process had not committed when it died is gone, and the next process may write', async () => {
  const { clockwork, database, close } = aDatabase()
  const life = new Life('first', clockwork)
  const first = database.open(life)
  void first.write(async ({ tx }) => {
    await tx.put(notes, aNote({ id: 'lost' }))
    life.end()
    await tx.put(notes, aNote({ id: 'never' }))
  })
  const second = database.open(new Life('second', clockwork))
  await second.write(({ tx }) => tx.put(notes, aNote({ id: 'kept' })))
  expect((await second.journal.since(0, 10)).map((entry) => entry.id)).toEqual(['kept'])
  expect(await second.read((read) => read.getMany(notes, ['lost', 'never', 'kept']))).toHaveLength(1)
  close()
})

test('a note goes with the savepoint it was made in', async () => {
  const { database, store, close } = aDatabase()
  await store.write(async ({ tx, savepoint }) => {
    noteDown(tx, 'before')
    await savepoint(async () => {
      noteDown(tx, 'within')
      throw new Error('refused')
    }).catch(() => undefined)
    noteDown(tx, 'after')
  })
  expect(database.state.notes).toEqual(['before', 'after'])
  close()
})

test('a snapshot, and a backup, stays as it was', async () => {
  const { database, store, close } = aDatabase()
  await store.write(({ tx }) => tx.put(notes, aNote({ id: 'a', title: 'one' })))
  const backup = database.state
  const seen = await store.read(async (read) => {
    await store.write(({ tx }) => tx.put(notes, aNote({ id: 'a', title: 'two' })))
    return [await read.get(notes, 'a'), await read.position()]
  })
  expect(seen).toMatchObject([{ title: 'one' }, 1])
  database.restore(backup)
  expect(await store.read((read) => read.get(notes, 'a'))).toMatchObject({ title: 'one' })
  close()
})
