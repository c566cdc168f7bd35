/**
 * The default store: one SQLite file in WAL mode. A commit is fsynced (synchronous=FULL); readers
 * see snapshots and never wait for the writer. Several processes or threads may open one file:
 * SQLite's write lock makes their batches serial.
 */
import { setTimeout as after } from 'node:timers/promises'
import type { Table } from '#shared/kernel/table.ts'
import { sqlite } from './dialect.ts'
import { journalStatements, sqlJournal } from './journal.ts'
import { migrate } from './migrate.ts'
import { StoreFailure } from './port.ts'
import type { Batch, Migration, Store, StoreRead } from './port.ts'
import { newEpoch, prepare, setEpoch } from './ensure-schema.ts'
import { openBatch } from './sql-batch.ts'
import { readingOf, sqlRead } from './sql-read.ts'
import { SqliteSession } from './sqlite-session.ts'
import { statementsFor } from './statements.ts'
import { Turns } from './turns.ts'

interface Reader {
  readonly session: SqliteSession
  readonly read: StoreRead
}

const maxReaders = 16
/** How long a batch waits for another process to commit. */
const lockPatienceMs = 10_000

/** Opens or creates the file and brings it to the declared form. */
export async function sqliteStore(path: string, tables: readonly Table[], migrations: readonly Migration[] = []): Promise<Store> {
  const statements = statementsFor(sqlite)
  const journal = journalStatements(sqlite)
  const reading = readingOf(statements, journal, tables)
  const writer = new SqliteSession(path)
  writer.exec('pragma journal_mode = wal')
  writer.exec('pragma synchronous = full')
  writer.waitElsewhere()
  const turns = new Turns()

  const batch = <T>(work: (batch: Batch, session: SqliteSession) => Promise<T>) =>
    turns.take(async () => {
      await beginImmediate(writer)
      const open = openBatch(writer, reading)
      let value: T
      try {
        value = await work(open, writer)
        await open.finish()
        writer.exec('commit')
      } catch (error) {
        rollBack(writer)
        throw error
      }
      open.announce()
      return value
    })

  const meta = await opened(writer, async () => {
    await beginImmediate(writer)
    try {
      const found = await prepare({ session: writer, dialect: sqlite, tables, knownSchema: migrations.length, newEpoch: newEpoch() })
      writer.exec('commit')
      return found
    } catch (error) {
      rollBack(writer)
      throw error
    }
  })
  const migrated = await opened(writer, () => migrate(batch, sqlite, migrations, meta))

  // A consumer may see entries again after a crash, so its cursor needs no fsync of its own.
  const cursors = new SqliteSession(path)
  cursors.exec('pragma synchronous = normal')
  cursors.exec('pragma wal_autocheckpoint = 0')
  cursors.waitElsewhere()
  const cursorTurns = new Turns()

  const readers: Reader[] = []
  const idle: Reader[] = []
  const waiting: ((reader: Reader) => void)[] = []

  async function lend<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    let reader = idle.pop()
    if (reader === undefined && readers.length < maxReaders) {
      const session = new SqliteSession(path, { readOnly: true })
      reader = { session, read: sqlRead(session, reading) }
      readers.push(reader)
    }
    reader ??= await new Promise<Reader>((resolve) => waiting.push(resolve))
    try {
      return await work(reader)
    } finally {
      const next = waiting.shift()
      if (next === undefined) idle.push(reader)
      else next(reader)
    }
  }

  return {
    meta: migrated,

    read: (work) =>
      lend(async ({ session, read }) => {
        session.exec('begin')
        try {
          return await work(read)
        } finally {
          rollBack(session)
        }
      }),

    write: (work) => batch(work),

    clock: Date.now,

    async renewEpoch() {
      const epoch = newEpoch()
      await batch((_batch, session) => setEpoch(session, sqlite, epoch))
      return epoch
    },

    journal: sqlJournal(
      journal,
      (work) => lend(({ session }) => work(session)),
      (work) =>
        cursorTurns.take(async () => {
          await beginImmediate(cursors)
          try {
            await work(cursors)
            cursors.exec('commit')
          } catch (error) {
            rollBack(cursors)
            throw error
          }
        }),
    ),

    async close() {
      await turns.take(async () => undefined)
      await cursorTurns.take(async () => undefined)
      for (const { session } of readers) session.close()
      cursors.close()
      writer.close()
    },
  }
}

/** Waits for other processes' commits without blocking this thread. */
async function beginImmediate(session: SqliteSession): Promise<void> {
  for (let waited = 0, pause = 1; ; waited += pause, pause = Math.min(pause * 2, 20)) {
    try {
      session.exec('begin immediate')
      return
    } catch (error) {
      const isBusy = error instanceof StoreFailure && error.kind === 'unavailable'
      if (!isBusy || waited > lockPatienceMs) throw error
      await after(pause)
    }
  }
}

function rollBack(session: SqliteSession): void {
  // SQLite rolls some failures back by itself.
  if (session.db.isOpen && session.db.isTransaction) session.exec('rollback')
}

async function opened<T>(session: SqliteSession, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    session.close()
    throw error
  }
}
