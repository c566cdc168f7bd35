import { defineNews, toMembers } from '#server/notify/define-news.ts'
import { conversations, conversationStates, messages, stateId } from '#shared/messages/schema.ts'

/**
 * To the others who take part, unless they have muted the conversation or read that far already;
 * that somebody was added only to those who were.
 */
export const messageNews = defineNews(messages, 'message', async ({ id, conversationId, userId, n, at, event }, read) => {
  const conversation = await read.get(conversations, conversationId)
  if (conversation === undefined) return 'gone'
  if (event?.kind === 'left') return 'never'
  const others = (event?.userIds ?? conversation.participantIds).filter(
    (each) => each !== userId && conversation.participantIds.includes(each),
  )
  const states = await read.getMany(
    conversationStates,
    others.map((each) => stateId(conversationId, each)),
  )
  const reached = states.filter(({ isMuted, readN }) => !isMuted && readN < n).map((state) => state.userId)
  const subject = { kind: 'conversation' as const, id: conversationId, partId: id }
  return { actorId: userId, postId: null, subject, at, to: toMembers('newMessage', reached) }
})
