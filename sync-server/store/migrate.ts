import type { Dialect } from './dialect.ts'
import type { Batch, Meta, Migration } from './port.ts'
import { metaTable } from './ensure-schema.ts'
import type { Session } from './session.ts'

/**
 * Runs the data migrations that a store has not seen, oldest first, each in one transaction with
 * its mark. The lease is the store's own write lock, asked again inside: of several nodes that
 * start at once one does the work, and a crash leaves no half.
 */
export async function migrate(
  write: (work: (batch: Batch, session: Session) => Promise<void>) => Promise<void>,
  dialect: Dialect,
  migrations: readonly Migration[],
  meta: Meta,
): Promise<Meta> {
  for (const [at, migration] of migrations.entries()) {
    if (at < meta.schema) continue
    await write(async (batch, session) => {
      const own = metaTable(session, dialect)
      if (Number(await own.get('schema')) > at) return
      await migration.run(batch)
      await own.set('schema', String(at + 1))
    })
  }
  return { ...meta, schema: migrations.length }
}
