import type { TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { postRemark } from '#shared/remarks/mutations.ts'
import { remarksOf } from '#shared/remarks/queries.ts'
import { remarkLimits } from '#shared/remarks/schema.ts'
import { suggestChange } from '#shared/remarks/suggest-mutations.ts'

/** As many as are shown: one more would be said, or proposed, and never seen. */
async function requireRoom({ tx }: TriggerContext, { postId }: { readonly postId: string }): Promise<void> {
  if ((await tx.count(remarksOf(postId))) > remarkLimits.perPost) throw new AppError('invalid', { field: 'remarks' })
}

export const remarkTriggers = [defineTrigger(postRemark, requireRoom), defineTrigger(suggestChange, requireRoom)]
