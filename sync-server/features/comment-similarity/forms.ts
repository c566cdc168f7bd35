import * as z from 'zod/mini'
import { defineForm, senderOf } from '#server/http/define-form.ts'
import { canSearchSimilarComments } from '#shared/search/similar-comments-rules.ts'
import { authorize } from '#shared/kernel/errors.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import type { BuiltSimilarity } from './comment-similarity.ts'

/** Begins the job and does not wait for it; it says itself how it failed. Nothing is stored. */
export function commentSimilarityForms({ build }: Pick<BuiltSimilarity, 'build'>) {
  return [
    defineForm('commentSimilarity.build', {
      fields: z.strictObject({}),
      async run(form) {
        senderOf(form)
        authorize(canSearchSimilarComments(form.viewer))
        void build()
        return { kind: 'done', location: moderationLinks.commentEmbeddings() }
      },
    }),
  ]
}
