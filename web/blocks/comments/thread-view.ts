import type { PageData } from '#shared/pages/page-data.ts'
import type { CommentNode, CommentOrder } from '#shared/comments/tree.ts'
import type { ThreadComment } from '#shared/comments/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { PersonView } from '../people.ts'
import type { MemberCard } from '#shared/accounts/queries.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { reviewConfig } from '#shared/annual-review/config.ts'
import { commentTree, levelsShown, shortenedTo, shortening, startsFolded } from '#shared/comments/tree.ts'
import { hidesScores } from '#shared/comments/scores.ts'
import { plainText, wordCount } from '#shared/text/measure.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { personView } from '../people.ts'
import { trustedAuthors } from '../trusted-authors.ts'
import { tallyView } from '../votes/tally-view.ts'
import type { Place } from './thread-view-keys.ts'
import type { CommentRole } from './review-role.ts'
import { reviewRole } from './review-role.ts'
import { bodyKey } from './thread-view-keys.ts'

/**
 * One comment as it travels to the page: in the order it is read in, with its level, so that the
 * page needs neither the tree's rules nor parent ids. What does not apply is left out.
 */
export interface CommentView {
  readonly id: string
  /** 1 at the top, at most `levelsShown`. */
  readonly level: number
  /** Index into `ThreadView.people`. */
  readonly by: number
  /** What stands beside its author's name. */
  readonly role?: CommentRole
  readonly at: number
  readonly editedAt?: number
  readonly version: number
  readonly score: number
  readonly voteCount: number
  readonly agreement: number
  readonly agreementCount: number
  readonly hasHiddenScore?: true
  readonly removed?: { readonly by: 'author' | 'moderator'; readonly reason: string }
  /** The post's version it was written for, when that was an earlier edition. */
  readonly writtenFor?: string
  readonly startsFolded?: true
  /** How it begins in a long discussion (`shortenedTo`), and how many words a `short` one has. */
  readonly shortened?: 'line' | 'short'
  readonly words?: number
  readonly isAnswer?: true
  readonly isQuickTake?: true
  readonly isOffFrontpage?: true
  readonly tags?: readonly string[]
  readonly isRetracted?: true
  /** The moderator's name. */
  readonly pinnedBy?: string
  readonly isOnProfile?: true
  /** Nobody replies in its thread until then. */
  readonly lockedUntil?: number
  readonly hat?: 'shown' | 'hidden'
  readonly isRejected?: true
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
  /** Scores are hidden here, also of what a device adds to it. */
  readonly hasHiddenScores?: true
}

export interface ThreadPart {
  readonly view: ThreadView
  /** HTML by the keys that `bodyKey` gives. */
  readonly bodies: Readonly<Record<string, string>>
}

export interface ThreadOptions {
  readonly place?: Exclude<Place, 'permalink'>
  /** Comments of the whole discussion, where these are a part of it; 0: nothing is shortened. */
  readonly total?: number
}

/** Lays a discussion out for reading, with the HTML of what is shown. */
export async function threadPart(
  data: PageData,
  post: Post,
  items: readonly ThreadComment[],
  order: CommentOrder,
  { place = 'thread', total = items.length }: ThreadOptions = {},
): Promise<ThreadPart> {
  return partOf({ data, post, place, total, ...(await peopleBehind(data, items)) }, commentTree(items, order, data.now))
}

/**
 * One comment with the replies below it, for the block above the post; `undefined` when it is not
 * among `items`.
 */
export async function branchPart(
  data: PageData,
  post: Post,
  items: readonly ThreadComment[],
  commentId: string,
): Promise<ThreadPart | undefined> {
  const node = nodeOf(commentTree(items, 'postCommentsTop', data.now), commentId)
  return node && partOf({ data, post, place: 'permalink', total: 0, ...(await peopleBehind(data, items)) }, [node])
}

interface Laying {
  readonly data: PageData
  readonly post: Post
  readonly place: Place
  readonly total: number
  readonly trusted: ReadonlySet<string>
  readonly pinners: ReadonlyMap<string, MemberCard>
}

/** Whose links count for search engines, and who pinned what. */
async function peopleBehind({ read }: PageData, items: readonly ThreadComment[]): Promise<Pick<Laying, 'trusted' | 'pinners'>> {
  const pinnerIds = items.flatMap(({ comment: { pinnedById } }) => (pinnedById === undefined ? [] : [pinnedById]))
  return {
    trusted: await trustedAuthors(
      read,
      items.map((item) => item.comment.authorId),
    ),
    pinners: pinnerIds.length === 0 ? new Map() : await memberCards(read, pinnerIds),
  }
}

function partOf(laying: Laying, roots: readonly CommentNode[]): ThreadPart {
  const { data, place, trusted } = laying
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
    comments.push(commentView(node, laying, personOf(node.item), level))
    const { comment } = node.item
    if (comment.removedBy === null) {
      const key = bodyKey(comment.id, place)
      bodies[key] = data.html(comment.body, { idPrefix: `${key}-`, profile: 'comment', trusted: trusted.has(comment.authorId) })
    }
    if (level < levelsShown) for (const reply of node.replies.toReversed()) waiting.push(reply)
  }
  return { view: { people, comments, ...(hidesScores(laying.post) && { hasHiddenScores: true }) }, bodies }
}

function commentView({ item, replies, descendantCount }: CommentNode, laying: Laying, by: number, level: number): CommentView {
  const { post } = laying
  const { comment, tally } = item
  const isAuthor = ownersOf(post).includes(comment.authorId)
  const deeper = level < levelsShown ? [] : idsBelow(replies)
  return {
    id: comment.id,
    level,
    by,
    ...roleView(item, post, isAuthor),
    at: comment.postedAt,
    ...(comment.editedAt === null ? {} : { editedAt: comment.editedAt }),
    version: comment.bodyVersion,
    ...tallyView(tally),
    ...(comment.removedBy === null ? {} : { removed: { by: comment.removedBy, reason: comment.removedReason } }),
    ...(major(comment.postVersion) < major(post.version) ? { writtenFor: comment.postVersion } : {}),
    ...(startsFolded(item) ? { startsFolded: true } : {}),
    ...shortenedView(item, laying),
    ...markView(comment, laying.pinners),
    replyCount: descendantCount,
    ...(deeper.length === 0 ? {} : { deeper }),
  }
}

function roleView({ comment, tally }: ThreadComment, post: Post, isAuthor: boolean): Pick<CommentView, 'role'> {
  const { hat, reviewingForReview: year } = comment
  if (year !== undefined) {
    const review = reviewRole(year, !hidesScores(post) && tally.baseScore >= reviewConfig.highlightedKarma)
    return { role: hat === 'shown' ? `moderator, ${review}` : review }
  }
  return hat === 'shown' ? { role: 'moderator' } : isAuthor ? { role: 'author' } : {}
}

function shortenedView(item: ThreadComment, { data, post, total }: Laying): Pick<CommentView, 'shortened' | 'words'> {
  // Where quick takes stand, nothing is: they are short, and that is why one is there.
  if (total < shortening.from || kindFacts(post).hasTakes) return {}
  const shortened = shortenedTo(item, { total, characters: plainText(item.comment.body).length, now: data.now })
  if (shortened === null) return {}
  return shortened === 'line' ? { shortened } : { shortened, words: wordCount(item.comment.body) }
}

function markView(comment: ThreadComment['comment'], pinners: Laying['pinners']): Partial<CommentView> {
  const { tags, pinnedById, repliesLockedUntil, hat } = comment
  return {
    ...(comment.isAnswer === true && { isAnswer: true }),
    ...(comment.isQuickTake === true && { isQuickTake: true }),
    ...(comment.isOffFrontpage === true && { isOffFrontpage: true }),
    ...(tags !== undefined && { tags }),
    ...(comment.retractedAt !== undefined && { isRetracted: true }),
    ...(pinnedById !== undefined && { pinnedBy: pinners.get(pinnedById)?.name ?? unknownMember.name }),
    ...(comment.isPinnedOnProfile === true && { isOnProfile: true }),
    ...(repliesLockedUntil !== undefined && { lockedUntil: repliesLockedUntil }),
    ...(hat !== undefined && { hat }),
    ...(comment.rejectedReason !== undefined && { isRejected: true }),
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
