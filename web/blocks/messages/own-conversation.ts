/** What a conversation is to oneself: read, archived, muted; on the device first. */
import { setConversationRead, setOwnConversation } from '#shared/messages/mutations.ts'
import { mutate } from '../mutate.ts'

/** @param upTo number of a message; `null`: unread. @returns what the reader has to be told. */
export async function readConversation(id: string, upTo: number | null): Promise<string | null> {
  return (await mutate(setConversationRead, { id, upTo })).message
}

export async function setOwn(id: string, field: 'isArchived' | 'isMuted', value: boolean): Promise<string | null> {
  return (await mutate(setOwnConversation, { id, change: { field, value } })).message
}
