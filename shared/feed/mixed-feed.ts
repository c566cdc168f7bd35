/**
 * What `/feed` is made from (content.md 6.5, 12.10): candidates of each source, scored and mixed.
 * Everything read is bounded, whatever the size of the site; what is the same for all readers, and
 * what somebody who is followed has written, is read once for all of them (`CommonParts`). `at` is
 * the moment the feed was begun at: scores are of that moment, so that going on finds the same
 * order.
 */
import type { Common, CommonParts } from '../kernel/common.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { CommentInPlace } from '../comments/queries.ts'
import type { Candidate, FeedSource, Mixed } from './mix.ts'
import type { PostRow } from './queries.ts'
import type { FeedTrace, HiddenItem } from './settings-schema.ts'
import type { Post } from '../posts/schema.ts'
import { commentsOfMember, inPlace, stands } from '../comments/queries.ts'
import { commonOver } from '../kernel/common.ts'
import { mutedBy } from '../mutes/queries.ts'
import { posts } from '../posts/schema.ts'
import { bookmarksOf, readMarksOf, votesOf } from '../reading/queries.ts'
import { subscriptionsOf } from '../subscriptions/queries.ts'
import { freshnessOf, interestOf, mix, scoreOfPost, scoreOfTake, scoreOfThread } from './mix.ts'
import { bytesOfRows, listingsOf, postRows, rowsOf } from './queries.ts'
import { recentDiscussion } from './recent-discussion.ts'
import { recommend, usualRecommend } from './recommend.ts'
import { hiddenBy } from './settings-queries.ts'
import { feedTraces } from './settings-schema.ts'
import { frontTakes } from './takes.ts'
import { kindFacts } from '../posts/kinds.ts'

const bounds = { recommended: 60, discussed: 40, popular: 80, followed: 60, perFollowed: 5, bookmarks: 30, lately: 200 } as const

export type FeedThing =
  | (Candidate & { readonly kind: 'post'; readonly row: PostRow })
  | (Candidate & { readonly kind: 'thread'; readonly post: Post; readonly comments: readonly CommentInPlace[] })
  | (Candidate & { readonly kind: 'take'; readonly said: CommentInPlace })

export interface FeedPart {
  readonly things: readonly (Mixed<FeedThing> | { readonly source: 'following'; readonly item: FeedThing })[]
  readonly hasMore: boolean
  /** Whether the reader follows anybody. */
  readonly hasFollowed: boolean
}

interface Asked {
  readonly tab: 'forYou' | 'following'
  readonly at: number
  readonly limit: number
  readonly common?: CommonParts
}

/** What everybody looks at. */
const popular: Common<null, readonly PostRow[]> = {
  name: 'feed.popular',
  keyOf: () => '',
  make: async (read) => postRows(read, await read.list(listingsOf('frontpage', 'magic', bounds.popular))),
  bytesOf: bytesOfRows,
}

interface Written {
  readonly rows: readonly PostRow[]
  readonly said: readonly CommentInPlace[]
}

/** One member's newest. */
const newestOf: Common<string, Written> = {
  name: 'feed.newestOf',
  keyOf: (userId) => userId,
  async make(read, userId) {
    const rows = await postRows(read, await read.list(listingsOf(`author:${userId}`, 'new', bounds.perFollowed)))
    const said = await read.list(commentsOfMember(userId, bounds.perFollowed))
    return { rows, said: await inPlace(read, said.filter(stands)) }
  },
  bytesOf: ({ rows, said }) => bytesOfRows(rows) + said.length * 6_000,
}

/** What is known of a reader that moves the order. */
interface Known {
  readonly userId: string | null
  readonly followedIds: ReadonlySet<string>
  readonly hidden: readonly HiddenItem[]
  readonly mutedIds: ReadonlySet<string>
  readonly votedIds: ReadonlySet<string>
  readonly readIds: ReadonlySet<string>
  readonly traces: ReadonlyMap<string, FeedTrace['seen'][number]>
}

export async function mixedFeed(read: Read, viewer: Viewer, asked: Asked): Promise<FeedPart> {
  const { tab, at, limit, common = commonOver(read, at) } = asked
  const known = await knownOf(read, viewer, at)
  const hasFollowed = known.followedIds.size > 0
  const followed = await followedThings(common, known, at)
  if (tab === 'following') {
    const newest = wantedOf(followed, known).toSorted((a, b) => timeOf(b) - timeOf(a))
    const shown = newest.slice(0, limit).map((item) => ({ source: 'following', item }) as const)
    return { things: shown, hasMore: newest.length > limit, hasFollowed }
  }
  const sources: Record<FeedSource, readonly FeedThing[]> = {
    recommended: await recommendedThings(read, common, known, at),
    discussion: await discussedThings(common, known, at),
    popular: postThings(await common(popular, null), known, at),
    takes: (await common(frontTakes, { includesAll: false })).map((said) => takeThing(said, known, at)),
    followedComments: followed.filter(({ kind }) => kind !== 'post'),
    followedPosts: followed.filter(({ kind }) => kind === 'post'),
    bookmarks: await savedThings(read, known),
  }
  const wanted = Object.fromEntries(
    Object.entries(sources).map(([name, things]) => [name, wantedOf(things, known).map((thing) => faded(thing, known, at))]),
    // The names are those of the record above.
  ) as unknown as Record<FeedSource, readonly FeedThing[]>
  const mixed = mix(wanted, limit + 1)
  return { things: mixed.slice(0, limit), hasMore: mixed.length > limit, hasFollowed }
}

async function knownOf(read: Read, viewer: Viewer, at: number): Promise<Known> {
  if (viewer.kind === 'visitor') {
    return {
      userId: null,
      followedIds: new Set(),
      hidden: [],
      mutedIds: new Set(),
      votedIds: new Set(),
      readIds: new Set(),
      traces: new Map(),
    }
  }
  const { userId } = viewer
  const follows = (await read.list(subscriptionsOf(userId, 500))).filter(({ kind, state }) => kind.startsWith('member') && state === 'on')
  const votes = await read.list(votesOf(userId, bounds.lately))
  const marks = await read.list(readMarksOf(userId, bounds.lately))
  const seen = (await read.get(feedTraces, userId))?.seen ?? []
  return {
    userId,
    followedIds: new Set(follows.slice(0, bounds.followed).map(({ targetId }) => targetId)),
    hidden: await hiddenBy(read, userId, 'feed'),
    mutedIds: await mutedBy(read, viewer),
    votedIds: new Set(votes.filter(({ value }) => value !== 0).map(({ targetId }) => targetId)),
    readIds: new Set(marks.filter(({ isRead }) => isRead).map(({ postId }) => postId)),
    // What was shown since the feed was begun must not move it.
    traces: new Map(seen.filter((line) => line.at < at).map((line) => [line.itemId, line])),
  }
}

const authorOf = (thing: FeedThing): string =>
  thing.kind === 'post' ? thing.row.post.authorId : thing.kind === 'take' ? thing.said.comment.authorId : thing.post.authorId

export const timeOf = (thing: FeedThing): number =>
  thing.kind === 'post'
    ? (thing.row.post.publishedAt ?? thing.row.post.createdAt)
    : thing.kind === 'take'
      ? thing.said.comment.postedAt
      : (thing.comments.at(-1)?.comment.postedAt ?? 0)

/** Without what their reader does not want, and of threads without what muted members said. */
const wantedOf = (things: readonly FeedThing[], known: Known): readonly FeedThing[] =>
  things.flatMap((thing) => {
    if (isUnwanted(thing, known)) return []
    if (thing.kind !== 'thread' || known.mutedIds.size === 0) return [thing]
    const comments = thing.comments.filter(({ comment }) => !known.mutedIds.has(comment.authorId))
    return comments.length === 0 ? [] : [{ ...thing, comments }]
  })

/** Somebody wanted to see less of it, or has muted its author, or it is their own. */
function isUnwanted(thing: FeedThing, { hidden, mutedIds, userId }: Known): boolean {
  const author = authorOf(thing)
  if (mutedIds.has(author)) return true
  if (thing.kind !== 'thread' && author === userId) return true
  return hidden.some(({ itemId, reason }) => itemId === thing.id || (reason === 'not-this-author' && itemId === author))
}

function faded(thing: FeedThing, { traces }: Known, at: number): FeedThing {
  const trace = traces.get(thing.id)
  if (trace === undefined) return thing
  return { ...thing, score: thing.score * freshnessOf(trace.at, at) * (trace.isViewed ? 0.5 : 1) }
}

function postThings(rows: readonly PostRow[], known: Known, at: number): readonly FeedThing[] {
  return rows
    .filter(({ post }) => !known.readIds.has(post.id))
    .map((row): FeedThing => {
      const isFollowed = known.followedIds.has(row.post.authorId)
      const score = scoreOfPost({ karma: row.tally.baseScore, at: row.post.publishedAt ?? row.post.createdAt, isFollowed }, at)
      return { kind: 'post', id: row.post.id, score, row }
    })
}

function takeThing(said: CommentInPlace, { followedIds }: Known, at: number): FeedThing {
  const { comment, tally } = said
  const score = scoreOfTake({ karma: tally.baseScore, at: comment.postedAt, isFollowed: followedIds.has(comment.authorId) }, at)
  return { kind: 'take', id: comment.id, score, said }
}

async function recommendedThings(read: Read, common: CommonParts, { userId }: Known, at: number): Promise<readonly FeedThing[]> {
  const count = bounds.recommended
  const rows = await recommend(read, { userId, settings: usualRecommend, dismissed: new Set(), now: at, count, common })
  // In the order they were drawn: their age is no matter.
  return rows.map((row, place) => ({ kind: 'post', id: row.post.id, score: rows.length - place, row }))
}

async function discussedThings(common: CommonParts, known: Known, at: number): Promise<readonly FeedThing[]> {
  const { items } = await common(recentDiscussion, bounds.discussed)
  // A quick take that nobody has answered is one of those.
  const threads = items.filter(({ id, comments }) => comments.length > 1 || comments[0]?.comment.id !== id)
  return threads.map(({ id, post, comments }): FeedThing => {
    const interest = interestOf({
      ownComments: comments.filter(({ comment }) => comment.authorId === known.userId).length,
      votes: comments.filter(({ comment }) => known.votedIds.has(comment.id)).length,
      views: Number(known.traces.get(id)?.isExpanded === true),
      hasReadPost: known.readIds.has(post.id),
    })
    const scored = comments.map(({ comment, tally }) => ({
      karma: tally.baseScore,
      at: comment.postedAt,
      isTake: comment.isQuickTake === true,
      isFollowed: known.followedIds.has(comment.authorId),
    }))
    return { kind: 'thread', id, score: scoreOfThread(scored, interest, at), post, comments }
  })
}

async function followedThings(common: CommonParts, known: Known, at: number): Promise<readonly FeedThing[]> {
  const written = await Promise.all([...known.followedIds].map((id) => common(newestOf, id)))
  // A post that several of them wrote together comes once.
  const rows = new Map(written.flatMap((one) => one.rows).map((row) => [row.post.id, row]))
  return [
    ...postThings([...rows.values()], known, at),
    ...written
      .flatMap(({ said }) => said)
      .map((one): FeedThing => {
        if (one.comment.isQuickTake === true) return takeThing(one, known, at)
        const scored = { karma: one.tally.baseScore, at: one.comment.postedAt, isTake: false, isFollowed: true }
        return { kind: 'thread', id: one.comment.id, score: scoreOfThread([scored], 1, at), post: one.post, comments: [one] }
      }),
  ]
}

async function savedThings(read: Read, { userId, readIds }: Known): Promise<readonly FeedThing[]> {
  if (userId === null) return []
  const saved = (await read.list(bookmarksOf(userId, bounds.bookmarks))).filter(
    ({ isSaved, targetKind }) => isSaved && targetKind === 'post',
  )
  const found = await read.getMany(
    posts,
    saved.map(({ targetId }) => targetId),
  )
  // A page of the wiki is no post among posts; it stays on the list of what was saved.
  const open = found.filter((post) => post.status === 'published' && !kindFacts(post).isInWiki && !readIds.has(post.id))
  // The longest on the list first: it is there to be read some day.
  return (await rowsOf(read, open)).map((row, place) => ({ kind: 'post', id: row.post.id, score: place + 1, row }))
}
