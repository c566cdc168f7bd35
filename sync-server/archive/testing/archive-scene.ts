import { onTestFinished } from 'vitest'
import Fastify from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '#server/store/port.ts'
import type { ChildOptions } from '#server/archive/archive-child.ts'
import type { Archive } from '#server/archive/archive.ts'
import { ownLimits } from '#server/http/limits.ts'
import { createArchive } from '#server/archive/archive.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { T0 } from '#shared/testing/factories.ts'

/** An empty store, and a clock. Closed after the test. */
export async function aStore() {
  const place = await productPlace()
  const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  onTestFinished(async () => {
    await store.close()
    await place.remove()
  })
  return store
}

export interface SceneOptions {
  readonly now?: number
  readonly dataDir?: string
  readonly replicateTo?: string
  readonly child?: Pick<ChildOptions, 'start' | 'backOffMs' | 'startWithinMs'>
}

/** An archive of that store and its gateway, with nothing of the site around them. */
export async function anArchive(
  store: Store,
  { now = T0, dataDir, replicateTo, child }: SceneOptions = {},
): Promise<{ readonly archive: Archive; readonly origin: string; readonly faults: readonly unknown[] }> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'lyceum-archive-')))
  const faults: unknown[] = []
  const archive = createArchive({
    settings: { isOn: true, place: null, replicateTo: replicateTo ?? null },
    dataDir: folder,
    store,
    onCommit: () => () => undefined,
    now: () => now,
    log: (error) => faults.push(error),
    child: { backOffMs: 50, ...child },
  })
  const app = Fastify({ forceCloseConnections: true })
  archive.routes(app, ownLimits())
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  archive.begin()
  onTestFinished(async () => {
    await archive.close()
    await app.close()
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
  })
  return { archive, origin, faults }
}
