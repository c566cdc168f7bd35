/**
 * One of several nodes, which notifies and reminds while it leads: says after each piece of it how
 * many have heard of the event so far, waits for a line before it goes on, and says `done`. For
 * killed-nodes.test.ts.
 */
import { createInterface } from 'node:readline'
import { newsSources } from '#server/features/domains.ts'
import { startLeaderElection } from '#server/nodes/leader-election.ts'
import { startNotificationDispatcher } from '#server/notify/notification-dispatcher.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Writer } from '#server/sync/writer.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { ofCause } from '#shared/notifications/queries.ts'
import { remindOfNear } from '../jobs.ts'

const [databaseUrl = '', nodeId = '', time = '', cause = ''] = process.argv.slice(2)
const now = () => Number(time)
const store = await openStore({ databaseUrl, dataDir: '' }, serverRegistry.tables, serverRegistry.migrations)
const own = inProcessWriter(store, serverRegistry, { clock: now })
/** As long as they come it is alive. */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const log = (error: unknown): void => console.error(error)
const election = startLeaderElection({ store, writer: own, nodeId, log, beatMs: 50, patienceMs: 600 })
election.onLeader((writer) => {
  let leads = true
  const stepwise: Writer = {
    ...writer,
    async work(...args) {
      const answer = await writer.work(...args)
      process.stdout.write(`${await store.read((read) => read.count(ofCause(cause, 1)))}\n`)
      await lines.next()
      return answer
    },
  }
  const dispatcher = startNotificationDispatcher({ store, writer: stepwise, now, hasMail: true, news: newsSources, log })
  // Twice, as a job does that is asked again.
  const remind = () => remindOfNear({ store, apply: (request) => writer.apply(request) }, now())
  void (async () => {
    await Promise.all([remind(), remind()])
    await dispatcher.caughtUp()
    await remind()
    await dispatcher.caughtUp()
    // Who has lost the lead waits for nothing any more, and is done with nothing.
    if (leads) process.stdout.write('done\n')
  })().catch(log)
  return () => {
    leads = false
    return dispatcher.stop()
  }
})
