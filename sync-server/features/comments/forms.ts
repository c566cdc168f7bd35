/** The forms of a discussion: commenting, editing, removing, restoring. */
import * as z from 'zod/mini'
import type { Comment } from '#shared/comments/schema.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { FormTools } from '#server/http/form-tools.ts'
import { comments } from '#shared/comments/schema.ts'
import { levelsShown } from '#shared/comments/tree.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { docOf, inFormFields } from '#server/http/typed-text.ts'

export function commentForms({ store, apply, recent }: FormTools) {
  const post = defineForm('comments.post', {
    fields: z.strictObject({ postId: field, parentId: field, markdown: field }),
    async run(form, { postId, parentId, markdown }) {
      const userId = senderOf(form)
      const [id = ''] = recent.ids(form, postId, [parentId, markdown.trim()], 1)
      const args = { id, postId, parentId: parentId === '' ? null : parentId, body: await docOf(markdown, 'comment') }
      const seq = await inFormFields(fieldNames, () => applied(apply, { name: 'comments.post', args, userId, source: 'member' }))
      return inThread(postId, id, seq)
    },
  })

  const edit = defineForm('comments.edit', {
    fields: z.strictObject({ commentId: field, markdown: field, bodyVersion: field }),
    async run(form, { commentId, markdown, bodyVersion }) {
      const body = await docOf(markdown, 'comment')
      return change(form, 'comments.edit', commentId, { body, bodyVersion: whole(bodyVersion) })
    },
  })

  const remove = defineForm('comments.remove', {
    fields: z.strictObject({ commentId: field, reason: field }),
    run: (form, { commentId, reason }) => change(form, 'comments.remove', commentId, { reason }),
  })

  const restore = defineForm('comments.restore', {
    fields: z.strictObject({ commentId: field }),
    run: (form, { commentId }) => change(form, 'comments.restore', commentId, {}),
  })

  async function change(form: FormRequest, name: string, id: string, args: Readonly<Record<string, unknown>>): Promise<FormAnswer> {
    const userId = senderOf(form)
    const seq = await inFormFields(fieldNames, () => applied(apply, { name, args: { id, ...args }, userId, source: 'member' }))
    const comment: Comment = await store.read((read) => getOrThrow(read, comments, id))
    recent.forget(comment.postId)
    return inThread(comment.postId, id, seq)
  }

  /** Its place in the thread. */
  async function inThread(postId: string, commentId: string, seq: number): Promise<FormAnswer> {
    const { place, isDeep } = await store.read(async (read) => ({
      place: await getOrThrow(read, posts, postId),
      isDeep: await liesDeeperThan(read, commentId, levelsShown),
    }))
    return { kind: 'done', location: isDeep ? links.comment(place, commentId) : links.commentInThread(place, commentId), seq }
  }

  return [post, edit, remove, restore]
}

/** Whether the page folds it behind "continue this thread". */
async function liesDeeperThan(read: Read, commentId: string, levels: number): Promise<boolean> {
  let id: string | null = commentId
  for (let level = 0; level < levels && id !== null; level += 1) id = (await read.get(comments, id))?.parentId ?? null
  return id !== null
}

const fieldNames = { body: 'markdown', id: 'commentId' }

function whole(text: string): number {
  if (!/^\d{1,9}$/u.test(text)) throw new AppError('invalid', { field: 'bodyVersion' })
  return Number(text)
}
