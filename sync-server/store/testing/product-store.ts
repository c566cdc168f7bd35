/**
 * Empty stores with all tables of the product, copied from a template that the first test of a run
 * builds: declaring ninety tables takes 0.2 s on SQLite and 1 s on PostgreSQL, a copy a tenth of
 * it.
 */
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { inject } from 'vitest'
import { serverRegistry } from '#server/server-registry.ts'
import { openStore } from '../open-store.ts'
import { newEpoch } from '../ensure-schema.ts'
import { postgresPlace, sqlitePlace } from './each-store.ts'
import type { TestPlace } from './each-store.ts'
import { newDatabase } from './real-postgres.ts'

const fileName = 'lyceum.sqlite'

/** An empty store of the product in a SQLite file, of an epoch of its own. */
export const productPlace = async (): Promise<TestPlace> => placeOfFile(await sqliteTemplate())

/** A copy of a store's file, of an epoch of its own. */
export async function placeOfFile(template: string): Promise<TestPlace> {
  const place = await sqlitePlace()
  const copy = join(place.address.dataDir, fileName)
  await copyFile(template, copy)
  const file = new DatabaseSync(copy)
  file.exec('pragma synchronous = off')
  file.prepare(`update meta set value = ? where name = 'epoch'`).run(newEpoch())
  file.close()
  return place
}

/** An empty store of the product on PostgreSQL, of an epoch of its own. */
export async function productPostgresPlace(): Promise<TestPlace> {
  const database = await newDatabase(inject('postgresUrl'), await postgresTemplate())
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`update meta set value = $1 where name = 'epoch'`, [newEpoch()])
  await client.end()
  return { address: { databaseUrl: database.url, dataDir: '' }, remove: () => database.drop() }
}

/** For `describe.each`: both engines. */
export const productPlaces = [
  ['SQLite', productPlace],
  ['PostgreSQL', productPostgresPlace],
] as const

async function sqliteTemplate(): Promise<string> {
  const folder = inject('storeTemplates')
  const template = join(folder, fileName)
  if (existsSync(template)) return template
  // Two files of tests may begin at once: each builds one, and the later takes the other's place.
  const building = await mkdtemp(join(folder, 'building-'))
  await (await openStore({ databaseUrl: null, dataDir: building }, serverRegistry.tables, serverRegistry.migrations)).close()
  await rename(join(building, fileName), template)
  await rm(building, { recursive: true })
  return template
}

const templateDatabase = 'product_template'
const templateLock = 4_711

async function postgresTemplate(): Promise<string> {
  const url = inject('postgresUrl')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const isThere = async (): Promise<boolean> => {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [templateDatabase])
      return rowCount === 1
    }
    if (await isThere()) return templateDatabase
    await client.query('select pg_advisory_lock($1)', [templateLock])
    if (await isThere()) return templateDatabase
    // It gets its name when it is whole.
    const place = await postgresPlace()
    await (await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)).close()
    const built = new URL(place.address.databaseUrl ?? '').pathname.slice(1)
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [built])
    await client.query(`alter database ${built} rename to ${templateDatabase}`)
    return templateDatabase
  } finally {
    // The lock goes with the connection.
    await client.end()
  }
}
