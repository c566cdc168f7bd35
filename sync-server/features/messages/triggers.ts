import type { TriggerSettings } from '#server/features/define-server-domain.ts'
import type { TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { noticed, requireConfirmedEmail } from '#server/triggers/new-members.ts'
import { members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { isStaffOrOperator } from '#shared/kernel/viewer.ts'
import { beginAsModerators } from '#shared/messages/moderator-mutations.ts'
import { moderatorRowsOf } from '#shared/messages/moderator-queries.ts'
import { moderatorConversations } from '#shared/messages/moderator-schema.ts'
import { addParticipants, beginConversation, leaveConversation, sendMessage } from '#shared/messages/mutations.ts'
import { contactsOf } from '#shared/messages/queries.ts'
import { canReceiveMessages, newcomerContacts } from '#shared/messages/rules.ts'
import type { Conversation } from '#shared/messages/schema.ts'
import { conversations, conversationStates, messages, stateId } from '#shared/messages/schema.ts'
import { joinAsStaff } from '#shared/messages/staff-reading-mutations.ts'
import { hasMuted } from '#shared/mutes/queries.ts'

export const messageTriggers = (settings: TriggerSettings) => [
  defineTrigger(beginConversation, async (context, { messageId, participantIds }) => {
    const sender = signedIn(context.viewer)
    requireConfirmedEmail(sender, settings)
    await requireMembers(context, participantIds)
    await arrive(context, messageId)
    if (isStaffOrOperator(sender) || sender.isApproved) return
    if ((await contactsOf(context.tx, sender.userId)).size > newcomerContacts.unnoticed)
      await noticed(context, sender.userId, 'flaggedForNDMs', {})
  }),
  defineTrigger(beginAsModerators, async (context, { messageId, participantIds }) => {
    await requireMembers(context, participantIds)
    await arrive(context, messageId)
  }),
  defineTrigger(sendMessage, async (context, { id }) => {
    requireConfirmedEmail(signedIn(context.viewer), settings)
    await arrive(context, id)
  }),
  defineTrigger(addParticipants, async (context, { messageId, participantIds }) => {
    requireConfirmedEmail(signedIn(context.viewer), settings)
    await requireMembers(context, participantIds)
    await arrive(context, messageId)
  }),
  defineTrigger(joinAsStaff, (context, { messageId }) => arrive(context, messageId)),
  defineTrigger(leaveConversation, (context, { messageId }) => arrive(context, messageId)),
]

/** Who is written to must be there, which a device cannot always know. */
async function requireMembers({ tx, now }: TriggerContext, ids: readonly string[]): Promise<void> {
  const found = await tx.getMany(members, [...new Set(ids)])
  if (found.length < new Set(ids).size || found.some((member) => !canReceiveMessages(member, now).allowed))
    throw new AppError('not-found', { field: 'participantIds' })
}

/** Its place in the moderators' inbox, and who it is with there. */
async function listForModerators({ tx }: TriggerContext, { id, participantIds, moderatorIds, latestAt }: Conversation): Promise<void> {
  if (moderatorIds === undefined) return
  const rows = ['', ...participantIds.filter((each) => !moderatorIds.includes(each))].map((userId) => ({
    id: userId === '' ? id : stateId(id, userId),
    ...{ conversationId: id, userId, latestAt },
  }))
  for (const { id: listedId } of await tx.list(moderatorRowsOf(id)))
    if (!rows.some((row) => row.id === listedId)) await tx.delete(moderatorConversations, listedId)
  for (const row of rows) await tx.put(moderatorConversations, row)
}

/**
 * What a message is to the others. Whom its sender is muted by it reaches quietly, in their
 * archive: nothing that the sender sees tells of it.
 */
async function arrive(context: TriggerContext, messageId: string): Promise<void> {
  const { tx } = context
  const message = await tx.get(messages, messageId)
  // Those who were added are there already.
  if (message === undefined) return
  const conversation = await getOrThrow(tx, conversations, message.conversationId)
  const { participantIds, latestMessageId, id: conversationId } = conversation
  // A repeated one: what came since stands.
  if (latestMessageId !== messageId) return
  await listForModerators(context, conversation)
  const isNews = message.event?.kind !== 'left'
  for (const userId of participantIds) {
    if (userId === message.userId) continue
    const id = stateId(conversationId, userId)
    const before = await tx.get(conversationStates, id)
    if (before !== undefined && before.latestN >= message.n) continue
    const isHushed = await hasMuted(tx, userId, message.userId)
    // What was written before they came is there to be read, and is no news to them.
    const was = before ?? { readN: isHushed ? message.n : message.n - 1, isUnread: false, isArchived: isHushed, isMuted: false, latestN: 0 }
    const isRaised = isNews && !isHushed
    await tx.put(conversationStates, {
      ...{ id, userId, conversationId, latestAt: message.at, latestN: message.n },
      readN: !isRaised && !was.isUnread ? message.n : was.readN,
      isUnread: isRaised || was.isUnread,
      isArchived: isRaised ? false : was.isArchived,
      isMuted: was.isMuted,
    })
  }
}
