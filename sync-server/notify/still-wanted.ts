/**
 * What somebody was to be told may have waited for hours: for the end of a night, for the day's
 * mail, for a mail server that was away. Right before it is carried its reader's wishes are asked
 * once more: a muted discussion, conversation or member, a thing that is followed no longer, a kind
 * that is not to come that way; and a message that they have read meanwhile.
 */
import type { Comment } from '#shared/comments/schema.ts'
import type { Notification, NoticeSettings } from '#shared/notifications/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Subscription } from '#shared/subscriptions/schema.ts'
import type { Delivery } from './tables.ts'
import { comments } from '#shared/comments/schema.ts'
import { conversationStates, messages, stateId } from '#shared/messages/schema.ts'
import { muteId, mutes } from '#shared/mutes/schema.ts'
import { noticeTypes } from '#shared/notifications/all-types.ts'
import { channelsFor } from '#shared/notifications/rules.ts'
import { subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'

/** In the order given. @param read without read policies */
export async function stillWanted(
  read: Read,
  settings: NoticeSettings,
  found: readonly Notification[],
  channel: Delivery['channel'],
): Promise<readonly Notification[]> {
  const above = await commentsAbove(read, found)
  const asked = found.flatMap((one) => [...(one.commentId === null ? [] : [muteOf(one)]), ...(rowsOf(one, above) ?? [])])
  const rows = new Map((await read.getMany(subscriptions, [...new Set(asked)])).map((row) => [row.id, row]))
  const actors = found.flatMap(({ userId, actorId }) => (actorId === null ? [] : [muteId(userId, actorId)]))
  const muted = new Set((await read.getMany(mutes, [...new Set(actors)])).map(({ id }) => id))
  const settledMessages = await mutedOrRead(read, found)
  return found.filter((one) => {
    if (settledMessages.has(one.id)) return false
    if (one.actorId !== null && muted.has(muteId(one.userId, one.actorId))) return false
    if (one.commentId !== null && rows.get(muteOf(one))?.state === 'on') return false
    const own = rowsOf(one, above)?.map((id) => rows.get(id))
    const heard = own?.findIndex((row) => hears(row, isByDefault(one, settings))) ?? 0
    if (heard < 0) return false
    const row = own?.[heard]
    const channels = channelsFor(settings, one.type, row?.state === 'on' ? row.via : null)
    if (channel === 'here') return channels.inApp
    return channel === 'push' ? channels.push : channels.email !== 'off'
  })
}

/** Of private messages: those whose owner has muted the conversation, left it, or read that far. */
async function mutedOrRead(read: Read, found: readonly Notification[]): Promise<ReadonlySet<string>> {
  const about = found.flatMap(({ id, userId, subject }) => {
    if (subject?.kind !== 'conversation' || subject.partId === undefined) return []
    return [{ id, stateId: stateId(subject.id, userId), messageId: subject.partId }]
  })
  const states = new Map(
    (await read.getMany(conversationStates, [...new Set(about.map((one) => one.stateId))])).map((row) => [row.id, row]),
  )
  const numbers = new Map((await read.getMany(messages, [...new Set(about.map((one) => one.messageId))])).map(({ id, n }) => [id, n]))
  const settled = about.filter((one) => {
    const state = states.get(one.stateId)
    return state === undefined || state.isMuted || state.readN >= (numbers.get(one.messageId) ?? 0)
  })
  return new Set(settled.map(({ id }) => id))
}

const muteOf = ({ userId, postId }: Notification): string => subscriptionId(userId, 'thread', postId ?? '')

const isDefaultReply = ({ type, because }: Notification): boolean => noticeTypes[type].byDefault === 'ownComments' && because === ''

/** Of each comment that is told as a reply: what it answers, and what its thread began with. */
async function commentsAbove(read: Read, found: readonly Notification[]): Promise<ReadonlyMap<string, readonly Comment[]>> {
  const replies = await read.getMany(
    comments,
    found.flatMap((one) => (isDefaultReply(one) ? (one.commentId ?? []) : [])),
  )
  const idsAbove = ({ id, parentId, rootId }: Comment): readonly string[] =>
    [...new Set([parentId ?? rootId, rootId])].filter((one) => one !== id)
  const byId = new Map((await read.getMany(comments, [...new Set(replies.flatMap(idsAbove))])).map((comment) => [comment.id, comment]))
  return new Map(replies.map((reply) => [reply.id, idsAbove(reply).flatMap((id) => byId.get(id) ?? [])]))
}

/**
 * Where its owner says whether they want to hear of it: what they follow, or, of what is told by
 * default, those things of theirs (audience.ts). `null`: nowhere, it is about themselves.
 */
function rowsOf(
  { userId, because, type, postId, commentId }: Notification,
  above: ReadonlyMap<string, readonly Comment[]>,
): readonly string[] | null {
  if (because !== '') return [`${userId}:${because}`]
  const { byDefault } = noticeTypes[type]
  if (byDefault === undefined) return null
  if (byDefault === 'ownPosts') return [subscriptionId(userId, 'post', postId ?? '')]
  const own = (above.get(commentId ?? '') ?? []).filter(({ authorId }) => authorId === userId)
  return own.map(({ id }) => subscriptionId(userId, 'comment', id))
}

const isByDefault = ({ because, type }: Notification, settings: NoticeSettings): boolean =>
  because === '' && settings[noticeTypes[type].byDefault ?? 'ownComments']

const hears = (row: Subscription | undefined, isDefault: boolean): boolean =>
  row?.state === 'on' || (isDefault && row?.state !== 'suppressed')
