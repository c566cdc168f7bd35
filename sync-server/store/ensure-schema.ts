/**
 * Brings a database to the form that the declarations ask for: tables, typed columns, indexes and
 * unique keys, back-filled from the bodies. What was built is written down in `meta`, in the same
 * transaction; the next start compares with that. It never changes a body.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ColumnKind, Row, Table } from '#shared/kernel/table.ts'
import { columnOf, columnValues } from './columns.ts'
import { slot, statement } from './dialect.ts'
import type { AnyRow, Dialect } from './dialect.ts'
import { indexName, shapeIndexName, tombstoneIndexName, uniqueName } from './names.ts'
import type { Meta } from './port.ts'
import { textOf } from './session.ts'
import type { Session } from './session.ts'

/** The physical form of one table, as last built. */
interface Built {
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly indexes: readonly (readonly string[])[]
  readonly unique: readonly (readonly string[])[]
  readonly form: number
}

/**
 * Raised when every table is to have something more than its declaration asks for. 2: indexes over
 * shapes and tombstones.
 */
const form = 2

interface Prepare {
  readonly session: Session
  readonly dialect: Dialect
  readonly tables: readonly Table[]
  /** How many data migrations this version of the program knows. */
  readonly knownSchema: number
  readonly newEpoch: string
  /** By the copy itself (copy-store.ts): nobody else opens what is half copied. */
  readonly isCopy?: boolean
}

/**
 * Runs inside one transaction of the caller's. @throws Error when the store is newer than the
 * program.
 */
export async function prepare({
  session,
  dialect,
  tables,
  knownSchema,
  newEpoch,
  isCopy = false,
}: Prepare): Promise<Pick<Meta, 'epoch' | 'schema'>> {
  await createOwnTables(session, dialect)
  const meta = metaTable(session, dialect)
  if (!isCopy && (await meta.get('copy'))?.includes('"underWay"') === true)
    throw new Error('A copy into this store was begun and has not ended: run `npm run store:copy` again with the same source, or empty it.')
  await meta.setIfAbsent('epoch', newEpoch)
  await meta.setIfAbsent('schema', String(knownSchema))
  const schema = Number(await meta.get('schema'))
  if (schema > knownSchema) {
    throw new Error(
      `This store was written by a newer version (data schema ${schema}, this program knows ${knownSchema}): start that version, or restore an older backup.`,
    )
  }
  for (const table of tables) {
    const earlier = await meta.get(`table:${table.name}`)
    const wanted = JSON.stringify({ columns: table.columns, indexes: table.indexes, unique: table.unique, form } satisfies Built)
    if (earlier === wanted) continue
    // Written by this function.
    const built = earlier === undefined ? undefined : (JSON.parse(earlier) as Built)
    await build(session, dialect, table, built)
    await meta.set(`table:${table.name}`, wanted)
  }
  return { epoch: (await meta.get('epoch')) ?? newEpoch, schema }
}

/** A name for this store's history that no other has. */
export function newEpoch(): string {
  return randomBytes(12).toString('base64url')
}

export async function setEpoch(session: Session, dialect: Dialect, epoch: string): Promise<void> {
  await metaTable(session, dialect).set('epoch', epoch)
}

/** Key and value about the store itself. */
export function metaTable(session: Session, { db }: Dialect) {
  const insert = db.insertInto('meta').values({ name: slot('name'), value: slot('value') })
  const get = statement(db.selectFrom('meta').select('value').where('name', '=', slot('name')).compile())
  const set = statement(
    insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql.ref('excluded.value') })).compile(),
  )
  const setIfAbsent = statement(insert.onConflict((conflict) => conflict.column('name').doNothing()).compile())
  return {
    async get(name: string): Promise<string | undefined> {
      const [row] = await session.all(get, { name })
      return row === undefined ? undefined : textOf(row, 'value')
    },
    set: (name: string, value: string) => session.all(set, { name, value }),
    setIfAbsent: (name: string, value: string) => session.all(setIfAbsent, { name, value }),
  }
}

async function createOwnTables(session: Session, { db, types }: Dialect): Promise<void> {
  const create = (name: string) => db.schema.createTable(name).ifNotExists()
  const own = [
    create('meta')
      .addColumn('name', types.id, (column) => column.primaryKey())
      .addColumn('value', types.text, (column) => column.notNull()),
    create('sequencer')
      .addColumn('id', types.integer, (column) => column.primaryKey())
      .addColumn('seq', types.integer, (column) => column.notNull()),
    create('journal')
      .addColumn('seq', types.integer, (column) => column.primaryKey())
      .addColumn('shape', types.text)
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('id', types.text, (column) => column.notNull())
      .addColumn('version', types.integer, (column) => column.notNull())
      .addColumn('op', types.text, (column) => column.notNull())
      .addColumn('keys', types.text, (column) => column.notNull()),
    db.schema
      .createIndex('ix_journal_shape')
      .ifNotExists()
      .on('journal')
      .columns(['shape', 'seq'])
      .where(sql<boolean>`shape is not null`),
    create('consumer_cursor')
      .addColumn('consumer', types.id, (column) => column.primaryKey())
      .addColumn('seq', types.integer, (column) => column.notNull()),
    sql<AnyRow>`insert into sequencer (id, seq) values (1, 0) on conflict (id) do nothing`,
  ]
  for (const one of own) await session.run(one.compile(db).sql)
}

async function build(session: Session, dialect: Dialect, table: Table, built: Built | undefined): Promise<void> {
  const { db, types } = dialect
  const { name } = table
  if (built === undefined) await session.run(createTable(dialect, name))

  const kindsBuilt = built?.columns ?? {}
  const gone = Object.keys(kindsBuilt).filter((field) => kindsBuilt[field] !== table.columns[field])
  const fresh = Object.keys(table.columns).filter((field) => kindsBuilt[field] !== table.columns[field])
  const stays = (fields: readonly string[], declared: readonly (readonly string[])[]) =>
    declared.some((other) => other.join() === fields.join()) && !fields.some((field) => gone.includes(field))
  const dropped = [
    ...(built?.indexes ?? []).filter((fields) => !stays(fields, table.indexes)).map((fields) => indexName(name, fields)),
    ...(built?.unique ?? []).filter((fields) => !stays(fields, table.unique)).map((fields) => uniqueName(name, fields)),
  ]
  for (const index of dropped) await session.run(db.schema.dropIndex(index).ifExists().compile().sql)
  for (const field of gone) await session.run(db.schema.alterTable(name).dropColumn(columnOf(field)).compile().sql)
  for (const field of fresh) {
    const type = types[table.columns[field] ?? 'text']
    await session.run(db.schema.alterTable(name).addColumn(columnOf(field), type).compile().sql)
  }
  if (built !== undefined && fresh.length > 0) await backFill(session, dialect, table, fresh)
  for (const fields of table.indexes)
    await session.run(createIndex(dialect, name, indexName(name, fields), [...fields.map(columnOf), 'id']))
  for (const fields of table.unique) {
    await session.run(createIndex(dialect, name, uniqueName(name, fields), fields.map(columnOf), 'unique'))
  }
  if (table.journal) for (const index of shapeIndexes(dialect, name)) await session.run(index)
}

/**
 * For devices, which fetch by shape, and for those that tidy up. Rows that are neither cost
 * nothing.
 */
function shapeIndexes({ db }: Dialect, table: string): readonly string[] {
  const ofShape = db.schema.createIndex(shapeIndexName(table)).ifNotExists().on(table).columns(['shape', 'id'])
  const tombstones = db.schema.createIndex(tombstoneIndexName(table)).ifNotExists().on(table).columns(['seq'])
  return [
    ofShape.where(sql<boolean>`shape is not null and deleted = 0`).compile().sql,
    tombstones.where(sql<boolean>`deleted = 1`).compile().sql,
  ]
}

function createTable({ db, types }: Dialect, name: string): string {
  const query = db.schema
    .createTable(name)
    .ifNotExists()
    .addColumn('id', types.id, (column) => column.primaryKey())
    .addColumn('seq', types.integer, (column) => column.notNull())
    .addColumn('version', types.integer, (column) => column.notNull())
    .addColumn('scope', types.text, (column) => column.notNull())
    .addColumn('shape', types.text)
    .addColumn('deleted', types.integer, (column) => column.notNull())
    // JSON as text on both engines: jsonb refuses NUL and lone surrogates, which people do paste,
    // and SQL never looks inside.
    .addColumn('body', types.text, (column) => column.notNull())
  return query.compile().sql
}

function createIndex(dialect: Dialect, table: string, name: string, columns: readonly string[], unique?: 'unique'): string {
  const create = unique === undefined ? dialect.db.schema.createIndex(name) : dialect.db.schema.createIndex(name).unique()
  const ordered = columns.map((column) => (unique === undefined ? dialect.order(column, 'ascending') : sql.ref(column)))
  return create
    .ifNotExists()
    .on(table)
    .expression(sql`${sql.join(ordered)}`)
    .where(sql<boolean>`deleted = 0`)
    .compile().sql
}

const rowsAtOnce = 500

async function backFill(session: Session, { db }: Dialect, table: Table, fields: readonly string[]): Promise<void> {
  const columns = fields.map(columnOf)
  const next = statement(
    db
      .selectFrom(table.name)
      .select(['id', 'body'])
      .where('id', '>', slot('after'))
      .where('deleted', '=', sql.lit(0))
      .orderBy('id')
      .limit(sql.lit(rowsAtOnce))
      .compile(),
  )
  const fresh = Object.fromEntries(columns.map((column) => [column, slot(column)]))
  const update = statement(db.updateTable(table.name).set(fresh).where('id', '=', slot('id')).compile())
  for (let after = ''; ;) {
    const rows = await session.all(next, { after })
    for (const row of rows) {
      after = textOf(row, 'id')
      // Bodies are rows of their table; a field newer than the row is absent, and so null.
      const values = columnValues(table, JSON.parse(textOf(row, 'body')) as Row)
      await session.all(update, { ...values, id: after })
    }
    if (rows.length < rowsAtOnce) return
  }
}
