import type { Post } from '../posts/schema.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Book, Chapter, Collection, Sequence } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { isListed } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { isListable } from './listable.ts'
import { books, chapters, collections, sequenceLimits, sequencePosts, sequences } from './schema.ts'

/** In reading order. */
export const chaptersOf = (sequenceId: string) =>
  defineQuery({
    table: chapters,
    index: ['sequenceId', 'number'],
    equals: [sequenceId],
    order: 'ascending',
    limit: sequenceLimits.chapters,
  })

export const postsIn = (sequenceId: string) =>
  defineQuery({
    table: sequencePosts,
    index: ['sequenceId', 'addedAt'],
    equals: [sequenceId],
    order: 'descending',
    limit: sequenceLimits.posts,
  })

/** The sequences that a post was put into, earliest first. */
export const placesOfPost = (postId: string) =>
  defineQuery({ table: sequencePosts, index: ['postId', 'addedAt'], equals: [postId], order: 'ascending', limit: 100 })

/** A member's, drafts and removed ones too, newest first. */
export const sequencesBy = (authorId: string, limit: number = sequenceLimits.sequences) =>
  defineQuery({ table: sequences, index: ['authorId', 'createdAt'], equals: [authorId], order: 'descending', limit })

export const booksOf = (collectionId: string) =>
  defineQuery({ table: books, index: ['collectionId', 'number'], equals: [collectionId], order: 'ascending', limit: sequenceLimits.books })

export const allCollections = () => defineQuery({ table: collections, index: ['createdAt'], equals: [], order: 'ascending', limit: 100 })

export async function collectionBySlug(read: Read, slug: string): Promise<Collection | undefined> {
  const [found] = await read.list(defineQuery({ table: collections, index: ['slug'], equals: [slug], order: 'ascending', limit: 1 }))
  return found
}

export interface ChapterPosts {
  readonly chapter: Chapter
  /** Those the reader may see, and on a device those that are here. */
  readonly posts: readonly Post[]
}

export async function contentsOf(read: Read, sequenceId: string): Promise<readonly ChapterPosts[]> {
  const found = await read.list(chaptersOf(sequenceId))
  const known = await postsById(
    read,
    found.flatMap(({ postIds }) => postIds),
  )
  return found.map((chapter) => ({ chapter, posts: chapter.postIds.flatMap((id) => known.get(id) ?? []) }))
}

/**
 * Asks for each post by itself: the server knows them already, and a device says so where it does
 * not hold one, or not all of it.
 */
export async function requireAllPosts(read: Read, contents: readonly ChapterPosts[]): Promise<void> {
  for (const id of contents.flatMap(({ chapter }) => chapter.postIds)) await read.get(posts, id)
}

/** A post on the way through a sequence. */
export interface Step {
  readonly postId: string
  /** `undefined`: it is not on this device. */
  readonly post: Post | undefined
}

/**
 * What a reader goes through in a sequence: what is published. @param mayLack what is absent may
 * only not be here, and is taken for published.
 */
export async function readingOrder(read: Read, sequenceId: string, mayLack = false): Promise<readonly Step[]> {
  const contents = await contentsOf(read, sequenceId)
  const known = new Map(contents.flatMap((part) => part.posts.map((post) => [post.id, post] as const)))
  const steps = contents.flatMap(({ chapter }) => chapter.postIds.map((postId): Step => ({ postId, post: known.get(postId) })))
  return steps.filter(({ post }) => (post === undefined ? mayLack : isInReading(post)))
}

/** Whether it is read in order with the others. */
export const isInReading = (post: Post): boolean => isListed(post)

async function postsById(read: Read, ids: readonly string[]): Promise<ReadonlyMap<string, Post>> {
  return new Map((await read.getMany(posts, [...new Set(ids)])).map((post) => [post.id, post]))
}

/** A member's on their profile: in their own order, then newest first. */
export async function profileSequences(read: Read, authorId: string): Promise<readonly Sequence[]> {
  const shown = (await read.list(sequencesBy(authorId))).filter((one) => isListable(one) && !one.isHidden && !one.isHiddenFromProfile)
  const rank = ({ profileOrder }: Sequence): number => profileOrder ?? Number.MAX_SAFE_INTEGER
  return shown.toSorted((a, b) => rank(a) - rank(b))
}

export interface SequenceList {
  readonly found: readonly Sequence[]
  readonly hasMore: boolean
}

const step = 100
const maxLookedThrough = 2_000

/** What the staff have chosen, highest order first. */
export function curatedSequences(read: Read, limit: number): Promise<SequenceList> {
  return gather(read, 'curatedOrder', limit, () => true)
}

/** What members made by themselves, newest first: neither chosen nor part of a collection. */
export function communitySequences(read: Read, limit: number): Promise<SequenceList> {
  return gather(read, 'publishedAt', limit, ({ curatedOrder, bookId }) => curatedOrder === null && bookId === null)
}

async function gather(
  read: Read,
  field: 'curatedOrder' | 'publishedAt',
  limit: number,
  fits: (sequence: Sequence) => boolean,
): Promise<SequenceList> {
  const kept: Sequence[] = []
  const query = { table: sequences, index: [field], equals: [], from: lowest, order: 'descending', limit: step } as const
  // A list leaves out what is hidden, and may be empty before the end: where that is, only their
  // number says.
  const end = Math.min(await read.count(defineQuery(query)), maxLookedThrough)
  for (let offset = 0; offset < end && kept.length <= limit; offset += step) {
    const part = await read.list(defineQuery({ ...query, offset }))
    kept.push(...part.filter((one) => isListable(one) && !one.isHidden && fits(one)))
  }
  return { found: kept.slice(0, limit), hasMore: kept.length > limit }
}

/** Below every order and time, above what has none. */
const lowest = -1_000_000

/** Whether a post stands in one of its books, by itself or in a sequence. */
export async function collectionContains(read: Read, collectionId: string, postId: string): Promise<boolean> {
  const found = await read.list(booksOf(collectionId))
  if (found.some((book) => book.postIds.includes(postId))) return true
  const places = await read.list(placesOfPost(postId))
  return found.some(({ sequenceIds }) => places.some(({ sequenceId }) => sequenceIds.includes(sequenceId)))
}

export interface BookParts {
  readonly book: Book
  readonly sequences: readonly Sequence[]
  readonly posts: readonly Post[]
}

export async function booksWithParts(read: Read, collectionId: string): Promise<readonly BookParts[]> {
  const found = await read.list(booksOf(collectionId))
  const [all, direct] = [
    await read.getMany(sequences, [...new Set(found.flatMap(({ sequenceIds }) => sequenceIds))]),
    await postsById(
      read,
      found.flatMap(({ postIds }) => postIds),
    ),
  ]
  const byId = new Map(all.filter(isListable).map((one) => [one.id, one]))
  return found.map((book) => ({
    book,
    sequences: book.sequenceIds.flatMap((id) => byId.get(id) ?? []),
    posts: book.postIds.flatMap((id) => direct.get(id) ?? []).filter(isInReading),
  }))
}
