import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as after } from 'node:timers/promises'
import { Client } from '#server/http-tests/testing/client.ts'
import { seededStore } from '#server/http-tests/testing/seeded-store.ts'
import type { Product } from '../../../scripts/product.ts'
import { shortLived, startProduct } from '../../../scripts/product.ts'

export type Row = Readonly<Record<string, unknown>>

/** The product on a store of its own, which can be killed and started again on its port. */
export interface RealSite {
  readonly origin: string
  readonly port: number
  readonly dataDir: string
  member(userName: string): Promise<{ readonly client: Client; readonly userId: string }>
  kill(): Promise<void>
  /** @returns how long it took to answer again, in ms. */
  startAgain(): Promise<number>
  table(name: string): readonly Row[]
  /** What SQLite says of the store: `ok` alone, or what is wrong. */
  soundness(): readonly unknown[]
  stop(): Promise<void>
}

export interface RealSiteOptions {
  /**
   * Its store stands on a disk of its own, with so many bytes beyond what the example community
   * takes. It is gone with the process.
   */
  readonly room?: number
}

export async function startRealSite({ room }: RealSiteOptions = {}): Promise<RealSite> {
  const ownDir = mkdtempSync(join(tmpdir(), 'lyceum-faults-'))
  const { folder, password } = await seededStore()
  const settings = { SEED: 'off', ...shortLived }
  if (room === undefined) cpSync(folder, ownDir, { recursive: true })
  let product: Product = await startProduct({
    dataDir: ownDir,
    settings,
    ...(room !== undefined && { under: onSmallDisk(folder, ownDir, room) }),
  })
  // The disk is mounted for the product alone; from here it is seen through the process.
  const dataDir = room === undefined ? ownDir : `/proc/${product.pid}/root${ownDir}`
  const { origin, port } = product
  const rowsOf = (sql: string) => (room === undefined ? rowsAt(ownDir, sql) : rowsInside(product.pid, ownDir, sql))
  // Bodies are rows of their table.
  const table = (name: string): readonly Row[] =>
    rowsOf(`SELECT body FROM "${name}" WHERE deleted = 0 ORDER BY id`).map((row) => JSON.parse(String(row['body'])) as Row)
  return {
    origin,
    port,
    dataDir,
    table,
    soundness: () => rowsOf('pragma integrity_check').flatMap(Object.values),
    async member(userName) {
      const client = await new Client(origin).signIn(userName, password)
      return { client, userId: String(table('members').find((row) => row['userName'] === userName)?.['id']) }
    },
    kill: () => product.kill(),
    async startAgain() {
      const startedAt = performance.now()
      product = await startProduct({ dataDir: ownDir, port, settings })
      return performance.now() - startedAt
    },
    async stop() {
      await product.stop()
      rmSync(ownDir, { recursive: true, force: true })
    },
  }
}

/**
 * What the product is started by, so that `dataDir` is a disk in memory with a copy of the store:
 * in a namespace, which asks for no rights on the machine.
 */
function onSmallDisk(store: string, dataDir: string, room: number): readonly string[] {
  const taken = readdirSync(store).reduce((sum, name) => sum + statSync(join(store, name)).size, 0)
  const script = 'mount -t tmpfs -o size="$3" tmpfs "$2" && cp -r "$1"/. "$2" && shift 3 && exec "$@"'
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', store, dataDir, String(taken + room)]
}

function rowsAt(dataDir: string, sql: string): readonly Row[] {
  const store = new DatabaseSync(join(dataDir, 'lyceum.sqlite'), { readOnly: true })
  try {
    return store.prepare(sql).all()
  } finally {
    store.close()
  }
}

/**
 * Read by a process that sees the disk of process `pid`: files copied one after the other from
 * under a store that is written are no store.
 */
function rowsInside(pid: number, dataDir: string, sql: string): readonly Row[] {
  const script = `
    const { DatabaseSync } = require('node:sqlite')
    const [path, sql] = process.argv.slice(1)
    process.stdout.write(JSON.stringify(new DatabaseSync(path, { readOnly: true }).prepare(sql).all()))`
  const command = [process.execPath, '--no-warnings', '-e', script, join(dataDir, 'lyceum.sqlite'), sql]
  const out = execFileSync('nsenter', ['--preserve-credentials', '--user', '--mount', `--target=${pid}`, ...command], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  // What the script above writes.
  return JSON.parse(out) as readonly Row[]
}

/** Posts that anybody may discuss and vote on, up and down; pages of the wiki are liked alone. */
export function openPosts(site: RealSite): readonly string[] {
  const open = site
    .table('posts')
    .filter((post) => post['status'] === 'published' && post['kind'] !== 'wiki' && post['commentsLocked'] === false)
  return open.map((post) => String(post['id']))
}

/** @throws Error when it does not hold within `patienceMs`. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, patienceMs = 20_000): Promise<void> {
  const startedAt = performance.now()
  while (!(await holds())) {
    if (performance.now() - startedAt > patienceMs) throw new Error(`not within ${patienceMs} ms: ${what}`)
    await after(20)
  }
}
