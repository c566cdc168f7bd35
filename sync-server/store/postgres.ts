/**
 * The store of larger deployments: any number of server nodes on one PostgreSQL (or what speaks its wire and this small SQL subset).
 * Batches are serial across nodes: each locks the sequencer's row first, at READ COMMITTED, so that every later statement sees all that
 * was committed before. SERIALIZABLE would not run more of them side by side, since all move that row; it would only fail and try again.
 */
import pg from 'pg'
import type { Table } from '#shared/kernel/table.ts'
import { postgres } from './dialect.ts'
import { journalStatements, sqlJournal } from './journal.ts'
import { migrate } from './migrate.ts'
import { StoreFailure } from './port.ts'
import type { Batch, Migration, Store } from './port.ts'
import { asFailure, plainNumbers, PostgresSession, RetryBatch } from './postgres-session.ts'
import { newEpoch, prepare, setEpoch } from './prepare.ts'
import { openBatch } from './sql-batch.ts'
import { readingOf, sqlRead } from './sql-read.ts'
import { statementsFor } from './statements.ts'
import { Turns } from './turns.ts'

const mostReaders = 10
const mostTries = 10

/** @param url `postgres://user:password@host/database` */
export async function postgresStore(url: string, tables: readonly Table[], migrations: readonly Migration[] = []): Promise<Store> {
  const statements = statementsFor(postgres)
  const journal = journalStatements(postgres)
  const reading = readingOf(statements, journal, tables)
  const readers = new pg.Pool({ connectionString: url, max: mostReaders, types: plainNumbers })
  const writers = new pg.Pool({ connectionString: url, max: 1, types: plainNumbers })
  // A connection lost while idle is replaced at the next use; without a listener it would end the process.
  for (const pool of [readers, writers]) pool.on('error', () => undefined)
  const turns = new Turns()

  async function lend<T>(pool: pg.Pool, work: (session: PostgresSession) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw asFailure(error)
    })
    let isLost = false
    const lost = () => (isLost = true)
    client.on('error', lost)
    try {
      return await work(new PostgresSession(client))
    } catch (error) {
      isLost ||= isConnectionLost(error)
      throw error
    } finally {
      client.off('error', lost)
      client.release(isLost)
    }
  }

  async function transaction<T>(pool: pg.Pool, begin: string, work: (session: PostgresSession) => Promise<T>): Promise<T> {
    return lend(pool, async (session) => {
      await session.run(begin)
      try {
        const value = await work(session)
        await session.run('commit')
        return value
      } catch (error) {
        if (!isConnectionLost(error)) await session.run('rollback')
        throw error
      }
    })
  }

  const batch = <T>(work: (batch: Batch, session: PostgresSession) => Promise<T>) =>
    turns.take(() =>
      tryAgain(async () => {
        const { open, value } = await transaction(writers, 'begin isolation level read committed', async (session) => {
          if (journal.lock !== undefined) await session.all(journal.lock, {})
          const open = openBatch(session, reading)
          const value = await work(open, session)
          await open.finish()
          return { open, value }
        })
        open.announce()
        return value
      }),
    )

  try {
    const meta = await tryAgain(() =>
      transaction(writers, 'begin isolation level read committed', (session) =>
        prepare({ session, dialect: postgres, tables, knownSchema: migrations.length, newEpoch: newEpoch() }),
      ),
    )
    const migrated = await migrate(batch, postgres, migrations, meta)
    return {
      meta: migrated,
      read: (work) => transaction(readers, 'begin isolation level repeatable read read only', (session) => work(sqlRead(session, reading))),
      write: (work) => batch(work),
      async renewEpoch() {
        const epoch = newEpoch()
        await batch((_batch, session) => setEpoch(session, postgres, epoch))
        return epoch
      },
      journal: sqlJournal(
        journal,
        (work) => lend(readers, work),
        (work) => lend(readers, work).then(() => undefined),
      ),
      async close() {
        await turns.take(async () => undefined)
        await Promise.all([readers.end(), writers.end()])
      },
    }
  } catch (error) {
    await Promise.all([readers.end(), writers.end()])
    throw error
  }
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof StoreFailure && !(error instanceof RetryBatch)
}

/** For engines that ask for it (CockroachDB, YugabyteDB), and for two nodes that create the tables at once. */
async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RetryBatch) || tries >= mostTries) throw error
    }
  }
}
