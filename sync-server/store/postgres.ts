/**
 * The store of larger deployments: any number of server nodes on one PostgreSQL (or what speaks its
 * wire and this small SQL subset). Batches are serial across nodes: each locks the sequencer's row
 * first, at READ COMMITTED, so that every later statement sees all that was committed before.
 * SERIALIZABLE would not run more of them side by side, since all move that row; it would only fail
 * and try again.
 */
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import type { Table } from '#shared/kernel/table.ts'
import { postgres } from './dialect.ts'
import { journalStatements, sqlJournal } from './journal.ts'
import { migrate } from './migrate.ts'
import { StoreFailure } from './port.ts'
import type { Batch, Migration, Store } from './port.ts'
import { asFailure, isEndedByServer, plainNumbers, PostgresSession, RetryBatch } from './postgres-session.ts'
import { newEpoch, prepare, setEpoch } from './ensure-schema.ts'
import { followClock } from './postgres-clock.ts'
import { openBatch } from './sql-batch.ts'
import { readingOf, sqlRead } from './sql-read.ts'
import { statementsFor } from './statements.ts'
import { Turns } from './turns.ts'

const maxReaders = 10
const maxTries = 10
/** A connection that is cut without a word is noticed by asking, not by waiting. */
const reach = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
/**
 * A node that is frozen in its transaction would hold up every writer: the database ends it after
 * `idle…`. The others wait for their turn much longer than that: to give up while there is only
 * much to do would make it more.
 */
const writing = { idle_in_transaction_session_timeout: 10_000, lock_timeout: 60_000, query_timeout: 20_000 } as const
/** Of the one statement that waits for others. */
const turnWithinMs = 65_000
const readingLimits = { idle_in_transaction_session_timeout: 60_000, query_timeout: 20_000 } as const
/** Waits no longer than that for connections to say goodbye. */
const farewellMs = 2_000

/** @param url `postgres://user:password@host/database` */
export async function postgresStore(url: string, tables: readonly Table[], migrations: readonly Migration[] = []): Promise<Store> {
  const statements = statementsFor(postgres)
  const journal = journalStatements(postgres)
  const reading = readingOf(statements, journal, tables)
  const common = { connectionString: url, types: plainNumbers, ...reach }
  const readers = new pg.Pool({ ...common, max: maxReaders, ...readingLimits })
  const writers = new pg.Pool({ ...common, max: 1, ...writing })
  // Making tables and indexes may take its time, and so may waiting for another node that does.
  const makers = new pg.Pool({ ...common, max: 1 })
  // A connection lost while idle is replaced at the next use; without a listener it would end the
  // process.
  for (const pool of [readers, writers, makers]) pool.on('error', () => undefined)
  const turns = new Turns()
  const end = (...pools: readonly pg.Pool[]): Promise<unknown> =>
    Promise.race([Promise.all(pools.map((pool) => pool.end())), after(farewellMs, undefined, { ref: false })])

  async function lend<T>(pool: pg.Pool, work: (session: PostgresSession) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw asFailure(error)
    })
    let isLost = false
    const lost = () => (isLost = true)
    client.on('error', lost)
    const session = new PostgresSession(client)
    try {
      return await work(session)
    } catch (error) {
      isLost ||= isConnectionLost(error)
      throw error
    } finally {
      const ended = session.end()
      // One that is lost may never answer what is still being asked.
      if (!isLost) await ended
      client.off('error', lost)
      client.release(isLost)
    }
  }

  /**
   * A connection that the server ended while it lay idle (a restart, an administrator) says so only
   * when it is used: nothing has been done yet, so another is taken, as often as there are such.
   */
  async function transaction<T>(pool: pg.Pool, begin: string, work: (session: PostgresSession) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      let hasBegun = false
      try {
        return await lend(pool, async (session) => {
          await session.run(begin)
          hasBegun = true
          try {
            const value = await work(session)
            await session.run('commit')
            return value
          } catch (error) {
            if (!isConnectionLost(error)) await session.run('rollback')
            throw error
          }
        })
      } catch (error) {
        if (hasBegun || !isEndedByServer(error) || tries >= maxReaders) throw error
      }
    }
  }

  const batch = <T>(work: (batch: Batch, session: PostgresSession) => Promise<T>, pool = writers) =>
    turns.take(() =>
      tryAgain(async () => {
        const { open, value } = await transaction(pool, 'begin isolation level read committed', async (session) => {
          if (journal.lock !== undefined) await session.all(journal.lock, {}, turnWithinMs)
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
      transaction(makers, 'begin isolation level read committed', (session) =>
        prepare({ session, dialect: postgres, tables, knownSchema: migrations.length, newEpoch: newEpoch() }),
      ),
    )
    const migrated = await migrate((work) => batch(work, makers), postgres, migrations, meta)
    void end(makers)
    const clock = await followClock((session) => lend(readers, session))
    return {
      meta: migrated,
      clock: clock.now,
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
        clock.stop()
        await turns.take(async () => undefined)
        await end(readers, writers)
      },
    }
  } catch (error) {
    await end(readers, writers, makers)
    throw error
  }
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof StoreFailure && !(error instanceof RetryBatch)
}

/**
 * For engines that ask for it (CockroachDB, YugabyteDB), and for two nodes that create the tables
 * at once.
 */
async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RetryBatch) || tries >= maxTries) throw error
    }
  }
}
