/**
 * Entry of the search's thread: keeps the index and searches it, so that neither a long text nor a
 * costly query holds up requests.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Table } from '#shared/kernel/table.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { listings } from '#shared/feed/schema.ts'
import { authorships, posts, revisions } from '#shared/posts/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { openStore } from '#server/store/open-store.ts'
import { giveBackSoon } from '#server/sync/give-back.ts'
import type { FromSearch, SearchStart, ToSearch } from './messages.ts'
import type { SearchEngine } from './engine.ts'
import { openIndex, searchEngine, searchReader } from './engine.ts'

const againMs = 2_000

const port = parentPort
if (port === null) throw new Error('search-worker.ts runs as a worker thread only')
const say = (message: FromSearch) => port.postMessage(message)
const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

const log = (error: unknown, about: string): void => say({ kind: 'log', about, stack: stackOf(error) })

// Given by search-client.ts.
const { address, schema, term: firstTerm } = workerData as SearchStart
// What it reads, and no more. Each is only ever used with its own rows.
const tables = [posts, revisions, comments, members, karmaStats, tallies, listings, authorships].map((table: unknown) => table as Table)
const done = { name: 'run by the writer', run: async () => undefined }
const store = await openStore(address, tables, Array<typeof done>(schema).fill(done))
const index = await openIndex(address)
let engine: SearchEngine = searchReader({ store, index })
let changing = Promise.resolve()
lead(firstTerm)

port.on('message', (message: ToSearch) => {
  if ('close' in message) return void finish()
  if ('term' in message) return lead(message.term)
  const { n, asks } = message
  engine.find(asks).then(
    (all) => say({ kind: 'found', n, all }),
    (error: unknown) => say({ kind: 'failed', n, why: stackOf(error) }),
  )
})
say({ kind: 'ready' })
giveBackSoon()

/** Keeps the index from now on, or leaves that to another node. */
function lead(term: number | null): void {
  changing = changing
    .then(async () => {
      const before = engine
      engine = searchReader({ store, index })
      await before.rest()
      if (term === null) return
      await index.lead(term, store.meta.epoch)
      engine = searchEngine({ store, index, now: store.clock, follow: { log } })
    })
    .catch((error: unknown) => {
      log(error, 'search index: who keeps it')
      // The database was away; the term is still ours, or the index says no.
      if (term !== null) setTimeout(() => lead(term), againMs).unref()
    })
}

async function finish(): Promise<void> {
  await changing
  await engine.close()
  await store.close()
  port?.close()
}
