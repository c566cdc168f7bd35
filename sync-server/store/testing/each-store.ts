import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { StoreAddress } from '../open-store.ts'
import { newDatabase } from './real-postgres.ts'

/**
 * Where an empty store of one test can be opened, more than once; `remove` after the last has
 * closed.
 */
export interface TestPlace {
  readonly address: StoreAddress
  remove(): Promise<void>
}

export async function sqlitePlace(): Promise<TestPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lyceum-store-'))
  return { address: { databaseUrl: null, dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

export async function postgresPlace(): Promise<TestPlace> {
  const database = await newDatabase(inject('postgresUrl'))
  return { address: { databaseUrl: database.url, dataDir: '' }, remove: () => database.drop() }
}

/** For `describe.each`: both engines. */
export const places = [
  ['SQLite', sqlitePlace],
  ['PostgreSQL', postgresPlace],
] as const
