import type { Read } from '../kernel/transaction.ts'
import type { MemberCard } from '../accounts/queries.ts'
import type { ThreadComment } from '../comments/queries.ts'
import type { ShownTally } from '../comments/scores.ts'
import type { Tally } from '../votes/schema.ts'
import type { Post, Revision, Writing } from './schema.ts'
import { memberCards, unknownMember } from '../accounts/queries.ts'
import { commentsAtOnce, commentsOfPost, emptyTally, withAuthorsAndTallies } from '../comments/queries.ts'
import { comments } from '../comments/schema.ts'
import { shownTally } from '../comments/scores.ts'
import { defineQuery } from '../kernel/query.ts'
import { tallies } from '../votes/schema.ts'
import { authorships, pingbacks, posts, revisions, writings } from './schema.ts'
import type { Mention } from './mentions.ts'
import { mentionsOf } from './mentions.ts'
import type { Related } from './related-questions.ts'
import { relatedTo } from './related-questions.ts'
import { versionNamed } from './version-queries.ts'
import { relsOf } from '../wiki/tag-vote-queries.ts'
import type { PostTag } from '../wiki/tag-vote-rules.ts'
import { tagsShown } from '../wiki/tag-vote-rules.ts'
import { kindFacts } from './kinds.ts'

export interface Thread {
  readonly post: Post
  readonly authors: readonly MemberCard[]
  readonly tally: Tally
  /** What is shown: the public revision, the one asked for, or an author's newest draft. */
  readonly revision: Revision
  /** Oldest first; at most `commentLimit`. */
  readonly comments: readonly ThreadComment[]
  /** There are more comments than were loaded. */
  readonly hasMoreComments: boolean
  /** What links here, best first. */
  readonly mentionedIn: readonly Mention[]
  /** Of a question: what it was asked under, and what was asked under it. */
  readonly related: Related | null
  /** Applied to it, in the order of its chips. */
  readonly tags: readonly PostTag[]
}

export interface ThreadParams {
  readonly postId: string
  /** Version text of an earlier revision. */
  readonly version?: string | undefined
  readonly commentLimit?: number | undefined
}

/**
 * A post with its text and discussion: everything its page shows. `undefined` when absent or hidden
 * from the reader.
 */
export async function thread(read: Read, params: ThreadParams): Promise<Thread | undefined> {
  const post = await read.get(posts, params.postId)
  if (post === undefined) return undefined
  const revision =
    params.version === undefined
      ? await read.get(revisions, post.revisionId ?? post.latestRevisionId)
      : await versionNamed(read, post, params.version)
  if (revision === undefined) return undefined
  const limit = params.commentLimit ?? commentsAtOnce
  const rows = await read.list(commentsOfPost(post.id, limit + 1))
  const ids = [post.authorId, ...post.coauthorIds]
  const cards = await memberCards(read, ids)
  return {
    post,
    authors: ids.map((id) => cards.get(id) ?? unknownMember),
    tally: (await read.get(tallies, post.id)) ?? emptyTally('post', post.id, post.id),
    revision,
    comments: await withAuthorsAndTallies(read, rows.slice(0, limit), [post]),
    hasMoreComments: rows.length > limit,
    mentionedIn: await mentionsOf(read, post.id),
    related: kindFacts(post).isQuestionPage ? await relatedTo(read, post) : null,
    tags: tagsShown(post, await read.list(relsOf(post.id))),
  }
}

/** Of all members, what was published last first. */
export const newestPublished = (limit: number) =>
  defineQuery({ table: posts, index: ['status', 'publishedAt'], equals: ['published'], order: 'descending', limit })

/** A text's revisions the reader may see, newest first. */
export function revisionsOf(read: Read, subjectId: string, limit = 200): Promise<readonly Revision[]> {
  return read.list(defineQuery({ table: revisions, index: ['subjectId', 'n'], equals: [subjectId], order: 'descending', limit }))
}

export const pingbacksFrom = (postId: string) =>
  defineQuery({ table: pingbacks, index: ['fromPostId'], equals: [postId], order: 'ascending', limit: 500 })

export async function postBySlug(read: Read, slug: string): Promise<Post | undefined> {
  const [post] = await read.list(defineQuery({ table: posts, index: ['slug'], equals: [slug], order: 'ascending', limit: 1 }))
  return post
}

/**
 * What is being written about a post; what readers see of it, as long as nobody has changed
 * anything.
 */
export async function writingOf(read: Read, post: Post): Promise<Writing> {
  return (await read.get(writings, post.id)) ?? writingOfPost(post)
}

/** What readers see of it, as what is being written. */
export function writingOfPost(post: Post): Writing {
  const { id, title, kind, linkUrl, lang, tags, writtenOn, submitToFrontpage, sideNotes, createdAt } = post
  const said = { id, title, kind, linkUrl, lang, tags, writtenOn, submitToFrontpage, ...(sideNotes !== undefined && { sideNotes }) }
  return { ...said, changedAt: createdAt }
}

export function authorshipId(userId: string, postId: string): string {
  return `${userId}:${postId}`
}

/** The posts a member may write, newest first. */
export const authorshipsOf = (userId: string, limit = 200) =>
  defineQuery({ table: authorships, index: ['userId', 'since'], equals: [userId], order: 'descending', limit })

export interface Draft {
  readonly post: Post
  readonly writing: Writing
  /** The newest; `undefined` where only the draft itself is at hand. */
  readonly revision: Revision | undefined
}

/**
 * What a member has begun, alone or with others, and nobody reads: last touched first. `removed`:
 * put away, for the bin.
 */
export async function draftsOf(read: Read, userId: string, status: 'draft' | 'removed' = 'draft'): Promise<readonly Draft[]> {
  const mine = await read.list(authorshipsOf(userId))
  const found = await read.getMany(
    posts,
    mine.map(({ postId }) => postId),
  )
  const drafts = found.filter((post) => post.status === status)
  const latest = await read.getMany(
    revisions,
    drafts.map((post) => post.latestRevisionId),
  )
  const revisionsById = new Map(latest.map((revision) => [revision.id, revision]))
  const withWriting = await Promise.all(
    drafts.map(async (post) => ({ post, writing: await writingOf(read, post), revision: revisionsById.get(post.latestRevisionId) })),
  )
  return withWriting.sort((a, b) => touchedAt(b) - touchedAt(a))
}

/** Posts of others, published or not, to which the member was asked to put their name. */
export async function invitedTo(read: Read, userId: string): Promise<readonly Post[]> {
  const asked = (await read.list(authorshipsOf(userId))).filter(({ isInvited }) => isInvited === true)
  const found = await read.getMany(
    posts,
    asked.map(({ postId }) => postId),
  )
  return found.filter(({ status }) => status !== 'removed')
}

export function touchedAt({ post, writing, revision }: Draft): number {
  return Math.max(post.createdAt, writing.changedAt, revision?.at ?? 0)
}

/**
 * What an author goes on editing: the newest revision, published or not, and what is said about it.
 */
export async function editablePost(
  read: Read,
  postId: string,
): Promise<{ readonly post: Post; readonly revision: Revision; readonly writing: Writing } | undefined> {
  const post = await read.get(posts, postId)
  const revision = post && (await read.get(revisions, post.latestRevisionId))
  return post && revision ? { post, revision, writing: await writingOf(read, post) } : undefined
}

/** What a vote may be cast on, with the post it belongs to. */
export async function voteTarget(
  read: Read,
  targetId: string,
): Promise<{ kind: 'post' | 'comment'; post: Post; tally: ShownTally; commentId: string | null } | undefined> {
  const comment = await read.get(comments, targetId)
  const post = await read.get(posts, comment?.postId ?? targetId)
  if (post === undefined) return undefined
  const kind = comment === undefined ? 'post' : 'comment'
  const tally = (await read.get(tallies, targetId)) ?? emptyTally(kind, targetId, post.id)
  return { kind, post, tally: comment === undefined ? tally : shownTally(tally, post), commentId: comment?.id ?? null }
}
