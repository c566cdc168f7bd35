import { endEmails } from '#shared/notifications/mutations.ts'
import { notifications } from '#shared/notifications/schema.ts'
import { deliveriesOf, dropDeliveries } from '#server/notify/works.ts'
import { defineDerive } from '#server/sync/derive.ts'

/** Whoever ends mails means those too that were to come: a daily or weekly one would else arrive once more. */
export const endWaitingEmails = defineDerive(endEmails, async ({ tx, now }, { userId, types }) => {
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
