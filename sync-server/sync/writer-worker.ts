/**
 * Entry of the writer's thread: opens a store of its own and applies what the main thread sends.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { openStore } from '#server/store/open-store.ts'
import { giveBackSoon } from './give-back.ts'
import type { ServerRegistry } from './server-registry.ts'
import { answerTo, packError } from './writer-messages.ts'
import type { FromWriter, ToWriter, WireAnswer, WriterStart } from './writer-messages.ts'
import { inProcessWriter } from './writer.ts'

const port = parentPort
if (port === null) throw new Error('writer-worker.ts runs as a worker thread only')
const say = (message: FromWriter) => port.postMessage(message)

// Given by writer-client.ts.
const start = workerData as WriterStart
// The module's author promises this export; see server-registry.ts.
const { serverRegistry } = (await import(start.serverRegistry)) as { readonly serverRegistry: ServerRegistry }
const store = await openStore(start.address, serverRegistry.tables, serverRegistry.migrations)
const writer = inProcessWriter(store, serverRegistry, {
  clock: store.clock,
  ...(start.address.databaseUrl === null ? {} : { maxHoldMs: 500 }),
  ...(start.maxInGroup === undefined ? {} : { maxInGroup: start.maxInGroup }),
  log: (error, about) => say({ kind: 'log', error: packError(error), about }),
})
writer.onCommit((seq) => say({ kind: 'committed', seq }))

let answers: WireAnswer[] = []
/** The answers of one commit travel as one message. */
function answer(one: WireAnswer): void {
  if (answers.push(one) > 1) return
  setImmediate(() => {
    say({ kind: 'answers', answers, healthy: writer.healthy })
    answers = []
  })
}

port.on('message', ({ asks, close }: ToWriter) => {
  for (const { n, ask } of asks) answerTo(writer, n, ask).then(answer, (error: unknown) => answer({ n, failed: packError(error) }))
  if (close === true) void finish()
})
say({ kind: 'ready' })
giveBackSoon()

async function finish(): Promise<void> {
  await writer.close()
  await store.close()
  // After the answers of the last commit.
  setImmediate(() => {
    say({ kind: 'closed' })
    port?.close()
  })
}
