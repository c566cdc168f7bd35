import { signedIn } from '#shared/kernel/mutation.ts'
import { chooseNotices, endEmails } from '#shared/notifications/mutations.ts'
import { settingsOf } from '#shared/notifications/queries.ts'
import { notifications } from '#shared/notifications/schema.ts'
import { forgetKarmaBatch } from '#server/triggers/karma-batch.ts'
import { deliveriesOf, dropDeliveries } from '#server/notify/operations.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

/**
 * Whoever ends mails means those too that were to come: a daily or weekly one would else arrive
 * once more.
 */
export const endWaitingEmails = defineTrigger(endEmails, async ({ tx, now }, { userId, types }) => {
  const waiting = await tx.list(deliveriesOf(userId, Number.MAX_SAFE_INTEGER))
  const about = new Map(
    (
      await tx.getMany(
        notifications,
        waiting.map(({ notificationId }) => notificationId),
      )
    ).map((notification) => [notification.id, notification.type]),
  )
  const isEnded = (notificationId: string): boolean => {
    const type = about.get(notificationId)
    return types === 'all' || (type !== undefined && types.includes(type))
  }
  const ended = waiting.filter(({ channel, notificationId }) => channel === 'email' && isEnded(notificationId))
  await dropDeliveries(
    tx,
    ended.map(({ id }) => id),
    now,
  )
})

/**
 * Whoever chooses anew when they are told of karma begins a new batch: what was gathered for the
 * one before goes (community.md 5.5).
 */
export const restartKarmaBatch = defineTrigger(chooseNotices, async ({ tx, viewer, now }, { choice }) => {
  if (choice.field !== 'karma') return
  const { userId } = signedIn(viewer)
  // The same choice once more is none: the page without a script sends all of them at once.
  if ((await settingsOf(tx, userId)).karma?.chosenAt === now) await forgetKarmaBatch(tx, userId)
})
