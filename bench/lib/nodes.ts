import { join } from 'node:path'
import type { RealPostgres } from '#server/store/testing/real-postgres.ts'
import { newDatabase, startPostgres } from '#server/store/testing/real-postgres.ts'
import { openStore } from '#server/store/open-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import type { Draft } from '../../simulation/documents/testing/drafts.ts'
import { fillDrafts } from '../../simulation/documents/testing/drafts.ts'
import type { Product } from '../../scripts/product.ts'
import { startProduct } from '../../scripts/product.ts'
import { fillCommunity } from './community.ts'
import { processorByThread, processorOfFamily } from './memory.ts'

export type StoreKind = 'sqlite' | 'postgres'

/** Processes of the product over one store. */
export interface Nodes {
  readonly all: readonly Product[]
  /** Written by two people each. */
  readonly drafts: readonly Draft[]
  /**
   * Processor time so far, of all processes: the threads that answer, all other threads, and the
   * database's own processes.
   */
  spent(): Spent
  /** Killed and started again, where they were. Resolves once all listen. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface Spent {
  readonly mainMs: number
  readonly otherMs: number
  readonly databaseMs: number
}

interface NodesOptions {
  readonly kind: StoreKind
  readonly count: number
  readonly posts: number
  readonly drafts: number
}

/**
 * In a folder of its own, filled. Clients may say where they come from: a proxy's word is taken.
 */
export async function startNodes(folder: string, { kind, count, posts, drafts: draftCount }: NodesOptions): Promise<Nodes> {
  const postgres: RealPostgres | null = kind === 'postgres' ? await startPostgres({ isDurable: true }) : null
  const database = postgres === null ? null : await newDatabase(postgres.url)
  // Each process keeps its search index beside the store; with PostgreSQL they have folders of
  // their own.
  const dataDirOf = (n: number): string => join(folder, kind === 'sqlite' ? 'data' : `data-${n}`)
  const drafts = await fill(database?.url ?? null, dataDirOf(0), posts, draftCount)
  const settings = { SEED: 'off', TRUST_PROXY: '1', ...(database !== null && { DATABASE_URL: database.url }) }
  const start = (n: number, port = 0): Promise<Product> =>
    startProduct({ dataDir: dataDirOf(n), port, settings, isReady: n > 0 || port > 0 })
  let all: readonly Product[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(all.map((product) => product.kill()))
    await postgres?.stop()
  }
  try {
    // One after another: the first builds what is missing, and makes what the store has yet to get.
    for (let n = 0; n < count; n += 1) all = [...all, await start(n)]
  } catch (error) {
    await stop()
    throw error
  }
  return {
    get all() {
      return all
    },
    drafts,
    spent() {
      const each = all.map(({ pid }) => processorByThread(pid))
      return {
        mainMs: each.reduce((sum, { mainMs }) => sum + mainMs, 0),
        otherMs: each.reduce((sum, { otherMs }) => sum + otherMs, 0),
        databaseMs: postgres === null ? 0 : processorOfFamily(postgres.pid),
      }
    },
    async restart() {
      const ports = all.map(({ port }) => port)
      await Promise.all(all.map((product) => product.kill()))
      all = await Promise.all(ports.map((port, n) => start(n, port)))
    },
    stop,
  }
}

async function fill(databaseUrl: string | null, dataDir: string, posts: number, drafts: number): Promise<readonly Draft[]> {
  const store = await openStore({ databaseUrl, dataDir }, serverRegistry.tables, serverRegistry.migrations)
  try {
    await fillCommunity(store, { posts, threads: [200], now: Date.now() })
    return await fillDrafts(store, drafts)
  } finally {
    await store.close()
  }
}
