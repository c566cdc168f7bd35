/** Co-authors without a script: asking by user name, accepting, and taking a name off again. */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { memberByUserName } from '#shared/accounts/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { acceptCoauthor, endCoauthor, inviteCoauthor } from '#shared/posts/coauthor-mutations.ts'
import { accessOf, isPublic } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'

export function coauthorForms({ store, apply }: Pick<FormTools, 'apply' | 'store'>) {
  const invite = defineForm(inviteCoauthor.name, {
    fields: z.strictObject({ postId: field, userName: field }),
    async run(form, { postId, userName }) {
      senderOf(form)
      const found = await store.read((read) => memberByUserName(read, userName.trim().replace(/^@/u, '')))
      if (found === undefined) throw new AppError('not-found', { field: 'userName' })
      return answer(form, inviteCoauthor.name, postId, { id: postId, userId: found.id })
    },
  })

  const accept = defineForm(acceptCoauthor.name, {
    fields: z.strictObject({ postId: field }),
    run: (form, { postId }) => answer(form, acceptCoauthor.name, postId, { id: postId }),
  })

  const end = defineForm(endCoauthor.name, {
    fields: z.strictObject({ postId: field, userId: field }),
    run: (form, { postId, userId }) => answer(form, endCoauthor.name, postId, { id: postId, userId }),
  })

  async function answer(form: FormRequest, name: string, postId: string, args: unknown): Promise<FormAnswer> {
    const userId = senderOf(form)
    // What is not an id is not a post, and nobody learns more.
    if (!isId(postId)) throw new AppError('not-found')
    const seq = await applied(apply, { name, args, userId, source: 'member' })
    const post = await store.read((read) => read.get(posts, postId))
    // A member who declined or left has nothing left to edit.
    const isStillTheirs = post !== undefined && accessOf(form.viewer, post) !== 'none'
    const elsewhere = post !== undefined && isPublic(post) ? links.post(post) : links.drafts()
    return { kind: 'done', location: isStillTheirs ? links.editPost(postId) : elsewhere, seq }
  }

  return [invite, accept, end]
}
