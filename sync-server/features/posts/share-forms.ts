/** Coming to a draft by its link, and giving access back, without a script. */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { joinByLink, unsharePost } from '#shared/posts/share-mutations.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'

export function shareForms({ apply }: Pick<FormTools, 'apply'>) {
  return [
    defineForm(unsharePost.name, {
      fields: z.strictObject({ postId: field }),
      async run(form, { postId }) {
        const userId = senderOf(form)
        if (!isId(postId)) throw new AppError('not-found')
        const seq = await applied(apply, { name: unsharePost.name, args: { id: postId, userId }, userId, source: 'member' })
        return { kind: 'done', location: links.drafts(), seq }
      },
    }),
    defineForm(joinByLink.name, {
      fields: z.strictObject({ postId: field, key: field }),
      async run(form, { postId, key }) {
        const userId = senderOf(form)
        // What is no id is no post, and nobody learns more.
        if (!isId(postId) || !isId(key)) throw new AppError('not-found')
        const seq = await applied(apply, { name: joinByLink.name, args: { id: postId, key }, userId, source: 'member' })
        return { kind: 'done', location: links.editPost(postId), seq }
      },
    }),
  ]
}
