import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresPlace } from '#server/store/testing/each-store.ts'
import { postgresIndex } from './postgres-index.ts'
import { earlierVersions, indexVersion } from './sqlite-index.ts'

test('a node that starts holds nothing that a change of another node still needs', async () => {
  const { address, remove } = await postgresPlace()
  const url = address.databaseUrl ?? ''
  const first = await postgresIndex(url)
  // As `change` takes them: the state's row, then the documents.
  const changing = new pg.Client({ connectionString: url })
  await changing.connect()
  try {
    await changing.query(`begin; update search_state_${indexVersion} set term = term`)
    const starting = postgresIndex(url)
    const watching = new pg.Client({ connectionString: url })
    await watching.connect()
    const waiting = async () => (await watching.query('select 1 from pg_locks where not granted')).rowCount
    await expect.poll(waiting).toBeGreaterThan(0)
    await watching.end()
    await changing.query(`set local lock_timeout = '200ms'`)
    await changing.query(`delete from search_docs_${indexVersion} where id = 'nothing'`)
    await changing.query('commit')
    await (await starting).close()
  } finally {
    await changing.end()
    await first.close()
    await remove()
  }
})

test('a node that starts takes away an index of an earlier version in the order in which a node of that version writes it', async () => {
  const { address, remove } = await postgresPlace()
  const url = address.databaseUrl ?? ''
  const [earlier] = earlierVersions
  const older = new pg.Client({ connectionString: url })
  await older.connect()
  await older.query(`create table search_docs_${earlier} (id text); create table search_state_${earlier} (term integer)`)
  try {
    // A change of the older node: the state's row, then the documents.
    await older.query(`begin; update search_state_${earlier} set term = term`)
    const starting = postgresIndex(url)
    const watching = new pg.Client({ connectionString: url })
    await watching.connect()
    const waiting = async () => (await watching.query('select 1 from pg_locks where not granted')).rowCount
    await expect.poll(waiting).toBeGreaterThan(0)
    await watching.end()
    await older.query(`set local lock_timeout = '200ms'`)
    await older.query(`delete from search_docs_${earlier} where id = 'nothing'`)
    await older.query('commit')
    await (await starting).close()
  } finally {
    await older.end()
    await remove()
  }
})

test('a connection that is cut while a change waits fails that change alone, and the next one has another', async () => {
  const { address, remove } = await postgresPlace()
  const url = address.databaseUrl ?? ''
  const index = await postgresIndex(url)
  const holding = new pg.Client({ connectionString: url })
  await holding.connect()
  const uncaught: string[] = []
  const note = (error: Error) => void uncaught.push(error.message)
  process.on('uncaughtExceptionMonitor', note)
  try {
    await holding.query(`begin; update search_state_${indexVersion} set term = term`)
    const cut = index.moveCursor(1).catch((error: unknown) => error)
    const terminated = async () =>
      (await holding.query('select pg_terminate_backend(pid) from pg_locks where not granted and pid <> pg_backend_pid()')).rowCount
    await expect.poll(terminated).toBeGreaterThan(0)
    expect(await cut).toBeInstanceOf(Error)
    await holding.query('rollback')
    await index.moveCursor(2)
    expect([(await index.state()).cursor, uncaught]).toEqual([2, []])
  } finally {
    process.off('uncaughtExceptionMonitor', note)
    await holding.end()
    await index.close()
    await remove()
  }
})
