/** The forms of the inbox, where a mutation’s arguments are not the fields of a form. */
import * as z from 'zod/mini'
import type { Read } from '#shared/kernel/transaction.ts'
import type { FormTools } from '#server/http/form-tools.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { newId } from '#server/http/new-id.ts'
import { docOf, inFormFields } from '#server/http/typed-text.ts'
import { memberBySlug, memberByUserName } from '#shared/accounts/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { conversationOf } from '#shared/messages/queries.ts'
import { conversationLimits } from '#shared/messages/schema.ts'

const fieldNames = { body: 'markdown', participantIds: 'to', id: 'conversationId' }

export function messageForms({ store, apply, recent }: FormTools) {
  const begin = defineForm('conversations.begin', {
    fields: z.strictObject({ to: field, title: field, markdown: field }),
    async run(form, { to, title, markdown }) {
      const userId = senderOf(form)
      const participantIds = await store.read((read) => membersNamed(read, to))
      const [id = '', messageId = ''] = await recent.ids(form, 'conversation', [to.trim(), title.trim(), markdown.trim()], 2)
      const args = { id, messageId, participantIds, title, body: await docOf(markdown, 'comment') }
      const seq = await inFormFields(fieldNames, () => applied(apply, { name: 'conversations.begin', args, userId, source: 'member' }))
      const found = await store.read((read) => conversationOf(read, id))
      return { kind: 'done', location: links.inbox({ conversation: found?.id ?? id }), seq }
    },
  })

  const beginAsModerators = defineForm('conversations.beginAsModerators', {
    fields: z.strictObject({ to: field, title: field, markdown: field }),
    async run(form, { to, title, markdown }) {
      const userId = senderOf(form)
      const participantIds = await store.read((read) => membersNamed(read, to))
      const words = ['moderators', to.trim(), title.trim(), markdown.trim()]
      const [id = '', messageId = ''] = await recent.ids(form, 'conversation', words, 2)
      const args = { id, messageId, participantIds, title, body: await docOf(markdown, 'comment') }
      const name = 'conversations.beginAsModerators'
      const seq = await inFormFields(fieldNames, () => applied(apply, { name, args, userId, source: 'member' }))
      return { kind: 'done', location: links.moderatorInbox({ conversation: id }), seq }
    },
  })

  const send = defineForm('messages.send', {
    fields: z.strictObject({ conversationId: field, markdown: field }),
    async run(form, { conversationId, markdown }) {
      const userId = senderOf(form)
      const [id = ''] = await recent.ids(form, conversationId, [markdown.trim()], 1)
      const args = { id, conversationId, body: await docOf(markdown, 'comment') }
      const seq = await inFormFields({ body: 'markdown' }, () => applied(apply, { name: 'messages.send', args, userId, source: 'member' }))
      return { kind: 'done', location: `${await placeOf(conversationId, userId)}#${id}`, seq }
    },
  })

  const add = defineForm('conversations.addParticipants', {
    fields: z.strictObject({ conversationId: field, to: field }),
    async run(form, { conversationId, to }) {
      const userId = senderOf(form)
      const participantIds = await store.read((read) => membersNamed(read, to))
      const [messageId = ''] = await recent.ids(form, conversationId, ['add', to.trim()], 1)
      const args = { id: conversationId, messageId, participantIds }
      const name = 'conversations.addParticipants'
      const seq = await inFormFields(fieldNames, () => applied(apply, { name, args, userId, source: 'member' }))
      return { kind: 'done', location: links.inbox({ conversation: conversationId }), seq }
    },
  })

  const leave = defineForm('conversations.leave', {
    fields: z.strictObject({ conversationId: field }),
    async run(form, { conversationId }) {
      const userId = senderOf(form)
      // Ids of its own each time: who was added again since can leave again.
      const args = { id: conversationId, messageId: newId(form.now) }
      const seq = await inFormFields(fieldNames, () => applied(apply, { name: 'conversations.leave', args, userId, source: 'member' }))
      return { kind: 'done', location: links.inbox(), seq }
    },
  })

  const joinAsStaff = defineForm('conversations.joinAsStaff', {
    fields: z.strictObject({ conversationId: field }),
    async run(form, { conversationId }) {
      const userId = senderOf(form)
      // A second press finds its member there already; after leaving it is meant again.
      const args = { id: conversationId, messageId: newId(form.now) }
      const name = 'conversations.joinAsStaff'
      const seq = await inFormFields(fieldNames, () => applied(apply, { name, args, userId, source: 'member' }))
      return { kind: 'done', location: links.inbox({ conversation: conversationId }), seq }
    },
  })

  const readForReason = defineForm('conversations.readForReason', {
    fields: z.strictObject({ id: field, reason: field }),
    async run(form, { id, reason }) {
      const userId = senderOf(form)
      if (!isId(id)) throw new AppError('not-found')
      const seq = await applied(apply, { name: 'conversations.readForReason', args: { id, reason }, userId, source: 'member' })
      // What is read is what an id stands for: of aliases of others its reader knows nothing.
      const found = await store.read((read) => conversationOf(read, id))
      return { kind: 'done', location: links.moderatorInbox({ conversation: found?.id ?? id }), seq }
    },
  })

  const setOwn = defineForm('conversations.setOwn', {
    fields: z.strictObject({ conversationId: field, field, value: field }),
    async run(form, { conversationId, field: name, value }) {
      const args = { id: conversationId, change: { field: name, value: value === 'true' } }
      const userId = senderOf(form)
      const seq = await inFormFields(fieldNames, () => applied(apply, { name: 'conversations.setOwn', args, userId, source: 'member' }))
      return { kind: 'done', location: links.inbox({ conversation: conversationId }), seq }
    },
  })

  const setRead = defineForm('conversations.setRead', {
    fields: z.strictObject({ conversationId: field, upTo: field }),
    async run(form, { conversationId, upTo }) {
      const args = { id: conversationId, upTo: /^\d{1,9}$/u.test(upTo) ? Number(upTo) : null }
      const userId = senderOf(form)
      const seq = await inFormFields(fieldNames, () => applied(apply, { name: 'conversations.setRead', args, userId, source: 'member' }))
      return { kind: 'done', location: upTo === '' ? links.inbox() : links.inbox({ conversation: conversationId }), seq }
    },
  })

  /** Who takes part for the moderators has it in their inbox. */
  async function placeOf(conversationId: string, userId: string): Promise<string> {
    const found = await store.read((read) => conversationOf(read, conversationId))
    return (found?.moderatorIds?.includes(userId) === true ? links.moderatorInbox : links.inbox)({ conversation: conversationId })
  }

  return [begin, beginAsModerators, readForReason, joinAsStaff, send, add, leave, setOwn, setRead]
}

/**
 * Usernames or addresses of profiles, with commas between them. @throws AppError 'invalid' for the
 * first that nobody has.
 */
async function membersNamed(read: Read, typed: string): Promise<readonly string[]> {
  const names = [...new Set(typed.split(/[,\n]/u).map((name) => name.trim()))].filter((name) => name !== '')
  if (names.length === 0 || names.length > conversationLimits.participants) throw new AppError('invalid', { field: 'to' })
  const ids: string[] = []
  for (const name of names) {
    const bare = name.replace(/^@/u, '')
    const slug = /\/users\/([^/?#]+)/u.exec(name)?.[1]
    const found = (slug === undefined ? await memberByUserName(read, bare) : undefined) ?? (await memberBySlug(read, slug ?? bare))
    if (found === undefined) throw new AppError('invalid', { field: 'to' })
    ids.push(found.id)
  }
  return ids
}
