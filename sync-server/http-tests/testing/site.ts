/**
 * The whole product in a process of its own, on a store of its own with the example community in
 * it.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { shortLived, startProduct } from '../../../scripts/product.ts'
import { Client } from './client.ts'
import { seededStore } from './seeded-store.ts'

/** A row as its table's schema declares it. */
export type Row = Readonly<Record<string, unknown>>

export interface Site {
  readonly origin: string
  /** Of every example member. */
  readonly password: string
  visitor(): Client
  /** Signed in as one of the example members, by user name. */
  member(userName: string): Promise<Client>
  /** What the process has printed: its log. */
  output(): string
  /** Those of its lines that tell of a failure of its own. */
  errors(): readonly string[]
  /** The rows of a table as they are now, read beside the running server. */
  table(name: string): readonly Row[]
  /**
   * One value for all rows of these tables (all tables without a list): the same before and after
   * means that nothing was written. Of listings without what the server's own jobs write as time
   * passes, which may be just then.
   */
  digest(tables?: readonly string[]): string
  stop(): Promise<void>
}

/**
 * Ten thousand votes as objects and JSON, hashed, took six times as long as one text that SQLite
 * puts together and that is compared.
 */
interface KnownTable {
  readonly statement: StatementSync
  words: unknown
  changes: number
}

export async function startSite(settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-http-tests-'))
  const { folder, password } = await seededStore()
  cpSync(folder, dataDir, { recursive: true })
  const product = await startProduct({ dataDir, settings: { SEED: 'off', ...shortLived, ...settings }, isReady: true })
  const store = new DatabaseSync(join(dataDir, 'lyceum.sqlite'), { readOnly: true })
  // Each write of the server empties this connection's cache: the file's pages in memory stay.
  store.exec('pragma mmap_size = 268435456')
  const rows = (sql: string): readonly Row[] => store.prepare(sql).all()
  const whileUnwritten = keptUntilWritten(store)
  const tables = new Map<string, KnownTable>()
  /** How often the table was another one than when it was last asked. */
  const changesOf = (name: string): number => {
    const columns = () => rows(`PRAGMA table_info("${name}")`).map((row) => `"${String(row['name'])}"`)
    const known = tables.get(name) ?? { statement: store.prepare(wholeTable(name, columns())), words: null, changes: 0 }
    tables.set(name, known)
    const words = known.statement.get()?.['words']
    if (words !== known.words) Object.assign(known, { words, changes: known.changes + 1 })
    return known.changes
  }
  return {
    origin: product.origin,
    password,
    visitor: () => new Client(product.origin),
    member: (userName) => new Client(product.origin).signIn(userName, password),
    output: product.output,
    errors: () =>
      product
        .output()
        .split('\n')
        .filter((line) => /"level":(50|60)/u.test(line)),
    table: (name) =>
      whileUnwritten(`table ${name}`, () =>
        rows(`SELECT id, body FROM "${name}" WHERE deleted = 0 ORDER BY id`).map((row) => ({
          ...(JSON.parse(String(row['body'])) as Row),
          id: row['id'],
        })),
      ),
    digest: (names) =>
      whileUnwritten(`digest ${names?.join() ?? ''}`, () => {
        const all = names ?? rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map((row) => String(row['name']))
        return all.map((name) => `${name} ${changesOf(name)}`).join()
      }),
    async stop() {
      store.close()
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * SQL for one text of all rows, in the order in which they lie: what is not written stays there.
 */
function wholeTable(name: string, columns: readonly string[]): string {
  const asked = name === 'listings' ? ['id', 'deleted', "json_remove(body, '$.score', '$.scoredAt', '$.adjustedScore')"] : columns
  const row = asked.map((column) => `ifnull(${column}, char(2))`).join(', ')
  return `SELECT group_concat(concat_ws(char(1), ${row}), char(10)) AS words FROM "${name}"`
}

/**
 * What was read is good until another connection writes: SQLite counts that (`data_version`), and
 * asking costs next to nothing.
 */
function keptUntilWritten(store: DatabaseSync): <T>(name: string, read: () => T) => T {
  const version = store.prepare('PRAGMA data_version')
  const kept = new Map<string, { readonly at: unknown; readonly value: unknown }>()
  return <T>(name: string, read: () => T): T => {
    const at = version.get()?.['data_version']
    const known = kept.get(name)
    if (known !== undefined && known.at === at) return known.value as T
    const value = read()
    kept.set(name, { at, value })
    return value
  }
}
