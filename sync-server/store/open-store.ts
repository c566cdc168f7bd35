import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Table } from '#shared/kernel/table.ts'
import type { Migration, Store } from './port.ts'
import { sqliteStore } from './sqlite.ts'

export interface StoreAddress {
  /** `postgres://…`, or `null` for the file in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
}

/**
 * Opens the store that the deployment has chosen, creating and back-filling what the declarations
 * ask for.
 */
export async function openStore(
  { databaseUrl, dataDir }: StoreAddress,
  tables: readonly Table[],
  migrations: readonly Migration[] = [],
): Promise<Store> {
  if (databaseUrl !== null) {
    // Its client library is loaded by those who use it.
    const { postgresStore } = await import('./postgres.ts')
    return postgresStore(databaseUrl, tables, migrations)
  }
  await mkdir(dataDir, { recursive: true })
  return sqliteStore(join(dataDir, 'lyceum.sqlite'), tables, migrations)
}
