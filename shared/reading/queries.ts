import type { Read } from '../kernel/transaction.ts'
import type { Comment } from '../comments/schema.ts'
import type { Post } from '../posts/schema.ts'
import type { Vote } from '../votes/schema.ts'
import type { Bookmark, ReadMark, ReadingPlace } from './schema.ts'
import { comments } from '../comments/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { posts } from '../posts/schema.ts'
import { votes } from '../votes/schema.ts'
import { bookmarks, readingPlaces, readMarks } from './schema.ts'

/** A member's bookmarks and former bookmarks, last toggled first. */
export const bookmarksOf = (userId: string, limit: number) =>
  defineQuery({ table: bookmarks, index: ['userId', 'changedAt'], equals: [userId], order: 'descending', limit })

/** What a member has opened, last first. */
export const readMarksOf = (userId: string, limit: number, offset = 0) =>
  defineQuery({ table: readMarks, index: ['userId', 'readAt'], equals: [userId], order: 'descending', limit, offset })

/** Where a member stopped, last first; what they read to the end included. */
export const readingPlacesOf = (userId: string, limit: number) =>
  defineQuery({ table: readingPlaces, index: ['userId', 'keptAt'], equals: [userId], order: 'descending', limit })

/** A member's votes, last cast first. Votes taken back keep their row. */
export const votesOf = (userId: string, limit: number, offset = 0) =>
  defineQuery({ table: votes, index: ['userId', 'at'], equals: [userId], order: 'descending', limit, offset })

/**
 * What somebody saved, read or voted on: `post` (and `comment`) are absent when they are hidden,
 * removed, or not at hand.
 */
export interface InPlace {
  readonly post: Post | undefined
  readonly comment: Comment | undefined
}

export interface History<Item> {
  readonly items: readonly (Item & InPlace)[]
  readonly hasMore: boolean
}

export async function savedBy(read: Read, userId: string, limit: number): Promise<History<Bookmark>> {
  const kept = await gather(
    (count, offset) => read.list({ ...bookmarksOf(userId, count), offset }),
    limit,
    ({ isSaved }) => isSaved,
  )
  return placed(read, kept, limit, (bookmark) => [bookmark.postId, bookmark.targetKind === 'comment' ? bookmark.targetId : null])
}

export async function readBy(read: Read, userId: string, limit: number): Promise<History<ReadMark>> {
  const kept = await gather(
    (count, offset) => read.list(readMarksOf(userId, count, offset)),
    limit,
    ({ isRead }) => isRead,
  )
  return placed(read, kept, limit, (mark) => [mark.postId, null])
}

/** Where somebody stopped and has not read on to the end. */
export async function begunBy(read: Read, userId: string, limit: number): Promise<History<ReadingPlace>> {
  const kept = await gather(
    (count, offset) => read.list({ ...readingPlacesOf(userId, count), offset }),
    limit,
    ({ isFinished }) => !isFinished,
  )
  return placed(read, kept, limit, (place) => [place.postId, null])
}

/** What stands in a place of its own: votes on versions are in the history of their page. */
type PlacedVote = Vote & { readonly targetKind: 'post' | 'comment' }

/** The vote every author casts on their own work by writing it is left out. */
export async function votedOnBy(read: Read, userId: string, limit: number): Promise<History<PlacedVote>> {
  const kept = await gather(
    (count, offset) => read.list(votesOf(userId, count, offset)),
    limit,
    (vote): vote is PlacedVote =>
      vote.targetKind !== 'revision' && vote.value !== 0 && !(vote.isSelf && vote.axis === 'approval' && vote.value === 1),
  )
  const found = await read.getMany(
    comments,
    kept.filter((vote) => vote.targetKind === 'comment').map((vote) => vote.targetId),
  )
  const postIds = new Map(found.map((comment) => [comment.id, comment.postId]))
  return placed(read, kept, limit, (vote) =>
    vote.targetKind === 'post' ? [vote.targetId, null] : [postIds.get(vote.targetId) ?? '', vote.targetId],
  )
}

const batch = 100
const maxLookedThrough = 2_000

/** One more than `limit` of the rows that fit, if there are so many. */
async function gather<Row, Fitting extends Row = Row>(
  list: (count: number, offset: number) => Promise<readonly Row[]>,
  limit: number,
  fits: ((row: Row) => row is Fitting) | ((row: Row) => boolean),
): Promise<readonly Fitting[]> {
  const kept: Fitting[] = []
  for (let offset = 0; offset < maxLookedThrough && kept.length <= limit; offset += batch) {
    const found = await list(batch, offset)
    kept.push(...found.filter((row): row is Fitting => fits(row)))
    if (found.length < batch) break
  }
  return kept.slice(0, limit + 1)
}

async function placed<Item>(
  read: Read,
  found: readonly Item[],
  limit: number,
  placeOf: (item: Item) => readonly [postId: string, commentId: string | null],
): Promise<History<Item>> {
  const shown = found.slice(0, limit)
  const places = shown.map(placeOf)
  const postIds = [...new Set(places.map(([postId]) => postId))].filter((id) => id !== '')
  const commentIds = places.flatMap(([, commentId]) => commentId ?? [])
  const postsById = new Map((await read.getMany(posts, postIds)).map((post) => [post.id, post]))
  const commentsById = new Map((await read.getMany(comments, commentIds)).map((comment) => [comment.id, comment]))
  return {
    items: shown.map((item, at) => {
      const [postId, commentId] = places[at] ?? ['', null]
      return { ...item, post: postsById.get(postId), comment: commentId === null ? undefined : commentsById.get(commentId) }
    }),
    hasMore: found.length > limit,
  }
}
