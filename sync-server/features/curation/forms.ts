import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { docOf, inFormFields } from '#server/http/typed-text.ts'
import { publishNotice, putNotice } from '#shared/curation/mutations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { moderationLinks } from '#shared/moderation/links.ts'

/** The forms of notices, where a mutation’s arguments are not the fields of a form. */
export const noticeForms = ({ apply, recent }: FormTools) => [
  defineForm(putNotice.name, {
    fields: z.strictObject({ id: field, postId: field, markdown: field }),
    async run(form, { id, postId, markdown }) {
      const userId = senderOf(form)
      if (!isId(postId) || (id !== '' && !isId(id))) throw new AppError('not-found')
      const [made = ''] = id === '' ? await recent.ids(form, 'notice', [postId, markdown.trim()], 1) : [id]
      const args = { id: made, postId, body: await docOf(markdown, 'comment') }
      const seq = await inFormFields({ body: 'markdown' }, () => applied(apply, { name: putNotice.name, args, userId, source: 'member' }))
      return { kind: 'done', location: `${moderationLinks.curation()}#${made}`, seq }
    },
  }),
  defineForm(publishNotice.name, {
    fields: z.strictObject({ id: field }),
    async run(form, { id }) {
      const userId = senderOf(form)
      if (!isId(id)) throw new AppError('not-found')
      const [commentId = ''] = await recent.ids(form, id, ['publish'], 1)
      const seq = await applied(apply, { name: publishNotice.name, args: { id, commentId }, userId, source: 'member' })
      return { kind: 'done', location: moderationLinks.curation(), seq }
    },
  }),
]
