import { memberByAddress, memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { minuteMs } from '#shared/kernel/durations.ts'
import { isId } from '#shared/kernel/ids.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { moderatorConversationsWith } from '#shared/messages/moderator-queries.ts'
import { canReadConversation, canUseModeratorInbox } from '#shared/messages/rules.ts'
import type { Conversation } from '#shared/messages/schema.ts'
import { conversationLimits, conversations, messages, stateId } from '#shared/messages/schema.ts'
import { canReadForReason } from '#shared/messages/staff-reading-rules.ts'
import { privateLookMs } from '#shared/moderation/private-looks.ts'
import { staffReadings } from '#shared/messages/staff-reading-schema.ts'
import { templatesOf } from '#shared/moderation-queue/queries.ts'
import { filledIn } from '#shared/moderation-queue/template-text.ts'
import { measureLimits } from '#shared/moderation/measure-schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { authorizePage, elsewhere, needsSignIn } from '../../data/answer.ts'
import type { MemberId } from './messages.load.ts'
import { opened, titleOf, wordsOf } from './messages.load.ts'

/** Newest activity first; `?user=`: those with a member. Beside it what is opened, or begun. */
export async function loadModeratorInbox(data: PageData, { url }: LoadRequest) {
  const { read, viewer } = data
  authorizePage(canUseModeratorInbox(viewer))
  if (viewer.kind === 'visitor') throw needsSignIn()
  const id = url.searchParams.get('conversation') ?? ''
  const list = await listed(read, viewer, url)
  const common = { ...list, templates: [], draft: '' }
  if (url.searchParams.get('compose') === 'new') {
    const to = (url.searchParams.get('to') ?? '').trim().slice(0, 2_000)
    const first = await memberByAddress(read, (to.split(',')[0] ?? '').trim().replace(/^@/u, ''))
    const offered = first === undefined ? null : await offeredTo(data, url, first.displayName)
    // The name is in the templates: whom one writes to is said first.
    const shown = { kind: 'new' as const, to, isNobody: to !== '' && first === undefined }
    return { head: headOf('New conversation'), ...common, ...offered, shown }
  }
  if (id === '') return { head: headOf('Moderator inbox'), ...common, shown: { kind: 'none' as const } }
  const found = isId(id) ? await read.get(conversations, id) : undefined
  if (found !== undefined && found.moderatorIds === undefined && canReadConversation(viewer, found).allowed)
    throw elsewhere(links.inbox({ conversation: found.id }))
  const to = (options: { readonly conversation: string; readonly before?: number }) => links.moderatorInbox(options)
  const reading = found === undefined ? undefined : await readingOf(data, viewer, found)
  const one = found === undefined ? null : await opened(data, viewer, found.id, url, { to, reading })
  // What is not there and what has no reason yet are one answer.
  if (found === undefined || one === null)
    return {
      ...{ head: headOf('Moderator inbox'), ...common },
      // A refused form has a status of its own.
      ...(data.form === null && { isAbsent: true as const }),
      shown: { kind: 'absent' as const, asked: isId(id) ? { id, ...askedFor } : null },
    }
  if (reading !== undefined) return { head: headOf(one.shown.title), ...common, shown: one.shown, bodies: one.bodies }
  const { name } = (await memberCards(read, outsiders(found))).values().next().value ?? unknownMember
  return { head: headOf(one.shown.title), ...common, ...(await offeredTo(data, url, name)), shown: one.shown, bodies: one.bodies }
}

const askedFor = { minutes: privateLookMs / minuteMs, maxReason: measureLimits.reason }

/** For which reason its reader has others’ conversation open; `undefined`: for none, or no more. */
async function readingOf({ read, now }: PageData, viewer: MemberId, { id }: Conversation) {
  const found = await read.get(staffReadings, stateId(id, viewer.userId))
  if (found === undefined || !canReadForReason(viewer, found, now).allowed) return undefined
  return { reason: found.reason, minutes: Math.ceil((found.endsAt - now) / minuteMs), endsAt: found.endsAt }
}

const headOf = (title: string) => ({ title, robots: 'noindex' as const })

async function listed(read: Read, viewer: MemberId, url: URL) {
  const name = (url.searchParams.get('user') ?? url.searchParams.get('userId') ?? '').trim().slice(0, 80)
  const member = name === '' ? undefined : await memberByAddress(read, name)
  const isNobody = member === undefined && name !== ''
  const limit = limitOf(url.searchParams, conversationLimits.listed)
  const found = isNobody ? [] : await read.list(moderatorConversationsWith(member?.id ?? '', limit + 1))
  const all = await read.getMany(conversations, found.slice(0, limit).map(({ conversationId }) => conversationId)) // oxfmt-ignore
  const byId = new Map(all.map((one) => [one.id, one]))
  const latest = new Map((await read.getMany(messages, all.map(({ latestMessageId }) => latestMessageId))).map((one) => [one.id, one])) // oxfmt-ignore
  const cards = await memberCards(read, all.flatMap(({ participantIds }) => participantIds)) // oxfmt-ignore
  const rows = found.slice(0, limit).flatMap(({ conversationId }) => {
    const conversation = byId.get(conversationId)
    const message = latest.get(conversation?.latestMessageId ?? '')
    if (conversation === undefined || message === undefined) return []
    const others = outsiders(conversation)
    const title = titleOf(viewer, { ...conversation, participantIds: others.length === 0 ? conversation.participantIds : others }, cards)
    return [
      {
        ...{ id: conversation.id, title, excerpt: wordsOf(message, cards), at: conversation.latestAt },
        ...{ by: (cards.get(message.userId) ?? unknownMember).name, isEvent: message.body === null },
        isAnswered: conversation.moderatorIds?.includes(message.userId) === true,
      },
    ]
  })
  return {
    rows,
    user: member?.slug ?? name,
    isNobody,
    more: found.length > limit ? links.moderatorInbox({ user: name || undefined, limit: limit + conversationLimits.listed }) : null,
  }
}

/** Whom the moderators write to. */
const outsiders = ({ participantIds, moderatorIds = [] }: Conversation): string[] =>
  participantIds.filter((id) => !moderatorIds.includes(id))

/**
 * The templates for messages, filled in, under their labels; `?templateId=` stands in the
 * composer.
 */
async function offeredTo({ read, site }: PageData, url: URL, name: string) {
  const facts = { displayName: url.searchParams.get('displayName')?.slice(0, 80) ?? name, siteName: site.name, title: '' }
  const labels = new Map<string, { readonly id: string; readonly name: string; readonly text: string }[]>()
  for (const { id, name: called, groupLabel, contents } of await read.list(templatesOf('messages'))) {
    labels.set(groupLabel, [...(labels.get(groupLabel) ?? []), { id, name: called, text: filledIn(contents, facts) }])
  }
  const templates = [...labels].map(([label, some]) => ({ label, templates: some }))
  const asked = url.searchParams.get('templateId')
  return { templates, draft: templates.flatMap((group) => group.templates).find(({ id }) => id === asked)?.text ?? '' }
}

export const loads: Loads = { '/moderatorInbox': loadModeratorInbox }
