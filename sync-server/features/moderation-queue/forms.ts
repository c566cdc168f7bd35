import * as z from 'zod/mini'
import type { Forms } from '#server/http/form-tools.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { JudgedItem } from '#shared/moderation-queue/decisions.ts'
import { decisionNames, decisionOf } from '#shared/moderation-queue/decisions.ts'
import { canWorkQueue } from '#shared/moderation-queue/rules.ts'
import { reviewOf } from '#shared/moderation/measure-queries.ts'
import { takenFrom } from '#shared/moderation/rights.ts'
import { addNote } from '#shared/moderation/review-mutations.ts'
import { posts } from '#shared/posts/schema.ts'

/** The queue without scripting: a decision by its name, its mutations one after the other. */
export const decideForm: Forms = ({ store, apply }) => [
  defineForm('reviewQueue.decide', {
    fields: z.strictObject({ decision: field, userId: field, seen: field, item: field, reason: field }),
    async run(form, { decision, userId, seen, item, reason }) {
      const sender = senderOf(form)
      authorize(canWorkQueue(form.viewer))
      const name = decisionNames.find((one) => one === decision)
      if (name === undefined) throw new AppError('invalid', { field: 'decision' })
      if (!isId(userId)) throw new AppError('not-found')
      const { asks, calls } = decisionOf(name)
      const contributions = asks === 'number' ? Number(reason) : 0
      const subject = await store.read(async (read) => {
        const member = await read.get(members, userId)
        if (member === undefined) throw new AppError('not-found')
        const { isFlagged } = await reviewOf(read, userId)
        return { userId, seen: Number(seen), taken: takenFrom(member), isFlagged, item: await itemOf(read, item, userId) }
      })
      let seq = 0
      for (const [at, { name: mutation, args }] of calls(subject, { reason, contributions, now: form.now }).entries()) {
        // What was seen is known by the first; the others follow from it.
        const { seen: _seen, ...rest } = args
        seq = await applied(apply, { name: mutation, args: at === 0 ? args : rest, userId: sender, source: 'member' })
      }
      return { kind: 'done', location: links.supermod(), seq }
    },
  }),
  defineForm('reviewQueue.note', {
    fields: z.strictObject({ userId: field, note: field }),
    async run(form, args) {
      const sender = senderOf(form)
      if (!isId(args.userId)) throw new AppError('not-found')
      const seq = await applied(apply, { name: addNote.name, args, userId: sender, source: 'member' })
      return { kind: 'done', location: safeReturnTo(form.fields['from'], links.supermod({ user: args.userId })), seq }
    },
  }),
]

/** A post or comment of this member's. */
async function itemOf(read: Read, id: string, userId: string): Promise<JudgedItem | null> {
  const post = await read.get(posts, id)
  if (post?.authorId === userId) return { kind: 'post', id, isRejected: post.rejectedReason !== null }
  const comment = await read.get(comments, id)
  return comment?.authorId === userId ? { kind: 'comment', id, isRejected: comment.rejectedReason !== undefined } : null
}
