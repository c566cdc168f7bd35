/** One side of a copy: a connection by itself, without the store's own rules on top. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { postgres, sqlite } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import type { StoreAddress } from './open-store.ts'
import type { Session } from './session.ts'
import { SqliteSession } from './sqlite-session.ts'

export interface CopyEnd {
  readonly dialect: Dialect
  readonly session: Session
  /** All that is read until it is closed is of one moment. */
  snapshot(): Promise<void>
  /** One transaction: all of it, or nothing. */
  write<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openEnd({ databaseUrl, dataDir }: StoreAddress): Promise<CopyEnd> {
  if (databaseUrl !== null) {
    const [{ default: pg }, { plainNumbers, PostgresSession }] = await Promise.all([import('pg'), import('./postgres-session.ts')])
    const client = new pg.Client({ connectionString: databaseUrl, types: plainNumbers })
    client.on('error', () => undefined)
    await client.connect()
    const session = new PostgresSession(client)
    return end(postgres, session, ['begin isolation level repeatable read read only', 'begin'], () => client.end())
  }
  await mkdir(dataDir, { recursive: true })
  const session = new SqliteSession(join(dataDir, 'lyceum.sqlite'))
  session.exec('pragma journal_mode = wal')
  session.exec('pragma synchronous = full')
  return end(sqlite, session, ['begin', 'begin immediate'], async () => session.close())
}

function end(dialect: Dialect, session: Session, [read, write]: readonly [string, string], close: () => Promise<void>): CopyEnd {
  return {
    dialect,
    session,
    snapshot: () => session.run(read),
    async write(work) {
      await session.run(write)
      try {
        const value = await work()
        await session.run('commit')
        return value
      } catch (error) {
        await session.run('rollback')
        throw error
      }
    },
    close,
  }
}
