import * as z from 'zod/mini'
import { insist } from '../kernel/errors.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { comments } from '../comments/schema.ts'
import { canReadComment } from '../comments/rules.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { targetKinds } from '../votes/schema.ts'
import { bookmarkId, bookmarks, readMarkId, readMarks } from './schema.ts'

/** Puts a post or comment on the reader's list, or takes it off. What has since been hidden can still be taken off. */
export const setBookmark = defineMutation({
  name: 'bookmarks.set',
  args: z.strictObject({ targetKind: z.enum(targetKinds), targetId: Id, isSaved: z.boolean() }),
  needs: ({ targetId }) => [targetId],
  key: ({ targetId }) => `bookmark:${targetId}`,
  async run({ tx, viewer, now }, { targetKind, targetId, isSaved }) {
    const reader = signedIn(viewer)
    const id = bookmarkId(reader.userId, targetId)
    const before = await tx.get(bookmarks, id)
    if ((before?.isSaved ?? false) === isSaved) return
    if (before !== undefined && !isSaved) return tx.put(bookmarks, { ...before, isSaved, changedAt: now })
    const comment = targetKind === 'comment' ? await getOrThrow(tx, comments, targetId) : undefined
    const post = await getOrThrow(tx, posts, comment?.postId ?? targetId)
    insist(comment === undefined ? canReadPost(viewer, post) : canReadComment(viewer, comment, post))
    await tx.put(bookmarks, { id, userId: reader.userId, targetKind, targetId, postId: post.id, isSaved, changedAt: now })
  },
})

/** Says how far the reader has read a post. `seenUpTo` only ever grows: a device that was away takes nothing back. */
export const setReadMark = defineMutation({
  name: 'readMarks.set',
  isQuiet: true,
  args: z.strictObject({ postId: Id, isRead: z.boolean(), seenUpTo: Time }),
  needs: ({ postId }) => [postId],
  key: ({ postId }) => `read:${postId}`,
  async run({ tx, viewer, now }, { postId, isRead, seenUpTo }) {
    const reader = signedIn(viewer)
    const post = await getOrThrow(tx, posts, postId)
    insist(canReadPost(viewer, post))
    const id = readMarkId(reader.userId, postId)
    const before = await tx.get(readMarks, id)
    // Nobody has seen what is not written yet: a wrong clock cannot hide tomorrow's comments.
    const seen = Math.max(before?.seenUpTo ?? 0, Math.min(seenUpTo, now))
    await tx.put(readMarks, { id, userId: reader.userId, postId, isRead, seenUpTo: seen, readAt: isRead ? now : (before?.readAt ?? now) })
  },
})
