// What a device costs the server with 1,000 records in the store and with 1,000,000: a greeting
// with a hundred shapes, and a page of changes.
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { ServerMessage } from '#shared/sync/protocol.ts'
import type { Link } from '#server/sync/sync-ports.ts'
import { createSubscriptionManager } from '#server/sync/subscription-manager.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { posts } from '#shared/posts/schema.ts'
import { policies } from '#shared/policies.ts'
import { deviceRules } from '#shared/shapes.ts'
import { protocol, schemas } from '#shared/sync/protocol.ts'
import { newId } from '../simulation/faults/testing/device.ts'
import { memberIdOf, postAddress } from './lib/community.ts'
import { median, report, round } from './lib/figures.ts'
import type { Figures } from './lib/figures.ts'
import { makeDataDir, openBenchStore, withFolder } from './lib/store.ts'

/** A post without comments is seven: itself, its text, its tally and its places in lists. */
const recordsPerPost = 7
const few = 1_000
const many = Number(process.env['BENCH_RECORDS'] ?? 1_000_000)
const shapeCount = 100
const rounds = 40
const now = Date.now()

interface Costs {
  readonly helloMs: readonly number[]
  readonly changeMs: readonly number[]
}

async function costs(dataDir: string): Promise<Costs> {
  const store = await openBenchStore(dataDir)
  const writer = inProcessWriter(store, serverRegistry)
  const subscriptionManager = createSubscriptionManager({
    store,
    writer,
    viewerOf: serverRegistry.viewerOf,
    openSessions: async (_read, ids) => new Set(ids),
    policies,
    rules: deviceRules,
    clock: Date.now,
    timers: {
      every: (ms, work) => stopping(setInterval(work, ms)),
      after: (ms, work) => stopping(setTimeout(work, ms)),
      turn: () => new Promise((resolve) => setImmediate(resolve)),
    },
    hash: (text) => text,
    log: (error, about) => console.error(about, error),
    build: 'bench',
  })
  const position = await store.journal.position()
  const shapes = Array.from({ length: shapeCount }, (_, n) => ({
    id: `thread:${postAddress(n).id}`,
    epoch: store.meta.epoch,
    cursor: position,
  }))
  const helloMs: number[] = []
  const changeMs: number[] = []
  for (let n = 0; n < rounds + 5; n += 1) {
    let hear: (message: ServerMessage) => void = () => undefined
    const link: Link = {
      // The server's own.
      send: (text) => hear(JSON.parse(text) as ServerMessage),
      close: () => undefined,
      buffered: () => 0,
      maxPages: 2,
      isLasting: false,
    }
    const session = subscriptionManager.open(link, { sessionId: 'bench', userId: memberIdOf(1) })
    const from = performance.now()
    await session.receive({ t: 'hello', proto: protocol, schema: schemas.current, device: newId(), shapes })
    await session.quiet()
    helloMs.push(performance.now() - from)

    const paged = new Promise<void>((resolve) => (hear = (message) => message.t === 'page' && resolve()))
    await store.write(async ({ tx }) => {
      const post = await tx.get(posts, postAddress(0).id)
      if (post !== undefined) await tx.put(posts, { ...post, wordCount: post.wordCount + 1 })
    })
    const changed = performance.now()
    await subscriptionManager.caughtUp()
    await paged
    changeMs.push(performance.now() - changed)
    session.closed()
  }
  await subscriptionManager.stop()
  await writer.close()
  await store.close()
  // The first few are spent on compiling.
  return { helloMs: helloMs.slice(5), changeMs: changeMs.slice(5) }
}

function stopping(timer: NodeJS.Timeout): () => void {
  timer.unref()
  return () => clearTimeout(timer)
}

const compare = (name: string, small: readonly number[], large: readonly number[]): Figures => ({
  [`${name}Ms`]: round(median(large)),
  [`${name}Ratio`]: round(median(large) / median(small)),
})

await withFolder(async (folder) => {
  for (const records of [few, many]) {
    const from = performance.now()
    await makeDataDir(join(folder, String(records)), { posts: Math.ceil(records / recordsPerPost), now })
    console.log(`  ${records} records written in ${Math.round((performance.now() - from) / 1_000)} s`)
  }
  await after(1_000)
  const small = await costs(join(folder, String(few)))
  const large = await costs(join(folder, String(many)))
  report({ ...compare('hello100Shapes', small.helloMs, large.helloMs), ...compare('pageOfChanges', small.changeMs, large.changeMs) })
})
