import type { TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { addTerm, hideUnusedTerms, setAllApproved, setTermApproved, setTermHidden } from '#shared/glossary/mutations.ts'
import { termsOfPost } from '#shared/glossary/queries.ts'
import { glossaries, glossaryTerms } from '#shared/glossary/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { archivePost, publishPost, unpublishPost } from '#shared/posts/mutations.ts'
import { posts } from '#shared/posts/schema.ts'

/** Which posts have terms that their authors stand by. */
async function list({ tx }: TriggerContext, postId: string): Promise<void> {
  const { status, publishedAt } = await getOrThrow(tx, posts, postId)
  const termCount = (await tx.list(termsOfPost(postId))).filter(({ isApproved, isHidden }) => isApproved && !isHidden).length
  const before = await tx.get(glossaries, postId)
  if (termCount === 0 || publishedAt === null || status !== 'published') {
    if (before !== undefined) await tx.delete(glossaries, postId)
  } else if (before?.termCount !== termCount || before.publishedAt !== publishedAt) {
    await tx.put(glossaries, { id: postId, termCount, publishedAt })
  }
}

const byTerm = async (context: TriggerContext, { id }: { readonly id: string }): Promise<void> =>
  list(context, (await getOrThrow(context.tx, glossaryTerms, id)).postId)

const byPost = (context: TriggerContext, { postId }: { readonly postId: string }): Promise<void> => list(context, postId)

export const glossaryTriggers = [
  defineTrigger(addTerm, byPost),
  defineTrigger(setTermApproved, byTerm),
  defineTrigger(setTermHidden, byTerm),
  defineTrigger(setAllApproved, byPost),
  defineTrigger(hideUnusedTerms, byPost),
  defineTrigger(publishPost, (context, { id }) => list(context, id)),
  defineTrigger(unpublishPost, (context, { id }) => list(context, id)),
  defineTrigger(archivePost, (context, { id }) => list(context, id)),
]
