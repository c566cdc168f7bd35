/**
 * Whom a cause concerns, in the order in which the reasons count: whoever is reached for one is not
 * told again for another (the notification's id is the member and the cause). Streams in pieces, so
 * that a member with thousands of followers costs many small reads.
 */
import type { Comment } from '#shared/comments/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { StoreRead } from '#server/store/port.ts'
import type { SubscriptionKind } from '#shared/subscriptions/schema.ts'
import type { NoticeTypeName } from '#shared/notifications/types.ts'
import type { Via } from '#shared/subscriptions/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import { memberBySlug, karmaStatsOf } from '#shared/accounts/queries.ts'
import { mentionedSlugs, mentionLimits } from '#shared/notifications/mentions.ts'
import { followedKey, subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'
import { followersOf } from '#shared/subscriptions/queries.ts'
import { settingsOf } from '#shared/notifications/queries.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import { kindFacts } from '#shared/posts/kinds.ts'

export interface Reached {
  readonly userId: string
  readonly type: NoticeTypeName
  /** `KIND:TARGET`; empty: it is about themselves. */
  readonly because: string
  readonly via: Via | null
}

export interface ReadStore {
  read<T>(work: (read: StoreRead) => Promise<T>): Promise<T>
}

const atOnce = 200

export type Pieces = AsyncGenerator<readonly Reached[]>

export async function* ofComment(
  store: ReadStore,
  comment: Comment,
  parent: Comment | undefined,
  root: Comment | undefined,
  post: Post,
): Pieces {
  const authors = ownersOf(post)
  if (comment.message !== undefined) {
    yield authors.map((userId) => ({ userId, type: 'newDialogueMessages' as const, because: '', via: null }))
    if (comment.message === 'held') return
    yield* mentioned(store, comment.body, comment.authorId)
    yield* followers(store, 'dialogue', post.id, 'newPublishedDialogueMessages')
    yield* followers(store, 'post', post.id, 'newPublishedDialogueMessages')
    return
  }
  const above = [parent, ...(root !== undefined && root.id !== parent?.id ? [root] : [])].filter((one) => one !== undefined)
  for (const { id, authorId } of above) yield* byDefault(store, 'comment', id, [authorId], 'newReplyToYou')
  for (const { id } of above) yield* followers(store, 'comment', id, 'newReply')
  yield* mentioned(store, comment.body, comment.authorId)
  yield* byDefault(store, 'post', post.id, authors, 'newComment')
  yield* followers(store, 'post', post.id, 'newComment')
  if (comment.isQuickTake === true) yield* followers(store, 'memberTakes', comment.authorId, 'newShortform')
  yield* followers(store, 'memberComments', comment.authorId, 'newUserComment')
  yield* followers(store, 'memberAll', comment.authorId, comment.isQuickTake === true ? 'newShortform' : 'newUserComment')
}

interface PostNews {
  readonly body: Doc
  /** Of this version. */
  readonly writerId: string
  /** Keys of those that came to it since it was told of. */
  readonly tags: readonly string[]
  /**
   * It has been told of before, and has changed since: only mentions and tags that came with that
   * are news.
   */
  readonly isNotified: boolean
}

export async function* ofPost(store: ReadStore, post: Post, { body, writerId, tags, isNotified }: PostNews): Pieces {
  yield* mentioned(store, body, writerId)
  if (!isNotified)
    for (const authorId of ownersOf(post)) {
      // Who follows somebody's posts is not notified of their events, nor of what they publish in a
      // group; followers of all that they publish are, and those of the group.
      if (!kindFacts(post).isEvent && post.groupId === undefined) yield* followers(store, 'member', authorId, 'newPost')
      yield* followers(store, 'memberAll', authorId, 'newPost')
    }
  if (!isNotified && kindFacts(post).isAsked && post.parentQuestionId !== undefined)
    yield* followers(store, 'question', post.parentQuestionId, 'newRelatedQuestions')
  for (const tag of new Set(tags)) yield* followers(store, 'tag', tag, 'newTagPosts')
}

export async function* ofCuration(store: ReadStore, post: Post): Pieces {
  yield [post.authorId, ...post.coauthorIds].map((userId) => ({ userId, type: 'yourPostCurated' as const, because: '', via: null }))
  yield* followers(store, 'curated', 'site', 'curatedPost')
}

/** The followers of a thing, oldest account first. */
export async function* followers(store: ReadStore, kind: SubscriptionKind, targetId: string, type: NoticeTypeName): Pieces {
  const followed = followedKey(kind, targetId)
  for (let after = ''; ;) {
    const found = await store.read((read) => read.list(followersOf(followed, after, atOnce)))
    if (found.length > 0) yield found.map(({ userId, via }) => ({ userId, type, because: followed, via }))
    if (found.length < atOnce) return
    after = found.at(-1)?.userId ?? ''
  }
}

/**
 * Whom a thing belongs to hears of it, unless they switched the default off, or wanted nothing of
 * this one. What they chose for the thing counts.
 */
async function* byDefault(
  store: ReadStore,
  kind: 'post' | 'comment',
  targetId: string,
  owners: readonly string[],
  type: NoticeTypeName,
): Pieces {
  yield await store.read(async (read) => {
    const reached: Reached[] = []
    for (const userId of new Set(owners)) {
      const [own, settings] = [await read.get(subscriptions, subscriptionId(userId, kind, targetId)), await settingsOf(read, userId)]
      const isOn = own?.state === 'on' || (own?.state !== 'suppressed' && (kind === 'post' ? settings.ownPosts : settings.ownComments))
      if (isOn) reached.push({ userId, type, because: '', via: own?.state === 'on' ? own.via : null })
    }
    return reached
  })
}

export async function* mentioned(store: ReadStore, body: Doc, authorId: string): Pieces {
  const slugs = mentionedSlugs(body)
  if (slugs.length === 0) return
  yield await store.read(async (read) => {
    if ((await karmaStatsOf(read, authorId)).karma < mentionLimits.minKarma) return []
    const found = await Promise.all(slugs.map((slug) => memberBySlug(read, slug)))
    return found.flatMap((member) =>
      member === undefined ? [] : [{ userId: member.id, type: 'newMention' as const, because: '', via: null }],
    )
  })
}
