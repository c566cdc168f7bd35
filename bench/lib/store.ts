import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#server/store/open-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { fillCommunity } from './community.ts'
import type { CommunityOptions } from './community.ts'

/** Runs `work` with a folder of its own, thrown away afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const openBenchStore = (dataDir: string) =>
  openStore({ databaseUrl: null, dataDir }, serverRegistry.tables, serverRegistry.migrations)

/** Makes a data folder for the product to start on. */
export async function makeDataDir(dataDir: string, options: CommunityOptions): Promise<void> {
  const store = await openBenchStore(dataDir)
  try {
    await fillCommunity(store, options)
  } finally {
    await store.close()
  }
}
