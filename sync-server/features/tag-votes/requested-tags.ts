import type { TriggerContext } from '#server/sync/triggers.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { TagRel } from '#shared/wiki/tag-vote-schema.ts'
import { tagNamed } from '#server/triggers/tag-named.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { castTagVote } from '#shared/wiki/tag-vote-mutations.ts'
import { relsOf, tagVotesBy, votesOnRel } from '#shared/wiki/tag-vote-queries.ts'
import { canVoteOnTag, factsOf, isOnPost, tagVoteFigures } from '#shared/wiki/tag-vote-rules.ts'
import { relId, tagRels, tagVoteId, tagVotes } from '#shared/wiki/tag-vote-schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'

/** So many are looked through. */
const maxVotes = 2_000

/**
 * An author named it before, and others spoke against it: whoever publishes the next version says
 * nothing new.
 */
async function isNamed(tx: Transaction, rel: TagRel): Promise<boolean> {
  return (await tx.list(votesOnRel(rel.id, maxVotes))).some(({ isRequest, value }) => isRequest === true && value !== 0)
}

/**
 * What the author names with a publication: a tag that the post does not have is put there with
 * their vote; one that they named before and name no more loses that vote, and nobody else's
 * (content.md 12.5). What they said by the arrows stays as it is.
 */
export async function requestedTags(context: TriggerContext, post: Post): Promise<void> {
  if (kindFacts(post).isInWiki) return
  const { tx } = context
  const author = signedIn(context.viewer)
  const named = new Set<string>()
  for (const name of post.tags) {
    const page = await tagNamed(context, name)
    if (page === null) continue
    named.add(page.id)
    const tag = factsOf(page)
    const rel = await tx.get(tagRels, relId(post.id, page.id))
    const own = await tx.get(tagVotes, tagVoteId(author.userId, post.id, page.id))
    // Who took their vote back by hand meant it.
    const isFree = own === undefined || (own.value === 0 && own.isRequest === true)
    if ((rel !== undefined && (isOnPost(rel) || (await isNamed(tx, rel)))) || !isFree || !canVoteOnTag(author, post, tag, 1).allowed)
      continue
    // Where others have put to it all that there is room for, the post is published without the
    // word.
    if (rel === undefined && (await tx.list(relsOf(post.id))).length >= tagVoteFigures.maxRels) continue
    await castTagVote(context, { voter: author, post, tagId: page.id, tag, value: 1, isRequest: true })
  }
  for (const vote of await tx.list(tagVotesBy(author.userId, post.id))) {
    if (vote.isRequest !== true || vote.value === 0 || named.has(vote.tagId)) continue
    const rel = await tx.get(tagRels, vote.relId)
    if (rel !== undefined) await castTagVote(context, { voter: author, post, tagId: vote.tagId, tag: rel.tag, value: 0, isRequest: true })
  }
}
