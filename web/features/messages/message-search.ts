import type { MemberCard } from '#shared/accounts/queries.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Conversation, Message } from '#shared/messages/schema.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import { messagesOf, statesOf } from '#shared/messages/queries.ts'
import { conversationLimits, conversations } from '#shared/messages/schema.ts'
import { meets, snippet } from '#shared/search/highlight.ts'
import { planOf } from '#shared/search/plan.ts'
import { parseSearch } from '#shared/search/query.ts'
import { wordsIn } from '#shared/search/words.ts'
import { visibleText } from '#shared/text/measure.ts'

/** What is gone through: as much as a device holds, of so many conversations of either kind. */
const maxConversations = 100
const maxHits = 50
/** Characters looked through without a turn for others: some milliseconds. */
const textAtOnce = 100_000
const excerptCharacters = 140

/**
 * A member’s own messages that a query of the site's search finds by their words, newest first,
 * archived ones too. The rows are the same on the device, so that it answers without a network. No
 * word that is hidden behind a click is found.
 */
export async function foundMessages({ read }: Pick<PageData, 'read'>, userId: string, typed: string) {
  const plan = planOf(parseSearch(typed))
  if (plan.needs.length === 0) return []
  const states = (await Promise.all([false, true].map((isArchived) => read.list(statesOf(userId, isArchived, maxConversations))))).flat()
  const own = await read.getMany(
    conversations,
    states.map(({ conversationId }) => conversationId),
  )
  const hits: { readonly conversation: Conversation; readonly message: Message; readonly text: string }[] = []
  let size = 0
  for (const conversation of own) {
    for (const message of await read.list(messagesOf(conversation.id, { limit: conversationLimits.messages }))) {
      const text = message.body === null ? '' : visibleText(message.body).replace(/\s+/gu, ' ').trim()
      if (meets([...wordsIn(text)], plan)) hits.push({ conversation, message, text })
      size += text.length
      if (size < textAtOnce) continue
      await new Promise((resolve) => setTimeout(resolve))
      size = 0
    }
  }
  const newest = hits.toSorted((a, b) => b.message.at - a.message.at).slice(0, maxHits)
  const cards = await memberCards(
    read,
    newest.flatMap(({ conversation }) => conversation.participantIds),
  )
  return newest.map(({ conversation, message, text }) => ({
    id: message.id,
    conversation,
    cards,
    by: message.userId === userId ? 'You' : nameOf(cards, message.userId),
    at: message.at,
    excerpt: snippet(text, plan, excerptCharacters),
    href: `${links.inbox({ conversation: conversation.id })}#${message.id}`,
  }))
}

const nameOf = (cards: ReadonlyMap<string, MemberCard>, id: string): string => (cards.get(id) ?? unknownMember).name
