/** The whole product in a process of its own, on a store of its own with the example community in it. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startProduct } from '../../../scripts/product.ts'
import { Client } from './client.ts'

export interface Site {
  readonly origin: string
  visitor(): Client
  /** Signed in as one of the example members, by user name. */
  member(userName: string): Promise<Client>
  /** What the process has printed: its log. */
  output(): string
  /** Rows of the store as it is now, read beside the running server. */
  rows(sql: string, ...params: readonly string[]): readonly Readonly<Record<string, unknown>>[]
  /** One value for all rows of these tables (all tables without a list): the same before and after means that nothing was written. */
  digest(tables?: readonly string[]): string
  stop(): Promise<void>
}

/** Of every member of the example community, as its first start prints it. */
export const examplePassword = 'read the slow clock'

export async function startSite(settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-black-box-'))
  const product = await startProduct({ dataDir, settings: { SEED: 'on', ...settings } })
  const file = join(dataDir, 'lyceum.sqlite')
  const rows: Site['rows'] = (sql, ...params) => {
    const store = new DatabaseSync(file, { readOnly: true })
    try {
      return store.prepare(sql).all(...params)
    } finally {
      store.close()
    }
  }
  return {
    origin: product.origin,
    visitor: () => new Client(product.origin),
    member: (userName) => new Client(product.origin).signIn(userName, examplePassword),
    output: product.output,
    rows,
    digest(tables) {
      const hash = createHash('sha256')
      const names = tables ?? rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map((row) => String(row['name']))
      for (const name of names) hash.update(`${name}\n${JSON.stringify(rows(`SELECT * FROM "${name}" ORDER BY 1`))}\n`)
      return hash.digest('hex')
    },
    async stop() {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
