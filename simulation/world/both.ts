/** Two stores asked as one: the real one answers, the one in memory must have answered the same. */
import { inspect, isDeepStrictEqual } from 'node:util'
import { AppError } from '#shared/kernel/errors.ts'
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Batch, Journal, StoreRead, StoreTransaction } from '#server/store/port.ts'
import type { Life } from './life.ts'
import type { RealLine } from './real-line.ts'

/** How a process asks both. */
export interface Asking {
  readonly life: Life
  readonly line: RealLine
  /** Hears where they differ. */
  readonly differs: (what: string) => void
  /** @throws what keeps it from asking */
  readonly authorize?: () => void
}

/** Waits as whatever is outside of a process is waited for. */
export async function both<T>(
  { life, line, differs, authorize }: Asking,
  name: string,
  real: () => Promise<T>,
  inMemory: () => Promise<T>,
): Promise<T> {
  await life.step()
  authorize?.()
  const [ours, expected] = await line.inTurn(life, async () => [await outcomeOf(real), await outcomeOf(inMemory)] as const)
  if (!isSame(ours, expected)) differs(`${name}: the real store says ${textOf(ours)}, the one in memory ${textOf(expected)}`)
  if ('error' in ours) throw ours.error
  return ours.value
}

/** @param snapshot what is in memory, as the real transaction sees it. */
export function bothRead(asking: Asking, real: StoreRead, snapshot: () => StoreRead): StoreRead {
  const ask = <T>(name: string, of: (read: StoreRead) => Promise<T>): Promise<T> =>
    both(
      asking,
      name,
      () => of(real),
      () => of(snapshot()),
    )
  return {
    get: (table, id) => ask(`get ${table.name} ${id}`, (read) => read.get(table, id)),
    getMany: (table, ids) => ask(`getMany ${table.name} ${ids.join()}`, (read) => read.getMany(table, ids)),
    list: (query) => ask(`list ${queryText(query)}`, (read) => read.list(query)),
    count: (query) => ask(`count ${queryText(query)}`, (read) => read.count(query)),
    position: () => ask('position', (read) => read.position()),
    floor: () => ask('floor', (read) => read.floor()),
    changesOf: (shape, seq, limit) => ask(`changesOf ${shape} ${seq} ${limit}`, (read) => read.changesOf(shape, seq, limit)),
    rowsOfShape: (shape, after, limit, maxBytes) =>
      ask(`rowsOfShape ${shape} ${JSON.stringify(after)} ${limit}`, (read) => read.rowsOfShape(shape, after, limit, maxBytes)),
    stamps: (table, ids) => ask(`stamps ${table.name} ${ids.join()}`, (read) => read.stamps(table, ids)),
  }
}

export function bothBatch(asking: Asking, real: Batch, inMemory: Batch): Batch {
  const { life, line, differs } = asking
  const change = (name: string, of: (tx: StoreTransaction) => Promise<void>): Promise<void> =>
    both(
      asking,
      name,
      () => of(real.tx),
      () => of(inMemory.tx),
    )
  return {
    tx: {
      ...bothRead(asking, real.tx, () => inMemory.tx),
      put: <R extends Row>(table: Table<R>, row: R) => change(`put ${table.name} ${row.id}`, (tx) => tx.put(table, row)),
      delete: <R extends Row>(table: Table<R>, id: string) => change(`delete ${table.name} ${id}`, (tx) => tx.delete(table, id)),
    },
    async savepoint(work) {
      await life.step()
      return line.savepoint(
        life,
        (go: () => ReturnType<typeof work>) => real.savepoint(go),
        () =>
          inMemory.savepoint(async () => {
            const value = await work()
            await life.step()
            return value
          }),
      )
    },
    // Once for the world: what is heard of a commit is heard in simulated time.
    afterCommit: (listen) => inMemory.afterCommit(listen),
    moment() {
      const [ours, expected] = [real.moment(), inMemory.moment()]
      if (ours !== expected) differs(`moment: ${ours}, in memory ${expected}`)
      return ours
    },
    shapesSince(moment) {
      const [ours, expected] = [real.shapesSince(moment), inMemory.shapesSince(moment)]
      if (ours.join() !== expected.join()) differs(`shapesSince: ${ours.join()}, in memory ${expected.join()}`)
      return ours
    },
    pruneJournal: (keep, atMost) =>
      both(
        asking,
        `pruneJournal ${keep} ${atMost}`,
        () => real.pruneJournal(keep, atMost),
        () => inMemory.pruneJournal(keep, atMost),
      ),
  }
}

/** @param inMemory the journal as it stands */
export function bothJournal(asking: Asking, real: Journal, inMemory: Journal): Journal {
  const ask = <T>(name: string, of: (journal: Journal) => Promise<T>): Promise<T> =>
    both(
      asking,
      name,
      () => of(real),
      () => of(inMemory),
    )
  return {
    position: () => ask('position', (journal) => journal.position()),
    since: (seq, limit) => ask(`since ${seq} ${limit}`, (journal) => journal.since(seq, limit)),
    ofShape: (shape, seq, limit) => ask(`ofShape ${shape} ${seq} ${limit}`, (journal) => journal.ofShape(shape, seq, limit)),
    cursor: (consumer) => ask(`cursor ${consumer}`, (journal) => journal.cursor(consumer)),
    moveCursor: (consumer, seq) => ask(`moveCursor ${consumer} ${seq}`, (journal) => journal.moveCursor(consumer, seq)),
    cursors: () => ask('cursors', (journal) => journal.cursors()),
  }
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown }

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}

function isSame(ours: Outcome<unknown>, expected: Outcome<unknown>): boolean {
  if ('value' in ours && 'value' in expected) return isDeepStrictEqual(ours.value, expected.value)
  return 'error' in ours && 'error' in expected && textOf(ours) === textOf(expected)
}

function textOf(outcome: Outcome<unknown>): string {
  if ('value' in outcome) return inspect(outcome.value, { depth: 6, breakLength: Infinity }).slice(0, 400)
  const { error } = outcome
  return error instanceof AppError ? `${error.code} ${error.reason ?? ''} ${error.field ?? ''}` : String(error)
}

function queryText({ table, index, equals, from, until, order, limit, offset }: Query | Query<never>): string {
  return `${table.name} ${JSON.stringify({ index, equals, from, until, order, limit, offset })}`
}
