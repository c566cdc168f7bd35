import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'

const vote = /^(post|comment|revision):([0-9a-z]{26}):(approval|agreement):(-?[0-2])$/u

/** One button of a page's votes: `comment:ID:approval:-2`. Sets the vote, never adds to it. */
export function voteForms({ apply }: FormTools) {
  const set = defineForm('votes.set', {
    fields: z.strictObject({ vote: field }),
    async run(form, fields) {
      const userId = senderOf(form)
      const [, targetKind, targetId, axis, value] = vote.exec(fields.vote) ?? []
      if (targetId === undefined) throw new AppError('invalid', { field: 'vote' })
      const args = { targetKind, targetId, axis, value: Number(value) }
      const seq = await applied(apply, { name: 'votes.set', args, userId, source: 'member' })
      return { kind: 'done', location: links.vote(targetId), seq }
    },
  })
  return [set]
}
