import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Listing } from '#shared/feed/schema.ts'
import { hideInSequences } from '#server/derived/hide-in-sequences.ts'
import { relatedAs } from '#shared/posts/related-questions.ts'
import { relatedQuestions } from '#shared/posts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { listingsOfPost } from '#shared/feed/listings-of-post.ts'
import { listings } from '#shared/feed/schema.ts'
import { tallies } from '#shared/votes/schema.ts'

/**
 * Brings a post's listings in line with the post and its tally; writes only what differs, so that deriving twice changes nothing.
 * @returns by how much the number of public posts of its author changed: -1, 0 or 1.
 */
export async function deriveListings(tx: Transaction, post: Post, now: number): Promise<number> {
  const standing = await tx.list(defineQuery({ table: listings, index: ['postId'], equals: [post.id], order: 'ascending', limit: 100 }))
  const wanted = listingsOfPost(post, await tx.get(tallies, post.id), now)
  const wantedIds = new Set(wanted.map((listing) => listing.id))
  for (const listing of standing) if (!wantedIds.has(listing.id)) await tx.delete(listings, listing.id)
  const standingById = new Map(standing.map((listing) => [listing.id, listing]))
  for (const listing of wanted) {
    const known = standingById.get(listing.id)
    const next = { ...listing, adjustedScore: known && known.baseScore === listing.baseScore ? known.adjustedScore : listing.adjustedScore }
    if (known === undefined || !sameOrder(known, next)) await tx.put(listings, next)
  }
  if (wanted.length > 0 !== standing.length > 0) await hideInSequences(tx, post)
  await deriveRelated(tx, post)
  // Kept out of the lists it is still one of its author's.
  const own = `author:${post.authorId}:${post.id}`
  return Number(wantedIds.has(own)) - Number(standingById.has(own))
}

/** A question stands under the one it was asked under as long as both are what they were. */
async function deriveRelated(tx: Transaction, post: Post): Promise<void> {
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
    a.adjustedScore === b.adjustedScore
  )
}
