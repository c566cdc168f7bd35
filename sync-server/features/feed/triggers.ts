import { defineTrigger } from '#server/sync/triggers.ts'
import { updateListings } from '#server/triggers/listings.ts'
import { adjustPeriod, rescore } from '#shared/feed/mutations.ts'
import { listingsBetween } from '#shared/feed/queries.ts'
import { listings } from '#shared/feed/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts } from '#shared/posts/schema.ts'

/** No period holds more; a larger one is adjusted by its newest. */
const maxInPeriod = 10_000

export const feedTriggers = [
  defineTrigger(rescore, async ({ tx, now }, { postIds }) => {
    for (const post of await tx.getMany(posts, postIds)) await updateListings(tx, post, now)
  }),
  defineTrigger(adjustPeriod, async ({ tx }, { from, until }) => {
    const found = await tx.list(listingsBetween('all', from, until, maxInPeriod))
    const mean = Math.max(1, found.reduce((sum, listing) => sum + listing.baseScore, 0) / Math.max(1, found.length))
    for (const { postId } of found) {
      const ofPost = defineQuery({ table: listings, index: ['postId'], equals: [postId], order: 'ascending', limit: 100 })
      for (const listing of await tx.list(ofPost)) {
        const adjustedScore = Math.round((listing.baseScore / mean) * 1_000) / 1_000
        if (adjustedScore !== listing.adjustedScore) await tx.put(listings, { ...listing, adjustedScore })
      }
    }
  }),
]
