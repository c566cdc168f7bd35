/**
 * What somebody wants here once a day or once a week comes into sight when its hour has come, if
 * they still want it.
 */
import type { Log, Writer } from '#server/sync/writer.ts'
import type { ReadStore } from './audience.ts'
import { settingsOf } from '#shared/notifications/queries.ts'
import { notifications } from '#shared/notifications/schema.ts'
import { StoreFailure } from '#server/store/port.ts'
import { isLeaseLost } from '#server/sync/leases.ts'
import { runOperation } from '#server/sync/operations.ts'
import { dueDeliveries } from './send-mails.ts'
import { stillWanted } from './still-wanted.ts'
import { endDeliveries, showNotices } from './operations.ts'

interface ShowNotices {
  readonly store: ReadStore
  readonly writer: Pick<Writer, 'work'>
  readonly log: Log
}

const atOnce = 1_000
/**
 * A piece is one of the writer's turns: small, so that others wait no longer than for a few
 * mutations.
 */
const piece = 40

/** Until nothing is due. */
export async function showDueNotices({ store, writer, log }: ShowNotices, now: number): Promise<void> {
  for (let found = atOnce; found === atOnce;) {
    const due = await store.read((read) => read.list(dueDeliveries('here', now, atOnce)))
    found = due.length
    for (const [userId, own] of Map.groupBy(due, (delivery) => delivery.userId)) {
      try {
        await showTo(
          userId,
          own.map(({ notificationId }) => notificationId),
        )
      } catch (error) {
        if (error instanceof StoreFailure || isLeaseLost(error)) throw error
        // What cannot be shown to one must not keep it from the others.
        log(error, 'notify: some notices were left out')
        await runOperation(writer, endDeliveries, { ids: own.map(({ id }) => id) })
      }
    }
  }

  async function showTo(userId: string, ids: readonly string[]): Promise<void> {
    const { waiting, wanted } = await store.read(async (read) => {
      const all = (await read.getMany(notifications, ids)).toSorted((a, b) => a.at - b.at)
      const left = await stillWanted(read, await settingsOf(read, userId), all, 'here')
      const inOrder = all.map(({ id }) => id)
      // What is gone is asked for too: what was to carry it goes then.
      return { waiting: [...new Set([...inOrder, ...ids])], wanted: new Set(left.map(({ id }) => id)) }
    })
    for (let from = 0; from < waiting.length; from += piece)
      await runOperation(writer, showNotices, {
        userId,
        notices: waiting.slice(from, from + piece).map((id) => ({ id, isWanted: wanted.has(id) })),
      })
  }
}
