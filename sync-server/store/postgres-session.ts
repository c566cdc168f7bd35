import pg from 'pg'
import { fill } from './dialect.ts'
import { StoreFailure } from './port.ts'
import type { FailureKind } from './port.ts'
import type { Session, SqlRow, SqlValue, Statement, Values } from './session.ts'
import { Turns } from './turns.ts'

/** Another batch was in the way; the same work may succeed on a second try. */
export class RetryBatch extends StoreFailure {}

// Serialization failure, deadlock; a unique key or a table that another node made between our check
// and our write.
const retried: readonly string[] = ['40001', '40P01', '23505', '42P07']

const names = new WeakMap<Statement, string>()
let named = 0

/** One PostgreSQL connection. Statements are prepared once for each connection, under a name. */
export class PostgresSession implements Session {
  readonly #client: pg.ClientBase
  /** A connection answers one question at a time: reads that are wanted at once take turns. */
  readonly #turns = new Turns()
  #isOver = false

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /** @param withinMs when the answer may take longer than that of other statements */
  async all(kept: Statement, values: Values, withinMs?: number): Promise<readonly SqlRow[]> {
    let name = names.get(kept)
    if (name === undefined) names.set(kept, (name = `lyceum_${(named += 1)}`))
    try {
      const asked = { name, text: kept.text, values: fill(kept, values), ...(withinMs !== undefined && { query_timeout: withinMs }) }
      const result = await this.#ask(() => this.#client.query<SqlRow, SqlValue[]>(asked))
      return result.rows
    } catch (error) {
      throw asFailure(error)
    }
  }

  async run(text: string): Promise<void> {
    try {
      await this.#ask(() => this.#client.query(text))
    } catch (error) {
      throw asFailure(error)
    }
  }

  /**
   * The connection is somebody else's from now on: what is left of a work that has failed (whatever
   * else a `Promise.all` waited for) may not ask anything on it. Resolves once nothing is being
   * asked.
   */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#turns.take(async () => undefined)
  }

  #ask<T>(question: () => Promise<T>): Promise<T> {
    return this.#turns.take(async () => {
      if (this.#isOver) throw new TypeError('the transaction is over')
      return question()
    })
  }
}

const bigintType = 20

/** Whole numbers up to 2^53 come back as numbers, which is all that we write. */
export const plainNumbers: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (Number(id) === bigintType ? Number : pg.types.getTypeParser(id, format)),
}

// SQLSTATE by class or code: PostgreSQL 18 manual, appendix A.
const failures: readonly (readonly [prefix: string, kind: FailureKind])[] = [
  ['08', 'unavailable'],
  // Cut off: a transaction that stood idle (a node that was frozen), one that took too long, one
  // that fell to a server which only reads.
  ['25P03', 'unavailable'],
  ['25P04', 'unavailable'],
  ['25006', 'unavailable'],
  ['57014', 'unavailable'],
  // A statement that this connection no longer knows: another one will.
  ['26000', 'unavailable'],
  ['53100', 'full'],
  ['53', 'unavailable'],
  ['57P', 'unavailable'],
  ['55P03', 'unavailable'],
  // The database's disk, not ours: the transaction was undone there, and the next one may succeed.
  ['58', 'unavailable'],
  ['XX001', 'io'],
  ['XX002', 'io'],
]

export function asFailure(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error
    if (retried.includes(code)) return new RetryBatch('unavailable', `PostgreSQL: ${error.message}`, error)
    const kind = failures.find(([prefix]) => code.startsWith(prefix))?.[1]
    return kind === undefined ? error : new StoreFailure(kind, `PostgreSQL: ${error.message}`, error)
  }
  // What the driver throws without an SQLSTATE is about the connection; a TypeError is ours.
  if (error instanceof TypeError || !(error instanceof Error)) return error
  return new StoreFailure('unavailable', `PostgreSQL: ${error.message}`, error)
}

/**
 * Whether the other end had closed the connection: by its word (SQLSTATE 57P01 to 57P05) or, where
 * that has not been read yet, by what writing to it says.
 */
export function isEndedByServer(error: unknown): boolean {
  if (!(error instanceof StoreFailure) || !(error.cause instanceof Error)) return false
  const { cause } = error
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return code.startsWith('57P0') || code === 'EPIPE' || code === 'ECONNRESET' || cause.message.startsWith('Connection terminated')
}
