import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { AuditEntry } from '../moderation/measure-schema.ts'
import type { Conversation } from './schema.ts'
import { members } from '../accounts/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { ReasonInWords } from '../moderation/measure-schema.ts'
import { noteAudit } from '../moderation/record.ts'
import { addMessage, keyed } from './mutations.ts'
import { conversationOf } from './queries.ts'
import { canReadConversation, canUseConversation } from './rules.ts'
import { conversationLimits, messages, stateId } from './schema.ts'
import { canAskToRead, canJoinAsStaff, canReadForReason } from './staff-reading-rules.ts'
import { privateLookMs } from '../moderation/private-looks.ts'
import { staffReadings } from './staff-reading-schema.ts'

/**
 * Opens a conversation of others to its sender, for a while, and writes down who reads what, when
 * and why. Said twice with one reason it is one entry; what one may read anyway needs none.
 */
export const readForReason = defineMutation({
  name: 'conversations.readForReason',
  args: z.strictObject({ id: Id, reason: ReasonInWords }),
  async run(context, { id, reason }) {
    const { tx, viewer, now } = context
    authorize(canAskToRead(viewer))
    const byId = signedIn(viewer).userId
    const conversation = await conversationThere(context, id)
    if (canReadConversation(viewer, conversation).allowed) return
    const readingId = stateId(conversation.id, byId)
    const before = await tx.get(staffReadings, readingId)
    if (before?.reason === reason && canReadForReason(viewer, before, now).allowed) return
    const endsAt = now + privateLookMs
    await tx.put(staffReadings, { id: readingId, conversationId: conversation.id, byId, reason, at: now, endsAt })
    const names = (await tx.getMany(members, conversation.participantIds)).map(({ displayName }) => displayName)
    await noteOfEach(context, 'read.conversation', conversation, { reason, participants: names.join(', '), endsAt })
  },
})

/** Takes part in a conversation that one reads for a reason: everybody in it sees that. */
export const joinAsStaff = defineMutation({
  name: 'conversations.joinAsStaff',
  args: z.strictObject({ id: Id, messageId: Id }),
  async run(context, { id, messageId }) {
    const { tx, viewer, now } = context
    authorize(canAskToRead(viewer))
    const { userId } = signedIn(viewer)
    const conversation = await conversationThere(context, id)
    if (canUseConversation(viewer, conversation).allowed) return
    authorize(canJoinAsStaff(viewer, conversation, await tx.get(staffReadings, stateId(conversation.id, userId)), now))
    const participantIds = [...conversation.participantIds, userId]
    const joinedIds = [...(conversation.joinedIds ?? []), userId]
    if ((await tx.get(messages, messageId)) !== undefined) throw new AppError('taken', { field: 'messageId' })
    if (participantIds.length > conversationLimits.participants) throw new AppError('invalid', { field: 'participantIds' })
    await addMessage(context, keyed({ ...conversation, participantIds, joinedIds }), {
      ...{ id: messageId, body: null },
      event: { kind: 'added', userIds: [userId] },
    })
    await tx.delete(staffReadings, stateId(conversation.id, userId))
    await noteOfEach(context, joinAsStaff.name, conversation, {})
  },
})

/** A reading is over. */
export const endReading = defineMutation({
  name: 'conversations.endReading',
  from: 'server',
  args: z.strictObject({ id: z.string() }),
  async run({ tx, now }, { id }) {
    const reading = await tx.get(staffReadings, id)
    if (reading !== undefined && reading.endsAt <= now) await tx.delete(staffReadings, id)
  },
})

/** An entry about each participant: the log is asked about a member at a time. */
async function noteOfEach(
  context: MutationContext,
  act: string,
  { id, participantIds }: Conversation,
  details: AuditEntry['details'],
): Promise<void> {
  const ids = participantIds.slice(0, conversationLimits.participants)
  for (const userId of ids.length === 0 ? [null] : ids) await noteAudit(context, act, { userId, targetId: id, details })
}

async function conversationThere({ tx }: MutationContext, id: string): Promise<Conversation> {
  const conversation = await conversationOf(tx, id)
  if (conversation === undefined) throw new AppError('not-found', { message: `conversation ${id}` })
  return conversation
}
