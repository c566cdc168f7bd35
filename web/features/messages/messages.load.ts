import type { MemberCard } from '#shared/accounts/queries.ts'
import type { Reason } from '#shared/kernel/verdict.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import type { Conversation, ConversationState, Message } from '#shared/messages/schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { memberBySlug, memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { canSeeMember } from '#shared/accounts/rules.ts'
import { members } from '#shared/accounts/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { conversationFacts, conversationOf, messagesOf, statesOf, untitledBetween } from '#shared/messages/queries.ts'
import {
  canAddParticipants,
  canBeginConversation,
  canReadConversation,
  canReceiveMessages,
  canRenameConversation,
  canSendMessage,
  canUseConversation,
} from '#shared/messages/rules.ts'
import { canRemoveMessage } from '#shared/messages/removal-rules.ts'
import { conversationLimits, conversations, conversationStates, messages, stateId } from '#shared/messages/schema.ts'
import { visibleText } from '#shared/text/measure.ts'
import { definePart } from '../../app/define-part.ts'
import type { Shows } from '../../app/define-part.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { elsewhere, moved, needsSignIn, notFound } from '../../data/answer.ts'

/** Characters, as the field takes them. */
const maxQuery = 100

export type MemberId = Extract<Viewer, { kind: 'member' }>
type Shown = { readonly kind: 'none' | 'absent' } | ReturnType<typeof composing> | NonNullable<Awaited<ReturnType<typeof opened>>>['shown']

const excerptLength = 100

/** `/inbox`: a member’s conversations, and the one that they have opened. */
export async function loadInbox(data: PageData, { url }: LoadRequest) {
  const { viewer } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const id = url.searchParams.get('conversation')
  if (url.searchParams.get('compose') === 'new') return inbox(data, viewer, url, composing(viewer, null))
  if (id === null || id === '') return inbox(data, viewer, url, { kind: 'none' })
  const found = isId(id) ? await opened(data, viewer, id, url) : null
  if (found === null) return inbox(data, viewer, url, { kind: 'absent' })
  return { ...(await inbox(data, viewer, url, found.shown)), bodies: found.bodies }
}

/** `/message/:slug`: opens the conversation with a member, or a sheet for the first message. */
export async function loadMessage(data: PageData, { params, url }: LoadRequest) {
  const { viewer, read, now } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const member = await memberBySlug(read, params['slug'] ?? '')
  if (member === undefined || !canSeeMember(viewer, member).allowed) throw notFound()
  if (member.id === viewer.userId) throw elsewhere(links.inbox())
  const found = await untitledBetween(read, [viewer.userId, member.id])
  if (found !== undefined) throw elsewhere(links.inbox({ conversation: found.id }))
  if (!canReceiveMessages(member, now).allowed) throw notFound()
  return inbox(data, viewer, url, composing(viewer, { id: member.id, name: member.displayName, slug: member.slug }))
}

async function inbox({ read }: PageData, viewer: MemberId, url: URL, shown: Shown) {
  const isArchive = url.searchParams.get('showArchive') === 'true'
  const limit = limitOf(url.searchParams, conversationLimits.listed)
  const states = await read.list(statesOf(viewer.userId, isArchive, limit + 1))
  const byId = new Map((await read.getMany(conversations, states.map(({ conversationId }) => conversationId))).map((one) => [one.id, one])) // oxfmt-ignore
  const latest = new Map((await read.getMany(messages, [...byId.values()].map(({ latestMessageId }) => latestMessageId))).map((one) => [one.id, one])) // oxfmt-ignore
  const cards = await memberCards(read, [...byId.values()].flatMap(({ participantIds }) => participantIds)) // oxfmt-ignore
  const rows = states.slice(0, limit).flatMap((state) => {
    const conversation = byId.get(state.conversationId)
    // What a moderator has in the moderators' inbox does not stand among their own.
    if (conversation === undefined || isOfModerator(viewer, conversation)) return []
    return [rowOf(viewer, state, conversation, latest.get(conversation.latestMessageId), cards)]
  })
  const query = (url.searchParams.get('query') ?? '').trim().slice(0, maxQuery)
  const found = query === '' ? null : await (await import('./message-search.ts')).foundMessages({ read }, viewer.userId, query)
  const title = shown.kind === 'open' ? shown.title : shown.kind === 'new' ? 'New conversation' : 'Messages'
  return {
    head: { title, robots: 'noindex' as const },
    ...(shown.kind === 'absent' && { isAbsent: true as const, asked: url.searchParams.get('conversation') ?? '' }),
    rows,
    ...(found !== null && {
      query,
      hits: found.map(({ conversation, cards: names, ...hit }) => ({ ...hit, title: titleOf(viewer, conversation, names) })),
    }),
    shown,
    isArchive,
    ...(isStaff(viewer) && {
      moderators: {
        unread: states.filter(({ isUnread, conversationId }) => isUnread && isOfModerator(viewer, byId.get(conversationId))).length,
      },
    }),
    more: states.length > limit ? links.inbox({ limit: limit + conversationLimits.listed, ...(isArchive && { showArchive: true }) }) : null,
  }
}

const isOfModerator = ({ userId }: MemberId, conversation: Conversation | undefined): boolean =>
  conversation?.moderatorIds?.includes(userId) === true

export type Cards = ReadonlyMap<string, MemberCard>

function rowOf(viewer: MemberId, state: ConversationState, conversation: Conversation, latest: Message | undefined, cards: Cards) {
  return {
    id: conversation.id,
    title: titleOf(viewer, conversation, cards),
    excerpt: latest === undefined ? '' : wordsOf(latest, cards),
    isMine: latest?.body !== null && latest?.userId === viewer.userId,
    at: state.latestAt,
    isUnread: state.isUnread,
    isMuted: state.isMuted,
    ...(conversation.moderatorIds !== undefined && { isModerators: true as const }),
  }
}

/** Its title, else the names of the others. */
export function titleOf(viewer: MemberId, { title, participantIds }: Pick<Conversation, 'title' | 'participantIds'>, cards: Cards): string {
  if (title !== null) return title
  const names = participantIds.filter((id) => id !== viewer.userId).map((id) => (cards.get(id) ?? unknownMember).name)
  const [first, second] = names
  if (first === undefined) return 'Nobody else'
  if (second === undefined) return first
  return names.length === 2 ? `${first} and ${second}` : `${first}, ${second} + ${names.length - 2} more`
}

export function wordsOf({ body, event, userId }: Message, cards: Cards): string {
  if (body !== null) return visibleText(body).replace(/\s+/gu, ' ').trim().slice(0, excerptLength)
  const name = (id: string) => (cards.get(id) ?? unknownMember).name
  if (event?.kind === 'added' && event.userIds.every((id) => id === userId)) return `${name(userId)} joined the conversation`
  if (event?.kind === 'added') return `${name(userId)} added ${event.userIds.map(name).join(', ')}`
  if (event === null) return `A moderator removed this message by ${name(userId)}`
  return `${name(userId)} left the conversation`
}

export function composing(viewer: MemberId, to: { readonly id: string; readonly name: string; readonly slug: string } | null) {
  const verdict = canBeginConversation(viewer)
  return { kind: 'new' as const, to, refusal: verdict.allowed ? null : verdict.reason }
}

interface OpenedHow {
  /** Where its pages are. */
  readonly to?: (options: { readonly conversation: string; readonly before?: number }) => string
  /** The staff’s reason to read what is others’. */
  readonly reading?: { readonly reason: string; readonly minutes: number; readonly endsAt: number } | undefined
}

export async function opened(
  { read, html, now }: PageData,
  viewer: MemberId,
  id: string,
  url: URL,
  { to = links.inbox, reading }: OpenedHow = {},
) {
  const conversation = await conversationOf(read, id)
  if (conversation === undefined || (reading === undefined && !canReadConversation(viewer, conversation).allowed)) return null
  const state = await read.get(conversationStates, stateId(conversation.id, viewer.userId))
  const before = Number(url.searchParams.get('before')) || undefined
  const found = await read.list(messagesOf(conversation.id, { limit: conversationLimits.messages + 1, before }))
  const listed = found.slice(0, conversationLimits.messages).toReversed()
  const cards = await memberCards(read, [...conversation.participantIds, ...listed.flatMap(({ userId, event }) => [userId, ...(event?.userIds ?? [])])]) // oxfmt-ignore
  const person = (userId: string) => {
    const { name, slug } = cards.get(userId) ?? unknownMember
    return { id: userId, name, slug }
  }
  const reason = (verdict: { allowed: boolean; reason?: Reason }): Reason | null => verdict.reason ?? null
  const oldest = listed[0]
  const facts = { conversation, isReported: false, reading: reading && { byId: viewer.userId, endsAt: reading.endsAt } }
  const refusal = reason(
    canSendMessage(viewer, conversation, await conversationFacts(read, viewer.userId, conversation.participantIds, now)),
  )
  const shown = {
    kind: 'open' as const,
    id: conversation.id,
    title: titleOf(viewer, conversation, cards),
    ownTitle: conversation.title ?? '',
    participants: conversation.participantIds.map(person),
    latestN: conversation.messageCount,
    ...(conversation.moderatorIds !== undefined && { isModerators: true as const }),
    ...(reading !== undefined && { reading }),
    canUse: canUseConversation(viewer, conversation).allowed,
    isUnread: state?.isUnread ?? false,
    isArchived: state?.isArchived ?? false,
    isMuted: state?.isMuted ?? false,
    refusal,
    canRename: canRenameConversation(viewer, conversation).allowed,
    canAdd: canAddParticipants(viewer, conversation).allowed && conversation.participantIds.length < conversationLimits.participants,
    messages: listed.map((message) => ({
      id: message.id,
      by: person(message.userId),
      isMine: message.userId === viewer.userId,
      at: Math.min(message.at, now),
      event: message.body === null ? wordsOf(message, cards) : null,
      ...(message.body !== null && canRemoveMessage(viewer, message, facts, now).allowed && { canRemove: true as const }),
    })),
    older: found.length > listed.length && oldest !== undefined ? to({ conversation: conversation.id, before: oldest.n }) : null,
    newest: before === undefined ? null : to({ conversation: conversation.id }),
  }
  const bodies = Object.fromEntries(
    listed.flatMap(({ id: messageId, body }) =>
      body === null ? [] : [[messageId, html(body, { idPrefix: `${messageId}-`, profile: 'comment', trusted: false })]],
    ),
  )
  return { shown, bodies }
}

/** Beside a member’s name. */
export async function loadMessageLink({ read, now }: PageData, { memberId }: { readonly memberId: string }) {
  const member = await read.get(members, memberId)
  return member !== undefined && canReceiveMessages(member, now).allowed ? { href: links.message(member.slug) } : null
}

/** `/inbox/:conversationId`: as it was written once. */
function loadOld(_data: PageData, { params }: LoadRequest): never {
  throw moved(links.inbox({ conversation: params['conversationId'] ?? '' }))
}

export const loads: Loads = { '/inbox': loadInbox, '/inbox/:conversationId': loadOld, '/message/:slug': loadMessage }
export const shows: Shows = { 'message-member': definePart({ on: ['profile-acts'], order: 20, load: loadMessageLink }) }
