/** What members write to each other in a run, and what has to hold of it. */
import type { ApplyRequest } from '#server/sync/apply.ts'
import type { Conversation, Message } from '#shared/messages/schema.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import { adminId, personId } from './community.ts'
import type { Plan } from './plan.ts'
import type { State } from './world/state.ts'
import { rowsOf } from './world/state.ts'

export const conversationIdOf = (conversation: number): string => idOf(3_000 + conversation)

/** The first is everybody's, the second the first two people's. */
const peopleIn = (conversation: number, people: number): number => (conversation === 0 ? people : 2)

export function foundingConversations(
  { people, conversations = 0 }: Plan,
  now: number,
): readonly (ApplyRequest & { readonly now: number })[] {
  return Array.from({ length: conversations }, (_none, n) => ({
    name: 'conversations.begin',
    args: {
      id: conversationIdOf(n),
      messageId: idOf(3_100 + n),
      participantIds: Array.from({ length: peopleIn(n, people) - 1 }, (_other, at) => personId(at + 1)),
      title: `Conversation ${n}`,
      body: paragraph(`The beginning of conversation ${n}.`),
    },
    userId: adminId,
    source: 'member',
    isOperator: true,
    now: now + n,
  }))
}

/** Every message once, in one row of numbers without a gap, as its conversation says. */
export function* conversationsThatAreWrong(state: State): Generator<string> {
  const all = rowsOf<Message>(state, 'messages')
  const texts = new Set<string>()
  for (const { body } of all) {
    for (const text of JSON.stringify(body).match(/typed-\d+\./gu) ?? []) {
      if (texts.has(text)) yield `${text} stands in two messages`
      texts.add(text)
    }
  }
  for (const { id, messageCount, latestMessageId } of rowsOf<Conversation>(state, 'conversations')) {
    const theirs = all.filter((message) => message.conversationId === id).toSorted((a, b) => a.n - b.n)
    if (theirs.some(({ n }, at) => n !== at + 1) || theirs.length !== messageCount)
      yield `conversation ${id} counts ${messageCount} messages, there are ${theirs.map(({ n }) => n).join()}`
    if (theirs.at(-1)?.id !== latestMessageId) yield `conversation ${id} calls ${latestMessageId} its latest message`
    if (theirs.some(({ at }, n) => at < (theirs[n - 1]?.at ?? 0))) yield `conversation ${id} has a message from before the one before it`
  }
}

/** A message as its device has numbered it. */
export interface Numbered {
  readonly text: string
  readonly n: number
}

/** What one device has sent stands in its order, whenever it went. */
export function* messagesOutOfOrder(state: State, sent: readonly Numbered[]): Generator<string> {
  const all = rowsOf<Message>(state, 'messages').toSorted((a, b) => a.n - b.n)
  const last = new Map<string, Numbered>()
  for (const { conversationId, body } of all) {
    const [text] = JSON.stringify(body).match(/typed-\d+\./u) ?? []
    const here = sent.find((each) => each.text === text)
    if (here === undefined) continue
    const before = last.get(conversationId)
    if (before !== undefined && before.n > here.n) yield `${here.text} (${here.n}) stands behind ${before.text} (${before.n})`
    last.set(conversationId, here)
  }
}
