import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresPlace } from '#server/store/testing/each-store.ts'
import { postgresIndex } from './postgres-index.ts'
import { indexVersion } from './sqlite-index.ts'

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
