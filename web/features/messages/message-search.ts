import type { MemberCard } from '#shared/accounts/queries.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Conversation, Message } from '#shared/messages/schema.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import { messagesOf, statesOf } from '#shared/messages/queries.ts'
import { conversationLimits, conversations } from '#shared/messages/schema.ts'
import { foldedWords, wantedWords } from '#shared/search/words.ts'
import { visibleText } from '#shared/text/measure.ts'

/** What is gone through: as much as a device holds, of so many conversations of either kind. */
const maxConversations = 100
const maxHits = 50
/** Characters looked through without a turn for others: some milliseconds. */
const textAtOnce = 100_000
const [before, shown] = [40, 140]
export const maxMessageQuery = 100

/**
 * A member’s own messages with all of these words or their beginnings, newest first, archived ones
 * too. The rows are the same on the device, so that it answers without a network. No word that is
 * hidden behind a click is found.
 */
export async function foundMessages({ read }: Pick<PageData, 'read'>, userId: string, typed: string) {
  const wanted = wantedWords(typed)
  if (wanted.length === 0) return []
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
      const words = foldedWords(text)
      if (wanted.every((word) => words.some((one) => one.startsWith(word)))) hits.push({ conversation, message, text })
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
    excerpt: around(text, wanted[0] ?? ''),
    href: `${links.inbox({ conversation: conversation.id })}#${message.id}`,
  }))
}

const nameOf = (cards: ReadonlyMap<string, MemberCard>, id: string): string => (cards.get(id) ?? unknownMember).name

/** The words around the first that was searched for; the beginning where none is found. */
function around(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word)
  const from = at > before ? text.lastIndexOf(' ', at - before) + 1 : 0
  return `${from > 0 ? '…' : ''}${text.slice(from, from + shown)}${text.length > from + shown ? '…' : ''}`
}
