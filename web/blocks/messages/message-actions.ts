/**
 * What a member writes to others, on the device first: stored and queued there, and shown from its
 * rows. Fetched with the first press.
 */
import { memberBySlug, memberByUserName } from '#shared/accounts/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { beginConversation, sendMessage } from '#shared/messages/mutations.ts'
import { untitledBetween } from '#shared/messages/queries.ts'
import type { Device } from '../../data/device/device-api.ts'
import { freshId } from '../../data/fresh-id.ts'
import { placeOfMutation } from '../../data/saved-text.ts'
import type { MutationAnswer } from '../comments/comment-actions.ts'
import { commentText } from '../comments/comment-text.ts'
import { uploadingIn } from '../comments/uploading-pictures.ts'
import { isRefusal, refusalOf } from '../refusal-of.ts'

/** @throws what is no refusal: then the device could not do it. */
export function sendOnDevice(device: Device, conversationId: string, markdown: string): Promise<MutationAnswer> {
  return answered(async () => {
    const { docOf } = await commentText()
    const id = freshId()
    const draft = placeOfMutation(sendMessage.name, { conversationId })
    const body = docOf(markdown)
    await device.commit(sendMessage, { id, conversationId, body, ...(await uploadingIn(body)) }, draft)
    return id
  })
}

interface NewConversation {
  /** Usernames, or addresses of profiles. */
  readonly to: string
  readonly title: string
  readonly markdown: string
  /** Whom the page names already, under their slug. */
  readonly known: { readonly id: string; readonly slug: string } | null
}

/** Answers with the conversation’s id. @throws where this device does not know who is meant. */
export function beginOnDevice(device: Device, { to, title, markdown, known }: NewConversation): Promise<MutationAnswer> {
  return answered(async () => {
    const names = namesIn(to)
    const participantIds = await Promise.all(names.map((name) => idOf(device, name, known)))
    const { docOf } = await commentText()
    const [id, messageId] = [freshId(), freshId()]
    const everyone = [...new Set([device.account ?? '', ...participantIds])]
    const here = title.trim() === '' ? await untitledBetween(device.read, everyone) : undefined
    const draft = placeOfMutation(beginConversation.name, {})
    const body = docOf(markdown)
    const args = { id, messageId, participantIds, title, body, ...(await uploadingIn(body)) }
    await device.commit(beginConversation, args, draft)
    return here?.id ?? id
  })
}

const namesIn = (typed: string): readonly string[] =>
  typed
    .split(/[,\n]/u)
    .map((name) => name.trim())
    .filter((name) => name !== '')

async function idOf({ read }: Device, name: string, known: NewConversation['known']): Promise<string> {
  const bare = /\/users\/([^/?#]+)/u.exec(name)?.[1] ?? name.replace(/^@/u, '')
  if (known !== null && known.slug === bare) return known.id
  const member = (await memberByUserName(read, bare)) ?? (await memberBySlug(read, bare))
  if (member === undefined) throw new Error('a member whom this device does not know')
  return member.id
}

async function answered(mutation: () => Promise<string>): Promise<MutationAnswer> {
  try {
    return { ok: true, id: await mutation() }
  } catch (error) {
    if (isRefusal(error)) return { ok: false, error: refusalOf(error) }
    if (error instanceof RangeError) return { ok: false, error: refusalOf(new AppError('invalid', { field: 'markdown' })) }
    throw error
  }
}
