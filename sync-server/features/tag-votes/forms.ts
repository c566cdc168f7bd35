import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'

const button = /^([0-9a-z]{26}):(-?[0-2])$/u

/**
 * One button about a post's tags: `TAG:1` puts the tag there or speaks for it, `TAG:0` takes that
 * back. Sets the vote, never adds to it.
 */
export function tagVoteForms({ apply }: FormTools) {
  const vote = defineForm('wiki.voteOnTag', {
    fields: z.strictObject({ postId: field, tagVote: field }),
    async run(form, { postId, tagVote }) {
      const userId = senderOf(form)
      const [, tagId, value] = button.exec(tagVote) ?? []
      if (tagId === undefined) throw new AppError('invalid', { field: 'tagVote' })
      const args = { postId, tagId, value: Number(value) }
      const seq = await applied(apply, { name: 'wiki.voteOnTag', args, userId, source: 'member' })
      return { kind: 'done', location: links.postTags(postId), seq }
    },
  })
  return [vote]
}
