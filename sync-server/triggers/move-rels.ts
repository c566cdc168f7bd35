import type { Transaction } from '#shared/kernel/transaction.ts'
import type { TagRel } from '#shared/wiki/tag-vote-schema.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { countTagVote } from '#server/triggers/count-tag-vote.ts'
import { countPosts, updateListings } from '#server/triggers/listings.ts'
import { posts } from '#shared/posts/schema.ts'
import { presentTag, relsOfTag, votesOnRel } from '#shared/wiki/tag-vote-queries.ts'
import { factsOf } from '#shared/wiki/tag-vote-rules.ts'
import { relId, tagRels, tagVoteId, tagVotes } from '#shared/wiki/tag-vote-schema.ts'
import { tags } from '#shared/wiki/schema.ts'

/** With one mutation: the writer is everybody's. */
const postsAtOnce = 25
const maxVotes = 2_000

/**
 * Takes some of a tag's posts to the tag that it has become. When there are none left, the tag says
 * so. Safe to repeat.
 */
export async function moveSomeRels(tx: Transaction, fromId: string, now: number): Promise<void> {
  const from = await tx.get(tags, fromId)
  if (from === undefined || from.relsGoToId === null) return
  const named = await tx.get(tags, from.relsGoToId)
  const to = named && (await presentTag(tx, named))
  const rels = to && to.id !== fromId ? await tx.list(relsOfTag(fromId, postsAtOnce)) : []
  for (const rel of rels) if (to) await moveRel(tx, rel, to, now)
  if (rels.length > 0) return
  // Where both had one address, no list says that there are more.
  if (to && to.slug !== null) await countPosts(tx, to.id, to.slug)
  const left = await tx.get(tags, fromId)
  if (left !== undefined) await tx.put(tags, { ...left, relsGoToId: null })
}

async function moveRel(tx: Transaction, rel: TagRel, to: Tag, now: number): Promise<void> {
  const id = relId(rel.postId, to.id)
  const there = await tx.get(tagRels, id)
  const sums = { baseScore: 0, voteCount: 0, isHeldUp: false, relevance: 0 }
  if (there === undefined) await tx.put(tagRels, { ...rel, id, tagId: to.id, tag: factsOf(to), ...sums })
  for (const vote of await tx.list(votesOnRel(rel.id, maxVotes))) {
    await tx.delete(tagVotes, vote.id)
    const voteId = tagVoteId(vote.userId, rel.postId, to.id)
    // Who has said something of the other has said it.
    if (((await tx.get(tagVotes, voteId))?.value ?? 0) !== 0) continue
    const moved = { ...vote, id: voteId, tagId: to.id, relId: id, tallied: 0 }
    await tx.put(tagVotes, moved)
    await countTagVote(tx, moved)
  }
  await tx.delete(tagRels, rel.id)
  const post = await tx.get(posts, rel.postId)
  if (post !== undefined) await updateListings(tx, post, now)
}
