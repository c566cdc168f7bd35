/** Tells until it is killed: says each change that has been committed. For crash.test.ts. */
import { newsSources } from '#server/features/domains.ts'
import { openStore } from '#server/store/open-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { startNotificationDispatcher } from '../notification-dispatcher.ts'

const store = await openStore({ databaseUrl: null, dataDir: process.argv[2] ?? '' }, serverRegistry.tables, serverRegistry.migrations)
const now = Number(process.argv[3])
const writer = inProcessWriter(store, serverRegistry, { clock: () => now })
writer.onCommit((seq) => process.stdout.write(`${seq}\n`))
const notificationDispatcher = startNotificationDispatcher({ store, writer, now: () => now, hasMail: true, news: newsSources })
await notificationDispatcher.caughtUp()
process.stdout.write('done\n')
// Alive until it is killed.
setInterval(() => undefined, 1_000)
