import type { TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { postInlineComment } from '#shared/inline-comments/mutations.ts'
import { inlineCommentsOf } from '#shared/inline-comments/queries.ts'
import { inlineCommentLimits } from '#shared/inline-comments/schema.ts'
import { suggestChange } from '#shared/inline-comments/suggest-mutations.ts'

/** A draft has no more of them than are shown: one more would never be seen. */
async function requireBelowLimit({ tx }: TriggerContext, { postId }: { readonly postId: string }): Promise<void> {
  if ((await tx.count(inlineCommentsOf(postId))) > inlineCommentLimits.perPost) throw new AppError('invalid', { field: 'remarks' })
}

export const inlineCommentTriggers = [defineTrigger(postInlineComment, requireBelowLimit), defineTrigger(suggestChange, requireBelowLimit)]
