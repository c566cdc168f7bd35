import * as z from 'zod/mini'
import { MigrationRun } from '#shared/kernel/migration-runs.ts'
import type { MigrationState } from '#shared/kernel/migration-runs.ts'
import type { Dialect } from './dialect.ts'
import type { Batch, Meta, Migration } from './port.ts'
import { metaTable } from './ensure-schema.ts'
import type { Session } from './session.ts'

type Write = (work: (batch: Batch, session: Session) => Promise<void>) => Promise<void>

/** Of one migration; those before were the same again. */
const maxRuns = 20
const maxFailure = 500

/**
 * Runs the data migrations that a store has not seen, oldest first, each in one transaction with
 * its mark. The lease is the store's own write lock, asked again inside: of several nodes that
 * start at once one does the work, and a crash leaves no half. A failure is noted afterwards.
 */
export async function migrate(
  write: Write,
  dialect: Dialect,
  migrations: readonly Migration[],
  meta: Pick<Meta, 'epoch' | 'schema'>,
): Promise<Meta> {
  for (const [at, migration] of migrations.entries()) {
    if (at < meta.schema) continue
    const begunAt = Date.now()
    const run = (failure: string | null): MigrationRun => ({ at: begunAt, tookMs: Date.now() - begunAt, failure })
    try {
      await write(async (batch, session) => {
        const own = metaTable(session, dialect)
        if (Number(await own.get('schema')) > at) return
        await migration.run(batch)
        await own.set('schema', String(at + 1))
        await note(session, dialect, migration, run(null))
      })
    } catch (error) {
      const words = (error instanceof Error ? error.message : String(error)).slice(0, maxFailure).toWellFormed()
      // Where the store itself is at fault nothing can be noted, and the fault is what counts.
      await write((_batch, session) => note(session, dialect, migration, run(words))).catch(() => undefined)
      throw error
    }
  }
  return { ...meta, schema: migrations.length, migrations: await statesOf(write, dialect, migrations) }
}

const keyOf = ({ name }: Migration): string => `migration:${name}`

async function runsOf(session: Session, dialect: Dialect, migration: Migration): Promise<readonly MigrationRun[]> {
  const stored = await metaTable(session, dialect).get(keyOf(migration))
  return stored === undefined ? [] : z.array(MigrationRun).parse(JSON.parse(stored))
}

async function note(session: Session, dialect: Dialect, migration: Migration, run: MigrationRun): Promise<void> {
  const runs = [...(await runsOf(session, dialect, migration)), run].slice(-maxRuns)
  await metaTable(session, dialect).set(keyOf(migration), JSON.stringify(runs))
}

async function statesOf(write: Write, dialect: Dialect, migrations: readonly Migration[]): Promise<readonly MigrationState[]> {
  // A write for nothing would take the store's lock at every start.
  if (migrations.length === 0) return []
  let states: readonly MigrationState[] = []
  await write(async (_batch, session) => {
    const found: MigrationState[] = []
    for (const migration of migrations) found.push({ name: migration.name, runs: await runsOf(session, dialect, migration) })
    states = found
  })
  return states
}
