/**
 * One of several nodes, which notifies and reminds while it leads: says after each commit how many
 * have heard of the event so far, and `done`. For killed-nodes.test.ts.
 */
import { setInterval } from 'node:timers'
import { newsSources } from '#server/features/domains.ts'
import { startLeaderElection } from '#server/nodes/leader-election.ts'
import { startNotificationDispatcher } from '#server/notify/notification-dispatcher.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { openStore } from '#server/store/open-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { ofCause } from '#shared/notifications/queries.ts'
import { remindOfNear } from '../jobs.ts'

const [databaseUrl = '', nodeId = '', time = '', cause = ''] = process.argv.slice(2)
const now = () => Number(time)
const store = await openStore({ databaseUrl, dataDir: '' }, serverRegistry.tables, serverRegistry.migrations)
const own = inProcessWriter(store, serverRegistry, { clock: now })
const log = (error: unknown): void => console.error(error)
const election = startLeaderElection({ store, writer: own, nodeId, log, beatMs: 50, patienceMs: 600 })
election.onLeader((writer) => {
  own.onCommit(() => {
    void store.read((read) => read.count(ofCause(cause, 1))).then((count) => process.stdout.write(`${count}\n`))
  })
  const dispatcher = startNotificationDispatcher({ store, writer, now, hasMail: true, news: newsSources, log })
  // Twice, as a job does that is asked again.
  const remind = () => remindOfNear({ store, apply: (request) => writer.apply(request) }, now())
  void (async () => {
    await Promise.all([remind(), remind()])
    await dispatcher.caughtUp()
    await remind()
    await dispatcher.caughtUp()
    process.stdout.write('done\n')
  })().catch(log)
  return () => dispatcher.stop()
})
// Alive until it is killed.
setInterval(() => undefined, 1_000)
