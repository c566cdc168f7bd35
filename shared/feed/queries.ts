import type { Read } from '../kernel/transaction.ts'
import type { MemberCard } from '../accounts/queries.ts'
import type { Post } from '../posts/schema.ts'
import type { Tally } from '../votes/schema.ts'
import type { Listing } from './schema.ts'
import { memberCards, unknownMember } from '../accounts/queries.ts'
import { emptyTally } from '../comments/queries.ts'
import { defineQuery } from '../kernel/query.ts'
import { posts } from '../posts/schema.ts'
import { tallies } from '../votes/schema.ts'
import { listings } from './schema.ts'
import { ownersOf } from '../wiki/access.ts'

/** One line in a list of posts. */
export interface PostRow {
  readonly post: Post
  readonly authors: readonly MemberCard[]
  readonly tally: Tally
}

/** Sort names as in the address. */
export const postSorts = ['magic', 'top', 'topAdjusted', 'recentComments', 'new', 'old'] as const
export type PostSort = (typeof postSorts)[number]

/** And in the list of a tag alone. */
export type TaggedSort = PostSort | 'relevance'

const sortFields = {
  magic: 'score',
  top: 'baseScore',
  topAdjusted: 'adjustedScore',
  recentComments: 'lastCommentedAt',
  new: 'at',
  old: 'at',
} as const satisfies Record<PostSort, keyof Listing>

/** A feed's listings in one order: a walk along one index. */
export const listingsOf = (feed: string, sort: TaggedSort, limit: number, offset = 0) =>
  defineQuery({
    table: listings,
    index: sort === 'relevance' ? ['feed', 'relevance', 'baseScore'] : ['feed', sortFields[sort]],
    equals: [feed],
    order: sort === 'old' ? 'ascending' : 'descending',
    limit,
    offset,
  })

/** A feed's listings of one stretch of time, newest first. */
export const listingsBetween = (feed: string, from: number, until: number, limit: number) =>
  defineQuery({ table: listings, index: ['feed', 'at'], equals: [feed], from, until, order: 'descending', limit })

/** The posts of some listings, in their order; hidden ones are left out. */
export async function postRows(read: Read, found: readonly { readonly postId: string }[]): Promise<readonly PostRow[]> {
  const ids = found.map((listing) => listing.postId)
  return rowsOf(read, await read.getMany(posts, ids))
}

export async function rowsOf(read: Read, found: readonly Post[]): Promise<readonly PostRow[]> {
  const cards = await memberCards(read, found.flatMap(ownersOf))
  const talliesById = new Map(
    (
      await read.getMany(
        tallies,
        found.map((post) => post.id),
      )
    ).map((tally) => [tally.id, tally]),
  )
  return found.map((post) => ({
    post,
    authors: ownersOf(post).map((id) => cards.get(id) ?? unknownMember),
    tally: talliesById.get(post.id) ?? emptyTally('post', post.id, post.id),
  }))
}

/** What keeping them takes, about. */
export const bytesOfRows = (rows: readonly PostRow[]): number => rows.length * 4_000

export interface PostList {
  readonly rows: readonly PostRow[]
  readonly hasMore: boolean
}

/** A feed in one order, `limit` posts from the start: lists grow, they have no numbered pages. */
export async function postList(read: Read, feed: string, sort: TaggedSort, limit: number): Promise<PostList> {
  const found = await read.list(listingsOf(feed, sort, limit + 1))
  return { rows: await postRows(read, found.slice(0, limit)), hasMore: found.length > limit }
}
