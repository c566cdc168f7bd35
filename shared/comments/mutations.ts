import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Comment } from './schema.ts'
import type { Post, Revision } from '../posts/schema.ts'
import { members } from '../accounts/schema.ts'
import { withMentions } from '../accounts/typed-mentions.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, line } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { Tags } from '../posts/fields.ts'
import { canRemoveFromThread } from '../moderation/thread-rules.ts'
import { posts, revisions } from '../posts/schema.ts'
import { CommentBody } from '../text/schema.ts'
import { requireFreeId, quickTakesIdOf } from './container.ts'
import { requireCommentPictures, Uploading } from './pictures.ts'
import { canAnswer, canComment, canEditComment, canPostQuickTake, canReadComment, canReply, canRestoreComment } from './rules.ts'
import { comments } from './schema.ts'
import { wordCount } from '../text/measure.ts'
import { kindFacts } from '../posts/kinds.ts'
import { isSameJson } from '../kernel/same.ts'
import { sizesIn, withSizes } from '../pictures/in-text.ts'

/**
 * Adds a comment to a post, a reply to a comment, or an answer to a question. Running it twice with
 * one id leaves one comment.
 */
export const postComment = defineMutation({
  name: 'comments.post',
  runs: 'device',
  args: z.strictObject({
    id: Id,
    postId: Id,
    parentId: z.nullable(Id),
    body: CommentBody,
    isAnswer: z.optional(z.boolean()),
    uploading: Uploading,
  }),
  makes: ({ id }) => id,
  needs: ({ parentId }) => (parentId === null ? [] : [parentId]),
  async run(context, { isAnswer = false, uploading: _uploading, ...args }) {
    const { tx, viewer, now } = context
    signedIn(viewer)
    const post = await getOrThrow(tx, posts, args.postId)
    const parent = args.parentId === null ? null : await getOrThrow(tx, comments, args.parentId)
    if (parent === null) authorize(isAnswer ? canAnswer(viewer, post) : canComment(viewer, post))
    else {
      if (isAnswer) throw new AppError('invalid', { field: 'isAnswer' })
      if (parent.postId !== post.id) throw new AppError('not-found', { field: 'parentId' })
      // A hint of a page's may lack the beginning of the thread: the server has it.
      const root = parent.rootId === parent.id ? parent : ((await tx.get(comments, parent.rootId)) ?? parent)
      authorize(canReply(viewer, post, parent, root, now))
    }
    await addComment(context, post, parent, args, isAnswer ? { isAnswer: true } : {})
  },
})

/**
 * A thought of one's own, in a place that is made with the first: a post in no list, whose id
 * follows from the member's. The device says it (`postId`) so that it knows what to follow from
 * then on.
 */
export const postQuickTake = defineMutation({
  name: 'comments.postQuickTake',
  runs: 'device',
  args: z.strictObject({ id: Id, postId: Id, body: CommentBody, tags: Tags, isOnFrontpage: z.boolean(), uploading: Uploading }),
  makes: ({ id }) => id,
  opens: ({ postId }) => `thread:${postId}`,
  async run(context, { tags, isOnFrontpage, uploading: _uploading, ...args }) {
    const { viewer } = context
    authorize(canPostQuickTake(viewer))
    const author = signedIn(viewer)
    if (args.postId !== quickTakesIdOf(author.userId)) throw new AppError('invalid', { field: 'postId' })
    const post = await quickTakesOf(context, author.userId)
    authorize(canComment(viewer, post))
    await addComment(
      context,
      post,
      null,
      { ...args, parentId: null },
      {
        ...(tags.length > 0 && { tags }),
        ...(!isOnFrontpage && { isOffFrontpage: true }),
      },
    )
  },
})

/**
 * Replaces a comment's body. `bodyVersion` is the one the edit began from: a later one in the store
 * is a conflict, and nothing is overwritten.
 */
export const editComment = defineMutation({
  name: 'comments.edit',
  runs: 'device',
  args: z.strictObject({ id: Id, body: CommentBody, bodyVersion: z.int().check(z.minimum(1)), uploading: Uploading }),
  needs: ({ id }) => [id],
  async run({ tx, viewer, now }, args) {
    signedIn(viewer)
    const comment = await getOrThrow(tx, comments, args.id)
    const post = await getOrThrow(tx, posts, comment.postId)
    authorize(canEditComment(viewer, comment, post))
    // What the server has added to the words before is no edit.
    const body = withSizes(await withMentions(tx, args.body, now), sizesIn(comment.body))
    if (isSameJson(comment.body, body)) return
    requireCommentPictures(viewer, body, comment.body)
    if (comment.bodyVersion !== args.bodyVersion) throw new AppError('conflict', { field: 'bodyVersion' })
    await tx.put(revisions, earlierBody(comment))
    await tx.put(comments, { ...comment, body, bodyVersion: comment.bodyVersion + 1, editedAt: now })
  },
})

/**
 * Leaves a stub in the place of a comment. The text is kept for its author, the staff, and
 * restoring.
 */
export const removeComment = defineMutation({
  name: 'comments.remove',
  runs: 'device',
  args: z.strictObject({ id: Id, reason: line(0, 500) }),
  needs: ({ id }) => [id],
  async run({ tx, viewer, now }, { id, reason }) {
    const remover = signedIn(viewer)
    const comment = await getOrThrow(tx, comments, id)
    const post = await getOrThrow(tx, posts, comment.postId)
    authorize(canRemoveFromThread(viewer, comment, post))
    if (comment.removedBy !== null) return
    const removedBy = remover.userId === comment.authorId ? 'author' : 'moderator'
    await tx.put(comments, { ...comment, removedBy, removedById: remover.userId, removedAt: now, removedReason: reason })
  },
})

export const restoreComment = defineMutation({
  name: 'comments.restore',
  runs: 'device',
  args: z.strictObject({ id: Id }),
  needs: ({ id }) => [id],
  async run({ tx, viewer }, { id }) {
    signedIn(viewer)
    const comment = await getOrThrow(tx, comments, id)
    const post = await getOrThrow(tx, posts, comment.postId)
    authorize(canReadComment(viewer, comment, post))
    if (comment.removedBy === null) return
    authorize(canRestoreComment(viewer, comment, post))
    await tx.put(comments, { ...comment, removedBy: null, removedById: null, removedAt: null, removedReason: '' })
  },
})

/**
 * A new row, once: the same id by the same author is the same comment, by another it is refused.
 */
export async function addComment(
  { tx, viewer, now }: MutationContext,
  post: Post,
  parent: Comment | null,
  args: Pick<Comment, 'id' | 'postId' | 'parentId' | 'body'>,
  more: Partial<Comment>,
): Promise<void> {
  const author = signedIn(viewer)
  const existing = await tx.get(comments, args.id)
  if (existing !== undefined) {
    if (existing.authorId !== author.userId) throw new AppError('not-found')
    return
  }
  await requireFreeId(tx, args.id)
  requireCommentPictures(viewer, args.body)
  const isQuickTake = kindFacts(post).hasTakes && parent === null
  await tx.put(comments, {
    ...args,
    body: await withMentions(tx, args.body, now),
    rootId: parent?.rootId ?? args.id,
    authorId: author.userId,
    bodyVersion: 1,
    postedAt: now,
    editedAt: null,
    postVersion: post.version,
    removedBy: null,
    removedById: null,
    removedAt: null,
    removedReason: '',
    awaitsReview: false,
    isCounted: false,
    replyCount: 0,
    ...(isQuickTake && { isQuickTake, activeAt: now }),
    ...more,
  })
}

/**
 * The post that holds a member's quick takes; made when there is none. On a device that has not got
 * its owner's name, the server's stands later.
 */
async function quickTakesOf({ tx, now }: MutationContext, userId: string): Promise<Post> {
  const id = quickTakesIdOf(userId)
  const existing = await tx.get(posts, id)
  if (existing !== undefined) return existing
  const name = (await tx.get(members, userId))?.displayName ?? ''
  const title = `${withoutPictures(name) || 'Somebody'}’s quick takes`
  const body: Comment['body'] = { type: 'doc', content: [{ type: 'paragraph' }] }
  const post: Post = {
    ...{ id, authorId: userId, coauthorIds: [], title, slug: null, kind: 'post', linkUrl: null, lang: 'en', direction: 'ltr' },
    ...{ status: 'published', createdAt: now, publishedAt: now, editedAt: null, writtenOn: null, revisionId: id, latestRevisionId: id },
    ...{ version: '1.0.0', wordCount: 0, excerpt: '', imageUrl: null, tags: [], submitToFrontpage: false, frontpageAt: null },
    ...{ curatedAt: null, stickyPriority: 0, commentsLocked: false, awaitsReview: false, rejectedReason: null, noIndex: true },
    ...{ commentCount: 0, lastCommentedAt: null, holds: 'quickTakes' },
  }
  await tx.put(revisions, {
    ...{ id, subjectKind: 'post', subjectId: id, postId: id, n: 1, version: '1.0.0', isDraft: false, title, body, wordCount: 0 },
    ...{ authorId: userId, at: now },
  })
  await tx.put(posts, post)
  return post
}

/** A name as it stands in a title: without emoji. */
const withoutPictures = (name: string): string =>
  name
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

/** The state an edit replaces. Its identity is a key, so that a replay writes it once. */
function earlierBody(comment: Comment): Revision {
  return {
    id: `${comment.id}:${comment.bodyVersion}`,
    subjectKind: 'comment',
    subjectId: comment.id,
    postId: comment.postId,
    n: comment.bodyVersion,
    version: `1.${comment.bodyVersion - 1}.0`,
    // Of what was held back in a dialogue, readers never saw it, and never will.
    isDraft: comment.message === 'held',
    title: '',
    body: comment.body,
    wordCount: wordCount(comment.body),
    authorId: comment.authorId,
    at: comment.editedAt ?? comment.postedAt,
  }
}
