import * as z from 'zod/mini'
import type { Conversation } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { CommentBody } from '../text/schema.ts'
import { addMessage, Others, staffAmong, Title, withOthers } from './mutations.ts'
import { conversationOf } from './queries.ts'
import { canUseModeratorInbox } from './rules.ts'
import { messages } from './schema.ts'

/**
 * Begins a conversation as the moderators, always one of its own: who of them began the last one
 * with the same member is not everybody's to answer for.
 */
export const beginAsModerators = defineMutation({
  name: 'conversations.beginAsModerators',
  args: z.strictObject({ id: Id, messageId: Id, participantIds: Others, title: Title, body: CommentBody }),
  async run(context, { id, messageId, participantIds, title, body }) {
    const { tx, viewer, now } = context
    authorize(canUseModeratorInbox(viewer))
    const { userId } = signedIn(viewer)
    const everyone = withOthers(userId, participantIds)
    const here = await conversationOf(tx, id)
    if (here !== undefined) {
      if (here.moderatorIds?.includes(userId) !== true || (await tx.get(messages, messageId))?.userId !== userId)
        throw new AppError('taken', { field: 'id' })
      return
    }
    const conversation: Conversation = {
      ...{ id, creatorId: userId, participantIds: everyone, moderatorIds: [...(await staffAmong(context, everyone))] },
      ...{ title: title === '' ? null : title, participantsKey: null, createdAt: now, latestAt: now },
      ...{ latestMessageId: messageId, messageCount: 0 },
    }
    await addMessage(context, conversation, { id: messageId, body, event: null })
  },
})
