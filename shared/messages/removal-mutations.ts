import * as z from 'zod/mini'
import { closeReportsOn } from '../content-reports/mutations.ts'
import { openReportsOn } from '../content-reports/queries.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { noteAudit } from '../moderation/record.ts'
import { picturesIn } from '../pictures/in-text.ts'
import { pictures } from '../pictures/schema.ts'
import { canUseModeratorInbox } from './rules.ts'
import { canRemoveMessage } from './removal-rules.ts'
import { conversations, messages, stateId } from './schema.ts'
import { staffReadings } from './staff-reading-schema.ts'

/**
 * Takes the words of a message away, and its pictures off the site; its place stays, where all who
 * take part read that a moderator removed it. Closes the reports on it. Running it twice changes
 * nothing.
 */
export const removeMessage = defineMutation({
  name: 'messages.remove',
  args: z.strictObject({ id: Id }),
  async run(context, { id }) {
    const { tx, viewer, now } = context
    authorize(canUseModeratorInbox(viewer))
    const byId = signedIn(viewer).userId
    const message = await tx.get(messages, id)
    const conversation = message && (await tx.get(conversations, message.conversationId))
    if (message === undefined || conversation === undefined) throw new AppError('not-found', { message: `message ${id}` })
    if (message.body === null && message.event === null) return
    const isReported = (await tx.list(openReportsOn(id, 1))).length > 0
    const reading = await tx.get(staffReadings, stateId(conversation.id, byId))
    authorize(canRemoveMessage(viewer, message, { conversation, isReported, reading }, now))
    const shown = message.body === null ? [] : picturesIn(message.body)
    await tx.put(messages, { ...message, body: null })
    for (const picture of await tx.getMany(pictures, shown))
      // Of a picture that is not its own a message shows nothing.
      if (picture.ownerId === message.userId && picture.state !== 'removed')
        await tx.put(pictures, { ...picture, state: 'removed', removedAt: now, removedById: byId })
    await closeReportsOn(tx, id, { state: 'acted', closedAt: now, closedById: byId })
    await noteAudit(context, removeMessage.name, {
      userId: message.userId,
      targetId: id,
      details: { conversation: conversation.id, pictures: shown.length },
    })
  },
})
