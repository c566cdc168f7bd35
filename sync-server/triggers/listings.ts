import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Listing } from '#shared/feed/schema.ts'
import { relistEvent } from '#server/triggers/relist-event.ts'
import { hideInSequences } from '#server/triggers/hide-in-sequences.ts'
import { relatedAs } from '#shared/posts/related-questions.ts'
import { relatedQuestions } from '#shared/posts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { feedOfTag, listingsOfPost } from '#shared/feed/listings-of-post.ts'
import { listings } from '#shared/feed/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { relsOf } from '#shared/wiki/tag-vote-queries.ts'
import { tagVoteFigures, tagsShown } from '#shared/wiki/tag-vote-rules.ts'
import { tags } from '#shared/wiki/schema.ts'

/**
 * A post stands in no more: each of its tags with their earlier addresses, its authors, its marks
 * of karma and a few others.
 */
const maxFeeds = tagVoteFigures.maxRels * (1 + tagVoteFigures.oldSlugs) + 200

/**
 * Brings a post's listings in line with the post and its tally; writes only what differs, so that
 * deriving twice changes nothing.
 * @returns by how much the number of public posts of its author changed: -1, 0 or 1.
 */
export async function updateListings(tx: Transaction, post: Post, now: number): Promise<number> {
  const existing = await tx.list(
    defineQuery({ table: listings, index: ['postId'], equals: [post.id], order: 'ascending', limit: maxFeeds }),
  )
  const rels = await tx.list(relsOf(post.id))
  const wanted = listingsOfPost(post, await tx.get(tallies, post.id), now, tagsShown(post, rels))
  const wantedIds = new Set(wanted.map((listing) => listing.id))
  for (const listing of existing) if (!wantedIds.has(listing.id)) await tx.delete(listings, listing.id)
  const karmaStatsById = new Map(existing.map((listing) => [listing.id, listing]))
  for (const listing of wanted) {
    const known = karmaStatsById.get(listing.id)
    const next = { ...listing, adjustedScore: known && known.baseScore === listing.baseScore ? known.adjustedScore : listing.adjustedScore }
    if (known === undefined || !sameOrder(known, next)) await tx.put(listings, next)
  }
  if (wanted.length > 0 !== existing.length > 0) await hideInSequences(tx, post)
  for (const { tagId, tag } of rels) {
    const id = `${feedOfTag(tag.slug)}:${post.id}`
    if (wantedIds.has(id) !== karmaStatsById.has(id)) await countPosts(tx, tagId, tag.slug)
  }
  await updateRelated(tx, post)
  await relistEvent(tx, post)
  // Kept out of the lists it is still one of its author's.
  const own = `author:${post.authorId}:${post.id}`
  return Number(wantedIds.has(own)) - Number(karmaStatsById.has(own))
}

/** How many posts a tag is applied to. */
export async function countPosts(tx: Transaction, tagId: string, slug: string): Promise<void> {
  const tag = await tx.get(tags, tagId)
  const query = defineQuery({ table: listings, index: ['feed', 'at'], equals: [feedOfTag(slug)], order: 'ascending', limit: 1 })
  const postCount = await tx.count(query)
  if (tag !== undefined && tag.postCount !== postCount) await tx.put(tags, { ...tag, postCount })
}

/** A question stands under the one it was asked under as long as both are what they were. */
async function updateRelated(tx: Transaction, post: Post): Promise<void> {
  if (post.parentQuestionId === undefined) return
  const [known, wanted] = [await tx.get(relatedQuestions, post.id), relatedAs(post)]
  if (wanted === null) return known === undefined ? undefined : tx.delete(relatedQuestions, post.id)
  if (known?.at !== wanted.at) await tx.put(relatedQuestions, wanted)
}

function sameOrder(a: Listing, b: Listing): boolean {
  return (
    a.score === b.score &&
    a.baseScore === b.baseScore &&
    a.at === b.at &&
    a.lastCommentedAt === b.lastCommentedAt &&
    a.adjustedScore === b.adjustedScore &&
    a.relevance === b.relevance
  )
}
