import type { TriggerContext } from '#server/sync/triggers.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { writingOf } from '#shared/posts/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import type { TagRel } from '#shared/wiki/tag-vote-schema.ts'
import { tagNamed } from '#server/triggers/tag-named.ts'
import { noteTagDecision } from '#server/triggers/tag-decision.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { castTagVote } from '#shared/wiki/tag-vote-mutations.ts'
import { relsOf, tagVotesBy, votesOnRel } from '#shared/wiki/tag-vote-queries.ts'
import { canVoteOnTag, factsOf, isOnPost, tagVoteFigures } from '#shared/wiki/tag-vote-rules.ts'
import { acceptTag } from '#shared/wiki/proposal-mutations.ts'
import { canBeginTag } from '#shared/wiki/rules.ts'
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
 * (content.md 12.5). What they said by the arrows stays as it is. A name that nobody has used waits
 * where its author may not begin pages (12.6); who may, and names it anew, accepts it.
 */
export async function requestedTags(context: TriggerContext, post: Post): Promise<void> {
  if (kindFacts(post).isInWiki) return
  const { tx } = context
  const author = signedIn(context.viewer)
  const named = new Set<string>()
  /** Words of the public row that no reader is to have. */
  const unaccepted = new Set<string>()
  for (const name of post.tags) {
    let wasHeld = false
    const page = await tagNamed(context, name, async (held) => {
      const may = canBeginTag(author).allowed && (held === null || (await isNew(held.id)))
      wasHeld = may && held !== null
      return may
    })
    if (page === null) continue
    if (wasHeld) await noteTagDecision(context, acceptTag.name, page)
    named.add(page.id)
    const tag = factsOf(page)
    if (page.state === 'proposed' || page.state === 'rejected') unaccepted.add(name)
    // Of what waits its author’s wish is kept, and counts from the day it is accepted.
    const asked = tag.isProposed === true ? { ...tag, isAway: false } : tag
    const rel = await tx.get(tagRels, relId(post.id, page.id))
    const own = await tx.get(tagVotes, tagVoteId(author.userId, post.id, page.id))
    // Who took their vote back by hand meant it.
    const isFree = own === undefined || (own.value === 0 && own.isRequest === true)
    if ((rel !== undefined && (isOnPost(rel) || (await isNamed(tx, rel)))) || !isFree || !canVoteOnTag(author, post, asked, 1).allowed)
      continue
    // Where others have put to it all that there is room for, the post is published without the
    // word.
    if (rel === undefined && (await tx.list(relsOf(post.id))).length >= tagVoteFigures.maxRels) continue
    await castTagVote(context, { voter: author, post, tagId: page.id, tag, value: 1, isRequest: true })
  }
  // Its authors go on to have them in what they write.
  if (unaccepted.size > 0) await tx.put(posts, { ...post, tags: post.tags.filter((name) => !unaccepted.has(name)) })
  const written = new Set((await writingOf(tx, post)).tags.map((name) => slugify(name)))
  for (const vote of await tx.list(tagVotesBy(author.userId, post.id))) {
    if (vote.isRequest !== true || vote.value === 0 || named.has(vote.tagId)) continue
    const rel = await tx.get(tagRels, vote.relId)
    // The same publication sent again finds such a word in the writing alone.
    if (rel?.tag.isProposed === true && written.has(rel.tag.slug)) continue
    if (rel !== undefined) await castTagVote(context, { voter: author, post, tagId: vote.tagId, tag: rel.tag, value: 0, isRequest: true })
  }

  /** Who corrects a word of the post has not typed the names that stood there. */
  async function isNew(tagId: string): Promise<boolean> {
    const rel = await tx.get(tagRels, relId(post.id, tagId))
    return rel === undefined || !(await isNamed(tx, rel))
  }
}
