import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { PostgresSession } from './postgres-session.ts'

test('a connection is asked one thing at a time, though several are wanted at once', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  let asked = 0
  let most = 0
  const query = client.query.bind(client) as (asked: unknown) => Promise<pg.QueryResult>
  const counted = async (question: unknown) => {
    most = Math.max(most, (asked += 1))
    return query(question).finally(() => (asked -= 1))
  }
  const session = new PostgresSession(Object.assign(client, { query: counted }))
  const statement = { text: 'select 1 as n', slots: [] }
  const answers = await Promise.all([session.all(statement, {}), session.run('select 2'), session.all(statement, {})])
  expect(answers).toEqual([[{ n: 1 }], undefined, [{ n: 1 }]])
  expect(most).toBe(1)
  await client.end()
})
