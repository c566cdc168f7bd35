import type { PageData } from '#shared/pages/page-data.ts'
import type { CommentNode, CommentOrder } from '#shared/comments/tree.ts'
import type { ThreadComment } from '#shared/comments/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { PersonView } from '../people.ts'
import { commentTree, levelsShown, startsFolded } from '#shared/comments/tree.ts'
import { personView } from '../people.ts'
import { trustedAuthors } from '../trusted-authors.ts'
import type { Place } from './thread-view-keys.ts'
import { bodyKey } from './thread-view-keys.ts'

/**
 * One comment as it travels to the page: in the order it is read in, with its level, so that the page needs neither the tree's rules nor
 * parent ids. What does not apply is left out.
 */
export interface CommentView {
  readonly id: string
  /** 1 at the top, at most `levelsShown`. */
  readonly level: number
  /** Index into `ThreadView.people`. */
  readonly by: number
  readonly role?: 'author' | 'moderator'
  readonly at: number
  readonly editedAt?: number
  readonly version: number
  readonly score: number
  readonly voteCount: number
  readonly agreement: number
  readonly agreementCount: number
  readonly removed?: { readonly by: 'author' | 'moderator'; readonly reason: string }
  /** The post's version it was written for, when that was an earlier edition. */
  readonly writtenFor?: string
  readonly startsFolded?: true
  /** All replies below, shown or not. */
  readonly replyCount: number
  /** Ids of replies too deep to be shown here. */
  readonly deeper?: readonly string[]
}

export interface ThreadPerson extends PersonView {
  readonly id: string
}

export interface ThreadView {
  readonly people: readonly ThreadPerson[]
  readonly comments: readonly CommentView[]
}

export interface ThreadPart {
  readonly view: ThreadView
  /** HTML by the keys that `bodyKey` gives. */
  readonly bodies: Readonly<Record<string, string>>
}

/** Lays a discussion out for reading, with the HTML of what is shown. */
export async function threadPart(data: PageData, post: Post, items: readonly ThreadComment[], order: CommentOrder): Promise<ThreadPart> {
  return partOf(
    data,
    post,
    commentTree(items, order, data.now),
    'thread',
    await trustedAuthors(
      data.read,
      items.map((item) => item.comment.authorId),
    ),
  )
}

/** One comment with the replies below it, for the block above the post; `undefined` when it is not among `items`. */
export async function branchPart(
  data: PageData,
  post: Post,
  items: readonly ThreadComment[],
  commentId: string,
): Promise<ThreadPart | undefined> {
  const node = nodeOf(commentTree(items, 'postCommentsTop', data.now), commentId)
  return (
    node &&
    partOf(
      data,
      post,
      [node],
      'permalink',
      await trustedAuthors(
        data.read,
        items.map((item) => item.comment.authorId),
      ),
    )
  )
}

function partOf(data: PageData, post: Post, roots: readonly CommentNode[], place: Place, trusted: ReadonlySet<string>): ThreadPart {
  const people: ThreadPerson[] = []
  const indexes = new Map<string, number>()
  const personOf = ({ comment, author }: ThreadComment): number => {
    const known = indexes.get(comment.authorId)
    if (known !== undefined) return known
    indexes.set(comment.authorId, people.length)
    return people.push({ ...personView(author), id: comment.authorId }) - 1
  }
  const comments: CommentView[] = []
  const bodies: Record<string, string> = {}
  const lift = (roots[0]?.depth ?? 1) - 1
  const waiting = roots.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const level = node.depth - lift
    comments.push(commentView(node, post, personOf(node.item), level))
    const { comment } = node.item
    if (comment.removedBy === null) {
      const key = bodyKey(comment.id, place)
      bodies[key] = data.html(comment.body, { idPrefix: `${key}-`, profile: 'comment', trusted: trusted.has(comment.authorId) })
    }
    if (level < levelsShown) for (const reply of node.replies.toReversed()) waiting.push(reply)
  }
  return { view: { people, comments }, bodies }
}

function commentView({ item, replies, descendantCount }: CommentNode, post: Post, by: number, level: number): CommentView {
  const { comment, author, tally } = item
  const isAuthor = comment.authorId === post.authorId || post.coauthorIds.includes(comment.authorId)
  const deeper = level < levelsShown ? [] : idsBelow(replies)
  return {
    id: comment.id,
    level,
    by,
    ...(isAuthor ? { role: 'author' } : author.isModerator ? { role: 'moderator' } : {}),
    at: comment.postedAt,
    ...(comment.editedAt === null ? {} : { editedAt: comment.editedAt }),
    version: comment.bodyVersion,
    score: tally.baseScore,
    voteCount: tally.approvalVoteCount,
    agreement: tally.agreement,
    agreementCount: tally.agreementVoteCount,
    ...(comment.removedBy === null ? {} : { removed: { by: comment.removedBy, reason: comment.removedReason } }),
    ...(major(comment.postVersion) < major(post.version) ? { writtenFor: comment.postVersion } : {}),
    ...(startsFolded(item) ? { startsFolded: true } : {}),
    replyCount: descendantCount,
    ...(deeper.length === 0 ? {} : { deeper }),
  }
}

function nodeOf(roots: readonly CommentNode[], id: string): CommentNode | undefined {
  const waiting = [...roots]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.item.comment.id === id) return node
    waiting.push(...node.replies)
  }
  return undefined
}

function idsBelow(nodes: readonly CommentNode[]): readonly string[] {
  const ids: string[] = []
  const waiting = [...nodes]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    ids.push(node.item.comment.id)
    waiting.push(...node.replies)
  }
  return ids
}

const major = (version: string): number => Number(version.split('.')[0] ?? 0)
