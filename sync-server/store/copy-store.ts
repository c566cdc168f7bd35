/**
 * A whole store into another one, of either engine: rows as they stand, tombstones, journal,
 * cursors, epoch. What is the same there already stays, so that a copy that was cut short goes on,
 * and a second one brings only what has changed since. In the end both are read once more and
 * compared by digests. It reads one moment of the source, which may go on meanwhile. Nothing may
 * write to the target.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ColumnKind, Table } from '#shared/kernel/table.ts'
import { columnOf } from './columns.ts'
import type { CopyEnd } from './copy-end.ts'
import { slot, statement } from './dialect.ts'
import type { AnyRow } from './dialect.ts'
import { metaTable, newEpoch, prepare } from './ensure-schema.ts'
import { numberOf, textOf } from './session.ts'
import type { SqlRow, SqlValue } from './session.ts'

export interface CopyReport {
  readonly epoch: string
  /** Of the source's journal, at the moment that was copied. */
  readonly position: number
  readonly rows: number
  readonly brought: number
  readonly removed: number
  /** Of everything, the same on both sides. */
  readonly digest: string
}

export interface CopyStep {
  readonly step: 'copy' | 'compare'
  readonly table: string
  readonly done: number
}

/** Why nothing was copied, in a sentence for the operator. */
export class CopyRefused extends Error {}

type SqlType = 'text' | 'bigint' | 'double precision'

/** What is copied, as SQL has it. */
interface Form {
  readonly name: string
  readonly key: string
  readonly columns: Readonly<Record<string, SqlType>>
  /** Of two rows with one key: the same here, the same altogether. */
  readonly stamp: readonly string[]
}

const columnTypes: Readonly<Record<ColumnKind, SqlType>> = { text: 'text', number: 'double precision', boolean: 'bigint' }
const ownColumns = { id: 'text', seq: 'bigint', version: 'bigint', scope: 'text', shape: 'text', deleted: 'bigint', body: 'text' } as const
const journalForm: Form = {
  name: 'journal',
  key: 'seq',
  columns: { seq: 'bigint', shape: 'text', kind: 'text', id: 'text', version: 'bigint', op: 'text', keys: 'text' },
  stamp: ['id', 'version'],
}

function formOf({ name, columns, journal }: Table): Form {
  const own = Object.fromEntries(Object.entries(columns).map(([field, kind]) => [columnOf(field), columnTypes[kind]]))
  // Without a journal a row may go and come again at one position of it.
  return { name, key: 'id', columns: { ...ownColumns, ...own }, stamp: journal ? ['seq', 'version'] : ['seq', 'version', 'body'] }
}

const Mark = z.object({ state: z.enum(['underWay', 'done']), epoch: z.string(), position: z.number() })
type Mark = z.infer<typeof Mark>

/** Of a page; one row may be larger. */
const maxRows = 500
const maxBytes = 8_000_000

interface CopyOptions {
  readonly from: CopyEnd
  readonly to: CopyEnd
  readonly tables: readonly Table[]
  /** How many data migrations this program knows; the source has them behind it. */
  readonly knownSchema: number
  readonly onStep?: (step: CopyStep) => void
}

/** @throws CopyRefused when the target holds something else, or what was copied is not the same. */
export async function copyStore({ from, to, tables, knownSchema, onStep = () => undefined }: CopyOptions): Promise<CopyReport> {
  await to.write(() => prepare({ ...to, tables, knownSchema, newEpoch: newEpoch(), isCopy: true }))
  await from.snapshot()
  const epoch = (await metaTable(from.session, from.dialect).get('epoch')) ?? ''
  const position = await positionOf(from)
  await requireOwn(to, tables, epoch)
  await mark(to, { state: 'underWay', epoch, position })

  const forms = [...tables.map(formOf), journalForm]
  const sums = { rows: 0, brought: 0, removed: 0 }
  for (const form of forms) {
    const tell = (done: number): void => onStep({ step: 'copy', table: form.name, done })
    // First what is other goes: of two rows that change hands of a unique key neither then stands
    // in the other's way.
    sums.removed += await removeOther(form, from, to)
    sums.brought += await bringMissing(form, from, to, tell)
  }
  await to.write(async () => {
    for (const name of ['consumer_cursor', 'sequencer'] as const) await rewrite(name, from, to)
    const [source, target] = [metaTable(from.session, from.dialect), metaTable(to.session, to.dialect)]
    for (const name of ['epoch', 'schema', 'journal_floor']) {
      const value = await source.get(name)
      if (value !== undefined) await target.set(name, value)
    }
  })
  const all = createHash('sha256')
  for (const form of forms) {
    const tell = (done: number): void => onStep({ step: 'compare', table: form.name, done })
    const [one, other] = [await digestOf(form, from, tell), await digestOf(form, to, () => undefined)]
    if (one.digest !== other.digest)
      throw new CopyRefused(`${form.name} is not the same on both sides: copy into an empty store. Nothing was taken from the source.`)
    sums.rows += one.rows
    all.update(one.digest)
  }
  await mark(to, { state: 'done', epoch, position })
  return { epoch, position, ...sums, digest: all.digest('hex') }
}

/** The target is empty, or holds a copy of this very store that nobody has written to since. */
async function requireOwn(to: CopyEnd, tables: readonly Table[], epoch: string): Promise<void> {
  const marked = await metaTable(to.session, to.dialect).get('copy')
  if (marked === undefined) {
    for (const { name } of tables) {
      const any = statement(to.dialect.db.selectFrom(name).select('id').limit(sql.lit(1)).compile())
      if ((await to.session.all(any, {})).length > 0) throw new CopyRefused('The target holds a community of its own already.')
    }
    return
  }
  const before = Mark.parse(JSON.parse(marked))
  if (before.epoch !== epoch)
    throw new CopyRefused('The target holds a copy of another store, or of this one before it was put back from a backup.')
  const position = await positionOf(to)
  if (before.state === 'done' && position !== before.position)
    throw new CopyRefused(
      `The target has gone on since it was copied (${position} changes, ${before.position} then): what was written there would be lost.`,
    )
}

async function mark(to: CopyEnd, value: Mark): Promise<void> {
  await to.write(() => metaTable(to.session, to.dialect).set('copy', JSON.stringify(value)))
}

async function positionOf({ dialect, session }: CopyEnd): Promise<number> {
  const [row] = await session.all(statement(dialect.db.selectFrom('sequencer').select('seq').compile()), {})
  return numberOf(row, 'seq')
}

/** Keys in the order of both engines, a page at a time. */
async function* keysOf({ name, key, stamp }: Form, { dialect, session }: CopyEnd): AsyncGenerator<ReadonlyMap<SqlValue, string>> {
  const page = statement(
    dialect.db
      .selectFrom(name)
      .select([...new Set([key, ...stamp])])
      .where(key, '>', slot('after'))
      .orderBy(key)
      .limit(sql.lit(maxRows))
      .compile(),
  )
  for (let after: SqlValue = lowest(key); ;) {
    const rows = await session.all(page, { after })
    if (rows.length > 0) yield new Map(rows.map((row) => [keyIn(row, key), stampIn(row, stamp)]))
    if (rows.length < maxRows) return
    after = keyIn(rows.at(-1), key)
  }
}

async function stampsBetween(
  { name, key, stamp }: Form,
  { dialect, session }: CopyEnd,
  from: SqlValue,
  until: SqlValue,
): Promise<ReadonlyMap<SqlValue, string>> {
  const between = statement(
    dialect.db
      .selectFrom(name)
      .select([...new Set([key, ...stamp])])
      .where(key, '>=', slot('from'))
      .where(key, '<=', slot('until'))
      .compile(),
  )
  return new Map((await session.all(between, { from, until })).map((row) => [keyIn(row, key), stampIn(row, stamp)]))
}

async function removeOther(form: Form, from: CopyEnd, to: CopyEnd): Promise<number> {
  const { name, key } = form
  const remove = statement(to.dialect.db.deleteFrom(name).where(key, '=', slot('key')).compile())
  let removed = 0
  for await (const page of keysOf(form, to)) {
    const keys = [...page.keys()]
    const there = await stampsBetween(form, from, keys[0] ?? null, keys.at(-1) ?? null)
    const other = keys.filter((one) => there.get(one) !== page.get(one))
    if (other.length > 0) await to.write(async () => void (await Promise.all(other.map((one) => to.session.all(remove, { key: one })))))
    removed += other.length
  }
  return removed
}

async function bringMissing(form: Form, from: CopyEnd, to: CopyEnd, tell: (done: number) => void): Promise<number> {
  const { name, key, columns } = form
  const names = Object.keys(columns)
  const refs = sql.join(names.map((column) => sql.ref(column)))
  const insert = statement(
    sql<AnyRow>`insert into ${sql.table(name)} (${refs}) select ${refs} from ${to.dialect.rowsOf(slot('rows'), columns)}`.compile(
      to.dialect.db,
    ),
  )
  let done = 0
  let brought = 0
  for await (const rows of rowsOf(form, from)) {
    const there = await stampsBetween(form, to, keyIn(rows[0], key), keyIn(rows.at(-1), key))
    const missing = rows.filter((row) => !there.has(keyIn(row, key)))
    if (missing.length > 0) await to.write(() => to.session.all(insert, { rows: JSON.stringify(missing) }))
    brought += missing.length
    done += rows.length
    tell(done)
  }
  return brought
}

/** Whole rows by their key, as many at a time as are good to hold. */
async function* rowsOf({ name, key, columns }: Form, { dialect, session }: CopyEnd): AsyncGenerator<readonly SqlRow[]> {
  const names = Object.keys(columns)
  const heavy = 'body' in columns ? sql<number>`length(body)` : sql<number>`0`
  const next = (fields: RawFields) => dialect.db.selectFrom(name).select(fields).where(key, '>', slot('after')).orderBy(key)
  const sizes = statement(
    next([sql.ref(key).as('k'), heavy.as('size')])
      .limit(sql.lit(maxRows))
      .compile(),
  )
  const whole = statement(
    next(names.map((column) => sql.ref(column).as(column)))
      .limit(slot<number>('limit'))
      .compile(),
  )
  for (let after: SqlValue = lowest(key); ;) {
    const ahead = await session.all(sizes, { after })
    if (ahead.length === 0) return
    let bytes = 0
    const tooMuch = ahead.findIndex((row) => (bytes += numberOf(row, 'size')) > maxBytes)
    const limit = tooMuch === -1 ? ahead.length : Math.max(1, tooMuch)
    const rows = await session.all(whole, { after, limit })
    yield rows
    after = keyIn(rows.at(-1), key)
  }
}

type RawFields = readonly ReturnType<ReturnType<typeof sql.ref>['as']>[]

/** Small tables of the store's own: as they are there. */
async function rewrite(name: 'consumer_cursor' | 'sequencer', from: CopyEnd, to: CopyEnd): Promise<void> {
  const key = name === 'sequencer' ? 'id' : 'consumer'
  const rows = await from.session.all(statement(from.dialect.db.selectFrom(name).select([key, 'seq']).compile()), {})
  await to.session.all(statement(to.dialect.db.deleteFrom(name).compile()), {})
  const insert = statement(
    to.dialect.db
      .insertInto(name)
      .values({ [key]: slot('key'), seq: slot('seq') })
      .compile(),
  )
  for (const row of rows) await to.session.all(insert, { key: keyIn(row, key), seq: numberOf(row, 'seq') })
}

async function digestOf(
  form: Form,
  end: CopyEnd,
  tell: (done: number) => void,
): Promise<{ readonly digest: string; readonly rows: number }> {
  const names = Object.keys(form.columns)
  const hash = createHash('sha256').update(form.name)
  let rows = 0
  for await (const page of rowsOf(form, end)) {
    for (const row of page) hash.update(JSON.stringify(names.map((column) => row[column])))
    rows += page.length
    tell(rows)
  }
  return { digest: hash.digest('hex'), rows }
}

const lowest = (key: string): SqlValue => (key === 'seq' ? -1 : '')

function keyIn(row: SqlRow | undefined, key: string): string | number {
  if (row === undefined) throw new TypeError('a page without rows')
  return typeof row[key] === 'number' ? numberOf(row, key) : textOf(row, key)
}

function stampIn(row: SqlRow, stamp: readonly string[]): string {
  return JSON.stringify(stamp.map((column) => row[column]))
}
