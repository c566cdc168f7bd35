import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { fill } from './dialect.ts'
import { StoreFailure } from './port.ts'
import type { FailureKind } from './port.ts'
import type { Session, SqlRow, SqlValue, Statement, Values } from './session.ts'

/**
 * One SQLite connection with its prepared statements. Everything in it is synchronous; only the
 * port is not.
 */
export class SqliteSession implements Session {
  readonly db: DatabaseSync
  readonly #prepared = new Map<Statement, StatementSync>()

  constructor(path: string, options: { readonly readOnly?: boolean } = {}) {
    this.db = new DatabaseSync(path, { readOnly: options.readOnly ?? false, enableForeignKeyConstraints: false })
    // Locks that readers and openers meet (recovery, the last one closing) are short.
    this.db.exec('pragma busy_timeout = 5000')
    // KiB. The operating system has the file's pages in memory anyway; this saves the calls for
    // what one transaction looks at twice.
    this.db.exec(`pragma cache_size = -${options.readOnly === true ? 2_000 : 4_000}`)
  }

  async all(kept: Statement, values: Values): Promise<readonly SqlRow[]> {
    try {
      let prepared = this.#prepared.get(kept)
      if (prepared === undefined) this.#prepared.set(kept, (prepared = this.db.prepare(kept.text)))
      return prepared.all(...fill(kept, values).map(bound))
    } catch (error) {
      throw asFailure(error)
    }
  }

  async run(text: string): Promise<void> {
    this.exec(text)
  }

  exec(text: string): void {
    try {
      this.db.exec(text)
    } catch (error) {
      throw asFailure(error)
    }
  }

  /**
   * From now on a lock that is taken throws at once: whoever opens a transaction waits without
   * blocking the thread.
   */
  waitElsewhere(): void {
    this.exec('pragma busy_timeout = 0')
  }

  close(): void {
    this.#prepared.clear()
    if (this.db.isOpen) this.db.close()
  }
}

function bound(value: SqlValue): string | number | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

// Result codes, extended ones before primary ones: https://www.sqlite.org/rescode.html. 4874
// (IOERR_SHMSIZE): the log's index found no room to grow, which must not end the writer for good as
// other failures of the disk do; what became of the commit is unknown.
const failures: Readonly<Record<number, FailureKind>> = {
  5: 'unavailable',
  6: 'unavailable',
  10: 'io',
  11: 'io',
  13: 'full',
  26: 'io',
  4_874: 'unavailable',
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  const kind = failures[error.errcode] ?? failures[error.errcode & 0xff]
  return kind === undefined ? error : new StoreFailure(kind, `SQLite: ${error.message}`, error)
}
