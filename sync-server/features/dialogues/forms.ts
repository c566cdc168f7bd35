/**
 * The form of dialogues: beginning one with members named by their user names. What is said in it
 * is done on the device.
 */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { inFormFields } from '#server/http/typed-text.ts'
import { memberByUserName } from '#shared/accounts/queries.ts'
import { joinDialogue } from '#shared/dialogues/mutations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { unsharePost } from '#shared/posts/share-mutations.ts'

export function dialogueForms({ store, apply, recent }: FormTools) {
  const create = defineForm('dialogues.create', {
    fields: z.strictObject({ title: field, participants: field }),
    async run(form, { title, participants }) {
      const userId = senderOf(form)
      const names = participants.split(/[,\s]+/u).filter((name) => name !== '')
      const found = await store.read((read) =>
        Promise.all(names.slice(0, 20).map((name) => memberByUserName(read, name.replace(/^@/u, '')))),
      )
      const participantIds = found.flatMap((member) => (member === undefined ? [] : [member.id]))
      if (participantIds.length === 0 || participantIds.length < names.length) throw new AppError('invalid', { field: 'participants' })
      const [id = '', revisionId = ''] = await recent.ids(form, 'dialogues', [title.trim(), ...participantIds], 2)
      const args = { id, revisionId, title, participantIds }
      const seq = await inFormFields({ participantIds: 'participants' }, () =>
        applied(apply, { name: 'dialogues.create', args, userId, source: 'member' }),
      )
      return { kind: 'done', location: links.post({ id, slug: null }), seq }
    },
  })

  const join = defineForm(joinDialogue.name, {
    fields: z.strictObject({ postId: field }),
    run: (form, { postId }) => answer(form, joinDialogue.name, postId, { id: postId }),
  })

  /** Whoever was asked gives back what was shared with them. */
  const decline = defineForm('dialogues.decline', {
    fields: z.strictObject({ postId: field }),
    run: (form, { postId }) => answer(form, unsharePost.name, postId, { id: postId, userId: senderOf(form) }),
  })

  async function answer(form: FormRequest, name: string, postId: string, args: unknown): Promise<FormAnswer> {
    const userId = senderOf(form)
    // What is no id is no post, and nobody learns more.
    if (!isId(postId)) throw new AppError('not-found')
    const seq = await applied(apply, { name, args, userId, source: 'member' })
    return { kind: 'done', location: name === joinDialogue.name ? links.post({ id: postId, slug: null }) : links.dialogues(), seq }
  }

  return [create, join, decline]
}
