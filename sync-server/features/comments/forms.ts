/** The forms of a discussion: commenting, quick takes, editing, marking, removing, restoring. */
import * as z from 'zod/mini'
import type { Comment } from '#shared/comments/schema.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { FormTools } from '#server/http/form-tools.ts'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import { comments } from '#shared/comments/schema.ts'
import { levelsShown } from '#shared/comments/tree.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { docOf, inFormFields } from '#server/http/typed-text.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export function commentForms({ store, apply, recent }: FormTools) {
  const post = defineForm('comments.post', {
    fields: z.strictObject({ postId: field, parentId: field, markdown: field, isAnswer: field }),
    async run(form, { postId, parentId, markdown, isAnswer }) {
      const userId = senderOf(form)
      const [id = ''] = await recent.ids(form, postId, [parentId, markdown.trim(), isAnswer], 1)
      const place = { postId, parentId: parentId === '' ? null : parentId }
      const args = { id, ...place, body: await docOf(markdown, 'comment'), ...(isAnswer === '1' && { isAnswer: true }) }
      const seq = await inFormFields(fieldNames, () => applied(apply, { name: 'comments.post', args, userId, source: 'member' }))
      return inThread(postId, id, seq)
    },
  })

  const quickTake = defineForm('comments.postQuickTake', {
    fields: z.strictObject({ markdown: field, tags: field, isOnFrontpage: field }),
    async run(form, { markdown, tags, isOnFrontpage }) {
      const userId = senderOf(form)
      const [id = ''] = await recent.ids(form, quickTakesIdOf(userId), [markdown.trim()], 1)
      const names = tags.split(',').filter((name) => name.trim() !== '')
      const args = {
        id,
        postId: quickTakesIdOf(userId),
        body: await docOf(markdown, 'comment'),
        tags: names,
        isOnFrontpage: isOnFrontpage === '1',
      }
      const seq = await inFormFields(fieldNames, () => applied(apply, { name: 'comments.postQuickTake', args, userId, source: 'member' }))
      const place = await store.read((read) => getOrThrow(read, posts, quickTakesIdOf(userId)))
      return { kind: 'done', location: links.comment(place, id), seq }
    },
  })

  const review = defineForm('comments.postReview', {
    fields: z.strictObject({ postId: field, year: field, markdown: field }),
    async run(form, { postId, year, markdown }) {
      const userId = senderOf(form)
      const [id = ''] = await recent.ids(form, postId, ['review', year, markdown.trim()], 1)
      const args = { id, postId, year: whole(year, 'year'), body: await docOf(markdown, 'comment') }
      const seq = await inFormFields(fieldNames, () => applied(apply, { name: 'comments.postReview', args, userId, source: 'member' }))
      return inThread(postId, id, seq)
    },
  })

  const mark = defineForm('comments.setMark', {
    fields: z.strictObject({ commentId: field, mark: field, value: field }),
    run: (form, { commentId, mark: name, value }) => change(form, 'comments.setMark', commentId, { mark: markOf(name, value, form.now) }),
  })

  const edit = defineForm('comments.edit', {
    fields: z.strictObject({ commentId: field, markdown: field, bodyVersion: field }),
    async run(form, { commentId, markdown, bodyVersion }) {
      const body = await docOf(markdown, 'comment')
      return change(form, 'comments.edit', commentId, { body, bodyVersion: whole(bodyVersion, 'bodyVersion') })
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
    await recent.forget(comment.postId)
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

  return [post, quickTake, review, mark, edit, remove, restore]
}

/** Whether the page folds it behind "continue this thread". */
async function liesDeeperThan(read: Read, commentId: string, levels: number): Promise<boolean> {
  let id: string | null = commentId
  for (let level = 0; level < levels && id !== null; level += 1) id = (await read.get(comments, id))?.parentId ?? null
  return id !== null
}

/**
 * What a mark is to be, as the buttons of a comment's page send it; the mutation's own schema
 * judges it. `value` empty: not so any more.
 */
function markOf(name: string, value: string, now: number): unknown {
  if (name === 'lock') return { name, until: /^\d{1,3}$/u.test(value) && value !== '0' ? now + Number(value) * dayMs : null }
  if (name === 'hat') return { name, hat: value === '' ? null : value }
  if (name === 'rejected') return { name, reason: value === '' ? null : value }
  return { name, isOn: value === '1' }
}

const fieldNames = { body: 'markdown', id: 'commentId' }

function whole(text: string, name: string): number {
  if (!/^\d{1,9}$/u.test(text)) throw new AppError('invalid', { field: name })
  return Number(text)
}
