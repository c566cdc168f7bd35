/**
 * The simulation's database with a real PostgreSQL under it. Each process has a store of the
 * product's own, whose answers are what it hears; the database in memory is asked the same and has
 * to say the same, and is what the checks look at. A process that dies leaves its transactions
 * undone.
 */
import pg from 'pg'
import type { Table } from '#shared/kernel/table.ts'
import { columnOf, columnValues } from '#server/store/columns.ts'
import { postgres } from '#server/store/dialect.ts'
import { journalStatements } from '#server/store/journal.ts'
import type { Batch, Store } from '#server/store/port.ts'
import { PostgresSession, RetryBatch } from '#server/store/postgres-session.ts'
import { postgresStore } from '#server/store/postgres.ts'
import { statementsFor } from '#server/store/statements.ts'
import { bothBatch, bothJournal, bothRead } from './both.ts'
import type { Asking } from './both.ts'
import { Database, noteWith, openBatch } from './database.ts'
import type { NoteOf } from './database.ts'
import type { Life } from './life.ts'
import type { Random } from './random.ts'
import { readOf } from './reading.ts'
import { RealLine } from './real-line.ts'
import type { State } from './state.ts'

export const nodesOnPostgres = 3

/** One PostgreSQL, for one run after the other. */
export interface Postgres {
  /** One for each process that is up at a time. */
  readonly stores: readonly Store[]
  /** Makes what is stored this. */
  become(state: State): Promise<void>
  close(): Promise<void>
}

export async function openPostgres(url: string, tables: readonly Table[], processes: number): Promise<Postgres> {
  const stores: Store[] = []
  for (let at = 0; at < processes; at += 1) stores.push(await postgresStore(url, tables))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const session = new PostgresSession(client)
  const statements = statementsFor(postgres)
  const journal = journalStatements(postgres)
  const emptied = [...tables.map(({ name }) => name), 'journal', 'consumer_cursor'].map((name) => `delete from ${name};`).join('')
  return {
    stores,
    async become(state) {
      await session.run(`begin; update sequencer set seq = ${state.position}; ${emptied} delete from meta where name = 'journal_floor'`)
      for (const table of tables) {
        for (const [id, { row, isDeleted, body, ...cell }] of state.tables.get(table.name) ?? []) {
          const columns = isDeleted ? noColumns(table) : columnValues(table, row)
          const values = { ...cell, id, body: isDeleted ? '' : body, deleted: Number(isDeleted), ...columns }
          await session.all(statements.upsert(table), values)
        }
      }
      const rows = state.journal.map((entry) => ({ ...entry, keys: JSON.stringify(entry.keys) }))
      await session.all(journal.append, { rows: JSON.stringify(rows) })
      if (state.floor > 0) await session.all(journal.setFloor, { floor: String(state.floor) })
      for (const [consumer, seq] of state.cursors) await session.all(journal.moveCursor, { consumer, seq })
      await session.run('commit')
    },
    async close() {
      for (const store of stores) await store.close()
      await client.end()
    },
  }
}

function noColumns(table: Table): Record<string, null> {
  return Object.fromEntries(Object.keys(table.columns).map((field) => [columnOf(field), null]))
}

interface Options {
  readonly tables: readonly Table[]
  readonly random: Random
  readonly noteOf?: NoteOf
  readonly postgres: Postgres
  /** Hears where PostgreSQL and the database in memory do not agree. */
  readonly differs: (what: string) => void
}

export class DatabaseOnPostgres extends Database {
  readonly line = new RealLine()
  readonly #postgres: Postgres
  readonly #differs: (what: string) => void
  /** Which process has which store. */
  readonly #stores = new Map<string, Store>()

  constructor({ tables, random, noteOf, postgres, differs }: Options) {
    super(tables, random, noteOf)
    this.#postgres = postgres
    this.#differs = differs
    this.#follow()
  }

  override restore(backup: State): void {
    super.restore(backup)
    this.#follow()
  }

  #follow(): void {
    const { state } = this
    void this.line.inTurn(null, () => this.#postgres.become(state)).catch((error: unknown) => this.#differs(String(error)))
  }

  override open(life: Life): Store {
    const inMemory = super.open(life)
    const real = this.#storeOf(life)
    const asking = this.#asking(life)
    return {
      ...inMemory,
      read: async (work) => {
        await life.step()
        this.requireReachable()
        return this.line.transaction(
          life,
          (go: (read: Parameters<typeof work>[0]) => ReturnType<typeof work>) => real.read(go),
          (read) => {
            let snapshot: ReturnType<typeof readOf> | undefined
            // PostgreSQL's begins with what is asked first.
            return work(bothRead(asking, read, () => (snapshot ??= readOf(this.tables, this.state))))
          },
        )
      },
      // Whose steps are counted already.
      journal: bothJournal({ ...asking, authorize: () => this.requireReachable() }, real.journal, this.journalOf(null)),
    }
  }

  protected override async batch<T>(life: Life, work: (batch: Batch) => Promise<T>): Promise<T> {
    await life.step()
    const real = this.#storeOf(life)
    let mayFail = this.random.chance(this.faults.runsTwice)
    let dies = false
    let listeners: readonly ((seq: number) => void)[] = []
    const value = await this.line.transaction(
      life,
      (go: (batch: Batch) => Promise<T>) => real.write(go),
      async (batch) => {
        const opened = openBatch(this.tables, this.state, undefined, this.noteOf)
        const run = bothBatch(this.#asking(life), batch, opened.batch)
        noteWith(run.tx, opened.notes)
        if (mayFail) {
          mayFail = false
          await work(run).catch(() => undefined)
          throw new RetryBatch('unavailable', 'as PostgreSQL asks for now and then')
        }
        const value = await work(run)
        dies = await this.mayCommit(life)
        ;({ listeners } = opened)
        batch.afterCommit((seq) => {
          this.become(opened.finish(this.state))
          if (seq !== this.state.position) this.#differs(`a commit at ${seq}, in memory at ${this.state.position}`)
        })
        return value
      },
    )
    if (dies) life.end()
    await life.step()
    for (const listen of listeners) listen(this.state.position)
    return value
  }

  #asking(life: Life): Asking {
    return { life, line: this.line, differs: (what) => this.#differs(`${life.name}: ${what}`) }
  }

  #storeOf({ name }: Life): Store {
    let store = this.#stores.get(name)
    if (store === undefined) {
      store = this.#postgres.stores[this.#stores.size]
      if (store === undefined) throw new RangeError(`no store is left for ${name}`)
      this.#stores.set(name, store)
    }
    return store
  }
}
