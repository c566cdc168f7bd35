import type { Read } from '../kernel/transaction.ts'
import type { MemberCard } from '../accounts/queries.ts'
import type { Comment } from './schema.ts'
import type { Tally } from '../votes/schema.ts'
import type { HidesScores, ShownTally } from './scores.ts'
import type { Post } from '../posts/schema.ts'
import { memberCards, unknownMember } from '../accounts/queries.ts'
import { defineQuery } from '../kernel/query.ts'
import { posts } from '../posts/schema.ts'
import { tallies } from '../votes/schema.ts'
import { comments } from './schema.ts'
import { shownTally } from './scores.ts'
import { hourMs } from '../kernel/durations.ts'

/** Comments loaded with a post at once; more come by "load more" (content.md 12.12). */
export const commentsAtOnce = 1_000

/** A post's comments, oldest first. */
export const commentsOfPost = (postId: string, limit = commentsAtOnce) =>
  defineQuery({ table: comments, index: ['postId', 'postedAt'], equals: [postId], order: 'ascending', limit })

/** Quick takes, those first in whose threads something was said last. */
export const quickTakesByActivity = (limit: number) =>
  defineQuery({ table: comments, index: ['activeAt'], equals: [], from: 1, order: 'descending', limit })

/** One member's comments, newest first. */
export const commentsOfMember = (userId: string, limit: number) =>
  defineQuery({ table: comments, index: ['authorId', 'postedAt'], equals: [userId], order: 'descending', limit })

/** Those that a member put first on their own page, newest first. */
const pinnedByMember = (userId: string, limit: number) =>
  defineQuery({
    table: comments,
    index: ['authorId', 'isPinnedOnProfile', 'postedAt'],
    equals: [userId, true],
    order: 'descending',
    limit,
  })

export interface ThreadComment {
  readonly comment: Comment
  readonly author: MemberCard
  readonly tally: ShownTally
}

/** @param under the posts they stand under, where those are at hand. */
export async function withAuthorsAndTallies(
  read: Read,
  rows: readonly Comment[],
  under?: readonly (HidesScores & Pick<Post, 'id'>)[],
): Promise<readonly ThreadComment[]> {
  const cards = await memberCards(
    read,
    rows.map((comment) => comment.authorId),
  )
  const found = await read.getMany(
    tallies,
    rows.map((comment) => comment.id),
  )
  const talliesById = new Map(found.map((tally) => [tally.id, tally]))
  const placed = under ?? (await read.getMany(posts, [...new Set(rows.map((comment) => comment.postId))]))
  const postsById = new Map(placed.map((post) => [post.id, post]))
  return rows.map((comment) => ({
    comment,
    author: cards.get(comment.authorId) ?? unknownMember,
    tally: shownTally(talliesById.get(comment.id) ?? emptyTally('comment', comment.id, comment.postId), postsById.get(comment.postId)),
  }))
}

export interface CommentInPlace extends ThreadComment {
  readonly post: Post
}

/**
 * One member's newest comments, after those they pinned, with the posts they stand under; those
 * under posts the viewer may not see are left out.
 */
export async function recentCommentsOf(read: Read, userId: string, limit: number): Promise<readonly CommentInPlace[]> {
  const listed = [...(await read.list(pinnedByMember(userId, limit))), ...(await read.list(commentsOfMember(userId, limit)))]
  const rows = [...new Map(listed.map((comment) => [comment.id, comment])).values()].filter(stands).slice(0, limit)
  const found = await read.getMany(posts, [...new Set(rows.map((comment) => comment.postId))])
  const postsById = new Map(found.flatMap((post) => (post.isUnlisted === true ? [] : [[post.id, post] as const])))
  const threadRows = await withAuthorsAndTallies(read, rows, found)
  return threadRows.flatMap((row) => {
    const post = postsById.get(row.comment.postId)
    return post === undefined ? [] : [{ ...row, post }]
  })
}

/** How a list of comments from all over the site may be ordered. */
export const discussionOrders = ['latest', 'magic'] as const
export type DiscussionOrder = (typeof discussionOrders)[number]

export interface Discussion {
  readonly order: DiscussionOrder
  /** Comments with a lower score are left out. */
  readonly minKarma: number
  readonly limit: number
  readonly now: number
}

/** How many of the newest comments are looked through before giving up on finding more that fit. */
const lookedThrough = 5_000
const batch = 250

/** Comments of the whole site, newest by date; `hasMore` as far as was looked. */
export const commentsByDate = (limit: number, offset = 0) =>
  defineQuery({ table: comments, index: ['postedAt'], equals: [], order: 'descending', limit, offset })

/** Direct answers to a comment, oldest first. */
export const repliesTo = (commentId: string, limit: number) =>
  defineQuery({ table: comments, index: ['parentId', 'postedAt'], equals: [commentId], order: 'ascending', limit })

/**
 * Comments from all over the site that stand under published posts; removed and rejected ones are
 * left out.
 */
export async function discussionOfAll(
  read: Read,
  { order, minKarma, limit, now }: Discussion,
): Promise<{ readonly rows: readonly CommentInPlace[]; readonly hasMore: boolean }> {
  const fitting: CommentInPlace[] = []
  // "Magic" has to have seen what it puts in order; the latest are there once there are enough.
  const enough = order === 'latest' ? limit + 1 : Math.max(1_000, limit + 1)
  for (let offset = 0; offset < lookedThrough && fitting.length < enough; offset += batch) {
    const found = await read.list(commentsByDate(batch, offset))
    const placed = await inPlace(read, found.filter(stands))
    fitting.push(...placed.filter(({ tally }) => tally.baseScore >= minKarma))
    // Fewer than asked for may only mean that some are not for this reader.
    if (found.length === 0) break
  }
  const magic = ({ comment, tally }: CommentInPlace): number => tally.baseScore / (Math.max(0, now - comment.postedAt) / hourMs + 2) ** 1.15
  if (order === 'magic') fitting.sort((a, b) => magic(b) - magic(a) || b.comment.postedAt - a.comment.postedAt)
  return { rows: fitting.slice(0, limit), hasMore: fitting.length > limit }
}

export interface AnsweredComment extends CommentInPlace {
  /** Direct replies, oldest first. */
  readonly replies: readonly ThreadComment[]
}

/** One member's comments, newest first, each with what answers it directly. */
export async function answeredComments(
  read: Read,
  userId: string,
  limit: number,
): Promise<{ readonly rows: readonly AnsweredComment[]; readonly hasMore: boolean }> {
  const found = await read.list(commentsOfMember(userId, limit + 1))
  const rows = await inPlace(read, found.slice(0, limit).filter(stands))
  const answers = await Promise.all(rows.map(({ comment }) => read.list(repliesTo(comment.id, 50))))
  const replies = await withAuthorsAndTallies(read, answers.flat().filter(stands))
  return {
    rows: rows.map((row) => ({ ...row, replies: replies.filter(({ comment }) => comment.parentId === row.comment.id) })),
    hasMore: found.length > limit,
  }
}

/** What the given comments answer, by id; absent for those at the top and for hidden ones. */
export async function parentsOf(read: Read, rows: readonly ThreadComment[]): Promise<ReadonlyMap<string, ThreadComment>> {
  const ids = [...new Set(rows.flatMap(({ comment }) => (comment.parentId === null ? [] : [comment.parentId])))]
  const parents = await withAuthorsAndTallies(read, await read.getMany(comments, ids))
  return new Map(parents.map((parent) => [parent.comment.id, parent]))
}

/** In lists: what was removed, not accepted, or is said in a dialogue is left out. */
export const stands = (comment: Comment): boolean =>
  comment.removedBy === null && !comment.awaitsReview && comment.rejectedReason === undefined && comment.message === undefined

/** What waits for a moderator stays in the lists of those who may see it. */
const standsInLists = ({ status, rejectedReason, isUnlisted }: Post): boolean =>
  status === 'published' && rejectedReason === null && isUnlisted !== true

/** With the published posts they stand under; the others are left out. */
export async function inPlace(read: Read, rows: readonly Comment[]): Promise<readonly CommentInPlace[]> {
  const found = await read.getMany(posts, [...new Set(rows.map((comment) => comment.postId))])
  const open = new Map(found.filter(standsInLists).map((post) => [post.id, post]))
  const threadRows = await withAuthorsAndTallies(
    read,
    rows.filter((comment) => open.has(comment.postId)),
    found,
  )
  return threadRows.flatMap((row) => {
    const post = open.get(row.comment.postId)
    return post === undefined ? [] : [{ ...row, post }]
  })
}

export function emptyTally(targetKind: Tally['targetKind'], id: string, postId: string): Tally {
  return { id, targetKind, postId, baseScore: 0, approvalVoteCount: 0, agreement: 0, agreementVoteCount: 0, maxBaseScore: 0 }
}

/** Comments in a thread of quick takes shown in a list; the rest is behind its permalink. */
const maxInThread = 200

export interface QuickTakeThread {
  readonly post: Post
  /** The take first, then what answers it, oldest first. */
  readonly comments: readonly ThreadComment[]
}

/** Threads of quick takes by latest activity, whole. */
export async function quickTakeThreads(
  read: Read,
  limit: number,
): Promise<{ readonly threads: readonly QuickTakeThread[]; readonly hasMore: boolean }> {
  const found = await read.list(quickTakesByActivity(limit + 1))
  const roots = await inPlace(read, found.slice(0, limit).filter(stands))
  const below = await belowOf(
    read,
    roots.map(({ comment }) => comment),
  )
  const said = await withAuthorsAndTallies(read, [...below.values()].flat())
  const saidById = new Map(said.map((one) => [one.comment.id, one]))
  const threads = roots.map(({ post, ...root }) => ({
    post,
    comments: [root, ...(below.get(root.comment.id) ?? []).flatMap(({ id }) => saidById.get(id) ?? [])],
  }))
  return { threads, hasMore: found.length > limit }
}

/**
 * So much of a member's place for quick takes is read at once; in a busier one each thread is gone
 * through by itself.
 */
const maxInPlace = 500

/**
 * What answers the given quick takes, oldest first: one question for all that are in one place,
 * since its comments stand there by date.
 */
async function belowOf(read: Read, roots: readonly Comment[]): Promise<ReadonlyMap<string, readonly Comment[]>> {
  const below = new Map<string, readonly Comment[]>()
  for (const [postId, takes] of Map.groupBy(roots, (root) => root.postId)) {
    const since = { ...commentsOfPost(postId, maxInPlace), from: Math.min(...takes.map((take) => take.postedAt)) }
    // What a reader may not see is left out of a list, but not of a count.
    const isWhole = (await read.count(since)) <= maxInPlace
    const found = isWhole ? Map.groupBy(await read.list(since), (comment) => comment.rootId) : null
    for (const take of takes) {
      const answers = found?.get(take.id)?.filter((comment) => comment.id !== take.id)
      below.set(take.id, found === null ? await descendantsOf(read, take) : (answers ?? []).slice(0, maxInThread))
    }
  }
  return below
}

/** Level by level. */
async function descendantsOf(read: Read, root: Comment): Promise<readonly Comment[]> {
  const all: Comment[] = []
  let level: readonly Comment[] = [root]
  while (level.length > 0 && all.length < maxInThread) {
    level = (await Promise.all(level.map(({ id }) => read.list(repliesTo(id, maxInThread))))).flat()
    all.push(...level)
  }
  return all.slice(0, maxInThread)
}
