/**
 * The cheapest kind of site, for tests that only read: one server a worker for all of them, started
 * by the first, and a context of the worker's browser for each reader. Nothing may be written that
 * another test could see, and nobody kills the server: who does either takes `test-page.ts`.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { inject, test as plainTest } from 'vitest'
import { shortLived, startProduct } from '../../../scripts/product.ts'
import type { Product } from '../../../scripts/product.ts'
import type { Servers, Site } from './browser.ts'
import { useSite } from './browser.ts'
import { sharedPort } from './own-server.ts'
import { cpuSecondsOf } from './price.ts'
import { slot } from './slot.ts'
import { contextsOfOneBrowser } from './test-page.ts'

export const test = plainTest.extend<{ site: Site }>({
  site: async ({ task }, use) => useSite(task, use, await sharedServer(), await contextsOfOneBrowser()),
})

/** It ends with the worker; its folder is removed with the run's. */
let shared: Promise<Product> | null = null

async function sharedServer(): Promise<Servers> {
  const dataDir = join(inject('snapshotDir'), `read-${slot}-${process.pid}`)
  const isFirst = shared === null
  const { origin, pid } = await (shared ??= start(dataDir))
  const before = isFirst ? 0 : cpuSecondsOf(pid)
  const notShared = (): never => {
    throw new Error('others read from this server: take test-page.ts')
  }
  return { origin, dataDir, kill: notShared, startAgain: notShared, cpuSeconds: () => cpuSecondsOf(pid) - before }
}

function start(dataDir: string): Promise<Product> {
  cpSync(inject('seededDataDir'), dataDir, { recursive: true })
  return startProduct({ dataDir, port: sharedPort(), settings: { SEED: 'off', ...shortLived }, isReady: true })
}
