/**
 * The forms of `/discussionSettings`: what authors ask of those who comment, and whom they keep
 * from it.
 */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { isId } from '#shared/kernel/ids.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { barFromThread, letBackIn, setGuidelines } from '#shared/moderation/mutations.ts'

export function moderationForms({ apply }: Pick<FormTools, 'apply'>) {
  const done = async (form: FormRequest, name: string, postId: string, args: unknown): Promise<FormAnswer> => {
    const userId = senderOf(form)
    // What is no id is no post, and nobody learns more.
    if (!isId(postId)) throw new AppError('not-found')
    const seq = await applied(apply, { name, args, userId, source: 'member' })
    return { kind: 'done', location: links.discussionSettings(postId), seq }
  }

  const guidelines = defineForm(setGuidelines.name, {
    fields: z.strictObject({ postId: field, guidelines: field }),
    run: (form, { postId, guidelines: text }) => done(form, setGuidelines.name, postId, { id: postId, guidelines: text }),
  })

  const bar = defineForm(barFromThread.name, {
    fields: z.strictObject({ postId: field, userId: field, scope: field }),
    run: (form, args) => done(form, barFromThread.name, args.postId, args),
  })

  const letIn = defineForm(letBackIn.name, {
    fields: z.strictObject({ postId: field, userId: field, scope: field }),
    run: (form, args) => done(form, letBackIn.name, args.postId, args),
  })

  return [guidelines, bar, letIn]
}
