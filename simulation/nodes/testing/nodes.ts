/**
 * The product as several processes on one real PostgreSQL, each with a line of its own to it,
 * behind one proxy.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Client } from '#server/http-tests/testing/client.ts'
import { seededStore } from '#server/http-tests/testing/seeded-store.ts'
import { copyAtConsole } from '#server/operator/copying.ts'
import { newDatabase, startPostgres } from '#server/store/testing/real-postgres.ts'
import { freePort } from '../../../scripts/ports.ts'
import type { Product } from '../../../scripts/product.ts'
import { shortLived, startProduct } from '../../../scripts/product.ts'
import type { DatabaseLine } from './database-line.ts'
import { startDatabaseLine } from './database-line.ts'
import type { RoundRobin } from './round-robin.ts'
import { startRoundRobin } from './round-robin.ts'

export type Row = Readonly<Record<string, unknown>>

export interface Node {
  readonly line: DatabaseLine
  /** Its own, past the proxy. */
  readonly origin: string
  readonly isFrozen: boolean
  /** `null` while it is down. */
  readonly pid: number | null
  kill(): Promise<void>
  /** As a deployment does: asked to finish. @returns how long that took, in ms */
  stop(): Promise<number>
  start(): Promise<void>
  freeze(): void
  thaw(): void
  output(): string
}

export interface Nodes {
  readonly databaseUrl: string
  readonly proxy: RoundRobin
  readonly all: readonly Node[]
  readonly dataDir: string
  member(userName: string): Promise<{ readonly client: Client; readonly userId: string }>
  /** Rows of a table, as they stand in the database. */
  table(name: string): Promise<readonly Row[]>
  ask(sql: string): Promise<readonly Row[]>
  stop(): Promise<void>
}

interface Options {
  readonly count: number
  /** Of each node against the database's clock. */
  readonly skewMs?: readonly number[]
  readonly settings?: Readonly<Record<string, string>>
  /** Before the first node starts. */
  readonly prepare?: (databaseUrl: string) => Promise<void>
  /** What the database is filled with; else the example community, made for this run. */
  readonly store?: { readonly folder: string; readonly password: string }
}

export async function startNodes({ count, skewMs = [], settings = {}, prepare, store }: Options): Promise<Nodes> {
  const undo: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const seeded = store ?? (await seededStore())
    const postgres = await startPostgres()
    undo.push(() => postgres.stop())
    const { url: databaseUrl } = await newDatabase(postgres.url)
    await copyAtConsole({ databaseUrl: null, dataDir: seeded.folder }, { databaseUrl, dataDir: '' })
    await prepare?.(databaseUrl)
    const reader = new pg.Pool({ connectionString: databaseUrl, max: 1 })
    reader.on('error', () => undefined)
    undo.push(() => reader.end())
    const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-nodes-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const nodes: OneNode[] = []
    const proxy = await startRoundRobin(count, (node) => nodes[node]?.port ?? null)
    undo.push(() => proxy.close())
    const socket = join(new URL(databaseUrl).searchParams.get('host') ?? '', '.s.PGSQL.5432')
    for (let at = 0; at < count; at += 1) {
      const line = await startDatabaseLine(socket)
      undo.push(() => line.close())
      const own = {
        SEED: 'off',
        ...shortLived,
        SITE_URL: proxy.origin,
        TRUST_PROXY: '1',
        DATABASE_URL: `postgres://postgres@127.0.0.1:${line.port}${new URL(databaseUrl).pathname}`,
        ...settings,
      }
      // What a node says is where the site is, and that is the proxy: its own port is chosen for
      // it.
      const port = await freePort()
      nodes.push(new OneNode(line, port, () => startProduct({ dataDir, port, settings: own, isReady: true, skewMs: skewMs[at] ?? 0 })))
    }
    // One after the other: each would only wait for the others on few cores.
    for (const node of nodes) await node.start()
    undo.push(() => Promise.all(nodes.map((node) => node.kill())))
    const ask = async (sql: string): Promise<readonly Row[]> => (await reader.query<Row>(sql)).rows
    const table = async (name: string): Promise<readonly Row[]> =>
      // Bodies are rows of their table.
      (await ask(`select body from "${name}" where deleted = 0 order by id`)).map(({ body }) => JSON.parse(String(body)) as Row)
    return {
      databaseUrl,
      proxy,
      all: nodes,
      dataDir,
      table,
      ask,
      async member(userName) {
        const client = await new Client(proxy.origin).signIn(userName, seeded.password)
        return { client, userId: String((await table('members')).find((row) => row['userName'] === userName)?.['id']) }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

class OneNode implements Node {
  readonly line: DatabaseLine
  readonly #port: number
  readonly #launch: () => Promise<Product>
  #product: Product | null = null
  #said = ''
  isFrozen = false

  constructor(line: DatabaseLine, port: number, launch: () => Promise<Product>) {
    this.line = line
    this.#port = port
    this.#launch = launch
  }

  get port(): number | null {
    return this.#product === null ? null : this.#port
  }

  get pid(): number | null {
    return this.#product?.pid ?? null
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    this.#product = await this.#launch()
  }

  async kill(): Promise<void> {
    await this.#end((product) => product.kill())
  }

  async stop(): Promise<number> {
    const startedAt = performance.now()
    await this.#end((product) => product.stop())
    return performance.now() - startedAt
  }

  freeze(): void {
    this.isFrozen = true
    this.#signal('SIGSTOP')
  }

  thaw(): void {
    this.isFrozen = false
    this.#signal('SIGCONT')
  }

  output(): string {
    return this.#said + (this.#product?.output() ?? '')
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#product !== null) process.kill(this.#product.pid, signal)
  }

  async #end(how: (product: Product) => Promise<void>): Promise<void> {
    if (this.isFrozen) this.thaw()
    const product = this.#product
    // It takes connections until it is gone: the proxy is to find that out by itself.
    if (product !== null) await how(product)
    this.#said += product?.output() ?? ''
    this.#product = null
  }
}
