/**
 * What a purge takes away, kind by kind. The look before it and the purge itself go through the
 * same rows by the same conditions, so that the one says what the other does.
 */
import type { Query } from '../kernel/query.ts'
import type { Row } from '../kernel/table.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Post, Revision } from '../posts/schema.ts'
import { comments } from '../comments/schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { rsvps } from '../events/schema.ts'
import { messages } from '../messages/schema.ts'
import { kindFacts } from '../posts/kinds.ts'
import { posts, revisions } from '../posts/schema.ts'
import { sequences } from '../sequences/schema.ts'
import { votes } from '../votes/schema.ts'
import { isCommon } from '../wiki/access.ts'

export const purgeKinds = ['posts', 'drafts', 'comments', 'sequences', 'votes', 'messages', 'wikiEdits', 'rsvps'] as const
export type PurgeKind = (typeof purgeKinds)[number]

const page = 200
/** Of each kind so many rows are looked through for the look before; a purge has no such end. */
const mostLooked = 10_000

interface Selection<R extends Row> {
  readonly query: Query<R>
  readonly fits: (row: R, read: Read) => boolean | Promise<boolean>
}

const ascending = { order: 'ascending', limit: page } as const

const postsIn = (userId: string, status: 'published' | 'draft'): Selection<Post> => ({
  query: defineQuery({ table: posts, index: ['authorId', 'status', 'createdAt'], equals: [userId, status], ...ascending }),
  // A page of the wiki is everybody's, and where quick takes stand others have answered.
  fits: (post) => !isCommon(post) && !kindFacts(post).hasTakes,
})

async function isWikiEdit({ subjectKind, postId, isDraft, isUncredited }: Revision, read: Read): Promise<boolean> {
  if (subjectKind !== 'post' || isDraft || isUncredited === true) return false
  const post = await read.get(posts, postId)
  return post !== undefined && isCommon(post)
}

/** What is left of each kind: what was taken away no longer fits. */
export const purged = {
  posts: (userId: string) => postsIn(userId, 'published'),
  drafts: (userId: string) => postsIn(userId, 'draft'),
  comments: (userId: string) => ({
    query: defineQuery({ table: comments, index: ['authorId', 'postedAt'], equals: [userId], ...ascending }),
    fits: ({ removedBy }: { readonly removedBy: string | null }) => removedBy === null,
  }),
  sequences: (userId: string) => ({
    query: defineQuery({ table: sequences, index: ['authorId', 'createdAt'], equals: [userId], ...ascending }),
    fits: ({ removedAt }: { readonly removedAt: number | null }) => removedAt === null,
  }),
  votes: (userId: string) => ({
    query: defineQuery({ table: votes, index: ['userId', 'at'], equals: [userId], ...ascending }),
    fits: ({ value }: { readonly value: number }) => value !== 0,
  }),
  messages: (userId: string) => ({
    query: defineQuery({ table: messages, index: ['userId', 'at'], equals: [userId], ...ascending }),
    fits: ({ body }: { readonly body: unknown }) => body !== null,
  }),
  wikiEdits: (userId: string) => ({
    query: defineQuery({ table: revisions, index: ['authorId', 'at'], equals: [userId], ...ascending }),
    fits: isWikiEdit,
  }),
  rsvps: (userId: string) => ({
    query: defineQuery({ table: rsvps, index: ['userId', 'at'], equals: [userId], ...ascending }),
    // What is taken away leaves no row.
    fits: () => true,
  }),
}

/** The first of them, page by page; `hasMore`: it stopped before it had looked at all. */
export async function firstPurged<R extends Row>(
  read: Read,
  { query, fits }: Selection<R>,
  most: number,
  looked = Number.POSITIVE_INFINITY,
): Promise<{ readonly found: readonly R[]; readonly hasMore: boolean }> {
  const found: R[] = []
  for (let offset = 0; found.length < most; offset += page) {
    if (offset >= looked) return { found, hasMore: true }
    const rows = await read.list({ ...query, offset })
    for (const row of rows) if (await fits(row, read)) found.push(row)
    if (rows.length < page) break
  }
  return { found: found.slice(0, most), hasMore: false }
}

export interface PurgePlan {
  readonly counts: Readonly<Record<PurgeKind, number>>
  /** Of these kinds there are more than were looked through. */
  readonly atLeast: readonly PurgeKind[]
  /** Wiki pages whose text stays as it is: somebody brings back an earlier version by hand. */
  readonly pageIds: readonly string[]
}

/** Counts, and writes nothing. */
export async function planPurge(read: Read, userId: string): Promise<PurgePlan> {
  const counts = { posts: 0, drafts: 0, comments: 0, sequences: 0, votes: 0, messages: 0, wikiEdits: 0, rsvps: 0 }
  const atLeast: PurgeKind[] = []
  const count = async <R extends Row>(kind: PurgeKind, selection: Selection<R>): Promise<readonly R[]> => {
    const { found, hasMore } = await firstPurged(read, selection, mostLooked, mostLooked)
    counts[kind] = found.length
    if (hasMore) atLeast.push(kind)
    return found
  }
  await count('posts', purged.posts(userId))
  await count('drafts', purged.drafts(userId))
  await count('comments', purged.comments(userId))
  await count('sequences', purged.sequences(userId))
  await count('votes', purged.votes(userId))
  await count('messages', purged.messages(userId))
  await count('rsvps', purged.rsvps(userId))
  const edits = await count('wikiEdits', purged.wikiEdits(userId))
  return { counts, atLeast, pageIds: [...new Set(edits.map(({ postId }) => postId))] }
}
