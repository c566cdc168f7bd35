import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as after } from 'node:timers/promises'
import { Client } from '#server/black-box/testing/client.ts'
import { seededStore } from '#server/black-box/testing/seeded-store.ts'
import type { Product } from '../../../scripts/product.ts'
import { startProduct } from '../../../scripts/product.ts'

export type Row = Readonly<Record<string, unknown>>

/** The product on a store of its own, which can be killed and started again on its port. */
export interface RealSite {
  readonly origin: string
  readonly port: number
  member(userName: string): Promise<{ readonly client: Client; readonly userId: string }>
  kill(): Promise<void>
  /** @returns how long it took to answer again, in ms. */
  startAgain(): Promise<number>
  table(name: string): readonly Row[]
  stop(): Promise<void>
}

export async function startRealSite(): Promise<RealSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-faults-'))
  const { folder, password } = await seededStore()
  cpSync(folder, dataDir, { recursive: true })
  const settings = { SEED: 'off' }
  let product: Product = await startProduct({ dataDir, settings })
  const { origin, port } = product
  const table = (name: string): readonly Row[] => {
    const store = new DatabaseSync(join(dataDir, 'lyceum.sqlite'), { readOnly: true })
    try {
      const rows = store.prepare(`SELECT body FROM "${name}" WHERE deleted = 0 ORDER BY id`).all()
      // Bodies are rows of their table.
      return rows.map((row) => JSON.parse(String(row['body'])) as Row)
    } finally {
      store.close()
    }
  }
  return {
    origin,
    port,
    table,
    async member(userName) {
      const client = await new Client(origin).signIn(userName, password)
      return { client, userId: String(table('members').find((row) => row['userName'] === userName)?.['id']) }
    },
    kill: () => product.kill(),
    async startAgain() {
      const startedAt = performance.now()
      product = await startProduct({ dataDir, port, settings })
      return performance.now() - startedAt
    },
    async stop() {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
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
