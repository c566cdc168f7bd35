/**
 * The product in a process of its own at this worker's port, on a copy of a store. A start takes
 * 0.8 CPU seconds: only tests that read alone share one.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Product } from '../../../scripts/product.ts'
import { shortLived, startProduct } from '../../../scripts/product.ts'
import type { Servers } from './browser.ts'
import { slot } from './slot.ts'
import { cpuSecondsOf } from './price.ts'

export const slotPort = (): number => inject('portBase') + slot
/**
 * Of the server that the worker's tests share which only read (test-reading.ts): a block has nine
 * ports, four for each kind.
 */
export const sharedPort = (): number => slotPort() + 4

/** @param storeDir is left as it is. @param siteUrl where browsers find it by a name. */
export async function withServer(storeDir: string, use: (servers: Servers) => Promise<void>, siteUrl?: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-journey-data-'))
  cpSync(storeDir, dataDir, { recursive: true })
  const start = () =>
    startProduct({
      dataDir,
      port: slotPort(),
      settings: { SEED: 'off', ...shortLived, ...(siteUrl !== undefined && { SITE_URL: siteUrl }) },
      isReady: true,
    })
  let product: Product = await start()
  let spent = 0
  const kill = async () => {
    spent += cpuSecondsOf(product.pid)
    await product.kill()
  }
  try {
    await use({
      origin: product.origin,
      dataDir,
      kill,
      startAgain: async () => void (product = await start()),
      cpuSeconds: () => spent + cpuSecondsOf(product.pid),
    })
  } finally {
    await kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
