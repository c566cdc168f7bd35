import type { DeriveContext } from '#server/sync/derive.ts'
import { defineDerive } from '#server/sync/derive.ts'
import { addTerm, hideUnusedTerms, setAllApproved, setTermApproved, setTermHidden } from '#shared/glossary/mutations.ts'
import { termsOfPost } from '#shared/glossary/queries.ts'
import { glossaries, glossaryTerms } from '#shared/glossary/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { archivePost, publishPost, unpublishPost } from '#shared/posts/mutations.ts'
import { posts } from '#shared/posts/schema.ts'

/** Which posts have terms that their authors stand by. */
async function list({ tx }: DeriveContext, postId: string): Promise<void> {
  const { status, publishedAt } = await getOrThrow(tx, posts, postId)
  const termCount = (await tx.list(termsOfPost(postId))).filter(({ isApproved, isHidden }) => isApproved && !isHidden).length
  const before = await tx.get(glossaries, postId)
  if (termCount === 0 || publishedAt === null || status !== 'published') {
    if (before !== undefined) await tx.delete(glossaries, postId)
  } else if (before?.termCount !== termCount || before.publishedAt !== publishedAt) {
    await tx.put(glossaries, { id: postId, termCount, publishedAt })
  }
}

const byTerm = async (context: DeriveContext, { id }: { readonly id: string }): Promise<void> =>
  list(context, (await getOrThrow(context.tx, glossaryTerms, id)).postId)

const byPost = (context: DeriveContext, { postId }: { readonly postId: string }): Promise<void> => list(context, postId)

export const glossaryDerivations = [
  defineDerive(addTerm, byPost),
  defineDerive(setTermApproved, byTerm),
  defineDerive(setTermHidden, byTerm),
  defineDerive(setAllApproved, byPost),
  defineDerive(hideUnusedTerms, byPost),
  defineDerive(publishPost, (context, { id }) => list(context, id)),
  defineDerive(unpublishPost, (context, { id }) => list(context, id)),
  defineDerive(archivePost, (context, { id }) => list(context, id)),
]
