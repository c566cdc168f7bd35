/**
 * "Recent discussion" (content.md 6.1): posts and threads of quick takes by their newest comment,
 * each with a few of what was said lately.
 */
import type { Common } from '../kernel/common.ts'
import type { Read } from '../kernel/transaction.ts'
import type { CommentInPlace } from '../comments/queries.ts'
import type { Post } from '../posts/schema.ts'
import { discussionOfAll } from '../comments/queries.ts'
import { kindFacts } from '../posts/kinds.ts'
import { hourMs } from '../kernel/durations.ts'

export const discussionFigures = {
  first: 10,
  step: 20,
  most: 70,
  commentsEach: 4,
  withinMs: 18 * hourMs,
  leastKarma: -4,
  comments: 20,
} as const

export interface Discussed {
  /** Of the post, or of the quick take that the thread began with. */
  readonly id: string
  readonly post: Post
  /** Newest last; at least one. */
  readonly comments: readonly CommentInPlace[]
}

interface Discussion {
  readonly items: readonly Discussed[]
  readonly hasMore: boolean
}

/** So many threads. */
export const recentDiscussion: Common<number, Discussion> = {
  name: 'feed.discussion',
  keyOf: String,
  make: discussionOf,
  bytesOf: ({ items }) => items.reduce((sum, { comments }) => sum + 3_000 + comments.length * 3_000, 0),
}

async function discussionOf(read: Read, limit: number, now: number): Promise<Discussion> {
  const { commentsEach, withinMs, leastKarma } = discussionFigures
  // A hot discussion takes many of the newest comments: those beyond a share of them are not looked
  // for.
  const { rows, hasMore } = await discussionOfAll(read, {
    order: 'latest',
    minKarma: leastKarma,
    limit: limit * discussionFigures.comments,
    now,
  })
  const byThread = new Map<string, CommentInPlace[]>()
  for (const row of rows) {
    // What is said about a wiki page is read there.
    if (kindFacts(row.post).isInWiki || row.post.isOffDiscussion === true) continue
    const id = kindFacts(row.post).hasTakes ? row.comment.rootId : row.post.id
    const said = byThread.get(id)
    if (said === undefined) byThread.set(id, [row])
    else if (said.length < commentsEach && row.comment.postedAt >= now - withinMs) said.push(row)
  }
  const items = [...byThread].flatMap(([id, said]) =>
    said[0] === undefined ? [] : [{ id, post: said[0].post, comments: said.toReversed() }],
  )
  return { items: items.slice(0, limit), hasMore: items.length > limit || hasMore }
}
