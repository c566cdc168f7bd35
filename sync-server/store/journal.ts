import { sql } from 'kysely'
import { slot, statement } from './dialect.ts'
import type { AnyRow, Dialect } from './dialect.ts'
import type { Journal, JournalRow } from './port.ts'
import { numberOf, textOf, textOrNull } from './session.ts'
import type { Session, SqlRow, Statement } from './session.ts'

export interface JournalStatements {
  readonly position: Statement
  /** Holds every other writer off until the transaction ends. */
  readonly lock: Statement | undefined
  readonly advance: Statement
  readonly append: Statement
  readonly since: Statement
  readonly ofShape: Statement
  readonly cursor: Statement
  readonly moveCursor: Statement
  readonly cursors: Statement
  readonly floor: Statement
  readonly setFloor: Statement
  /** Of the consumer that is furthest behind; null without any. */
  readonly slowest: Statement
  readonly prune: Statement
}

const fields = ['seq', 'shape', 'kind', 'id', 'version', 'op', 'keys'] as const

export function journalStatements(dialect: Dialect): JournalStatements {
  const { db } = dialect
  const entries = db
    .selectFrom('journal')
    .select([...fields])
    .where('seq', '>', slot('seq'))
    .orderBy('seq')
    .limit(slot<number>('limit'))
  const position = db.selectFrom('sequencer').select('seq').where('id', '=', sql.lit(1))
  const rows = dialect.rowsOf(slot('rows'), {
    seq: 'bigint',
    shape: 'text',
    kind: 'text',
    id: 'text',
    version: 'bigint',
    op: 'text',
    keys: 'text',
  })
  const columns = sql.join(fields.map((field) => sql.ref(field)))
  const floor = db.insertInto('meta').values({ name: sql.lit('journal_floor'), value: slot('floor') })
  const cursor = db.insertInto('consumer_cursor').values({ consumer: slot('consumer'), seq: slot('seq') })
  return {
    position: statement(position.compile()),
    lock: dialect.name === 'postgres' ? statement(position.forUpdate().compile()) : undefined,
    advance: statement(sql<AnyRow>`update sequencer set seq = seq + ${slot('by')} where id = 1 returning seq`.compile(db)),
    append: statement(sql<AnyRow>`insert into journal (${columns}) select ${columns} from ${rows}`.compile(db)),
    since: statement(entries.compile()),
    ofShape: statement(entries.where('shape', '=', slot('shape')).compile()),
    cursor: statement(db.selectFrom('consumer_cursor').select('seq').where('consumer', '=', slot('consumer')).compile()),
    moveCursor: statement(
      cursor
        .onConflict((conflict) =>
          conflict
            .column('consumer')
            .doUpdateSet({ seq: sql.ref('excluded.seq') })
            .where('consumer_cursor.seq', '<', sql.ref<number>('excluded.seq')),
        )
        .compile(),
    ),
    cursors: statement(db.selectFrom('consumer_cursor').select(['consumer', 'seq']).compile()),
    floor: statement(db.selectFrom('meta').select('value').where('name', '=', sql.lit('journal_floor')).compile()),
    setFloor: statement(
      floor.onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql.ref('excluded.value') })).compile(),
    ),
    slowest: statement(sql<AnyRow>`select min(seq) as seq from consumer_cursor`.compile(db)),
    prune: statement(db.deleteFrom('journal').where('seq', '<=', slot('floor')).compile()),
  }
}

/**
 * @param using lends a connection to read with; `move` runs a statement as its own small
 *   transaction.
 */
export function sqlJournal(
  statements: JournalStatements,
  using: <T>(work: (session: Session) => Promise<T>) => Promise<T>,
  move: (work: (session: Session) => Promise<unknown>) => Promise<void>,
): Journal {
  return {
    position: () => using(async (session) => numberOf((await session.all(statements.position, {}))[0], 'seq')),
    since: (seq, limit) => using(async (session) => (await session.all(statements.since, { seq, limit })).map(entryOf)),
    ofShape: (shape, seq, limit) => using(async (session) => (await session.all(statements.ofShape, { shape, seq, limit })).map(entryOf)),
    cursor: (consumer) =>
      using(async (session) => {
        const [row] = await session.all(statements.cursor, { consumer })
        return row === undefined ? 0 : numberOf(row, 'seq')
      }),
    moveCursor: (consumer, seq) => move((session) => session.all(statements.moveCursor, { consumer, seq })),
    cursors: () =>
      using(
        async (session) =>
          new Map((await session.all(statements.cursors, {})).map((row) => [textOf(row, 'consumer'), numberOf(row, 'seq')])),
      ),
  }
}

/** Up to where the journal has been pruned; 0 while it never was. */
export async function floorOf(session: Session, statements: JournalStatements): Promise<number> {
  const [row] = await session.all(statements.floor, {})
  return row === undefined ? 0 : Number(textOf(row, 'value'))
}

/** @returns the new floor: whoever has read up to it loses nothing. */
export async function pruneEntries(session: Session, statements: JournalStatements, keep: number, atMost: number): Promise<Floors> {
  const before = await floorOf(session, statements)
  const position = numberOf((await session.all(statements.position, {}))[0], 'seq')
  const [slowest] = await session.all(statements.slowest, {})
  const seen = slowest === undefined || slowest['seq'] === null ? position : numberOf(slowest, 'seq')
  const floor = Math.max(before, Math.min(position - keep, seen, before + atMost))
  if (floor > before) {
    await session.all(statements.prune, { floor })
    await session.all(statements.setFloor, { floor: String(floor) })
  }
  return { before, floor }
}

interface Floors {
  readonly before: number
  readonly floor: number
}

export function entryOf(row: SqlRow): JournalRow {
  return {
    seq: numberOf(row, 'seq'),
    shape: textOrNull(row, 'shape'),
    kind: textOf(row, 'kind'),
    id: textOf(row, 'id'),
    version: numberOf(row, 'version'),
    op: textOf(row, 'op') === 'put' ? 'put' : 'del',
    // Written by the batch as an array of texts.
    keys: JSON.parse(textOf(row, 'keys')) as readonly string[],
  }
}
