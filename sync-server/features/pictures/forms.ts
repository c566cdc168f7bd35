import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'

/**
 * Where moderators take a picture off the site: from the page of a post that shows it, and back to
 * that.
 */
export function pictureForms({ apply }: Pick<FormTools, 'apply'>) {
  const remove = defineForm('pictures.remove', {
    fields: z.strictObject({ pictureId: field, postId: field }),
    async run(form, { pictureId, postId }) {
      const userId = senderOf(form)
      if (!isId(pictureId) || !isId(postId)) throw new AppError('not-found')
      const seq = await applied(apply, { name: 'pictures.remove', args: { id: pictureId }, userId, source: 'member' })
      return { kind: 'done', location: `${links.editPost(postId)}#moderate`, seq }
    },
  })
  return [remove]
}
