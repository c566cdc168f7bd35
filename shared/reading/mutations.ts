import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { comments } from '../comments/schema.ts'
import { canReadComment } from '../comments/rules.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { targetKinds } from '../votes/schema.ts'
import { isReaderSetting } from './rules.ts'
import type { ReadMark } from './schema.ts'
import { bookmarkId, bookmarks, readerSettings, readingPlaceId, readingPlaces, readMarkId, readMarks } from './schema.ts'
import { TextPlace } from './text-place.ts'
import { hourMs } from '../kernel/durations.ts'

/**
 * Puts a post or comment on the reader's list, or takes it off. What has since been hidden can
 * still be taken off.
 */
export const setBookmark = defineMutation({
  name: 'bookmarks.set',
  runs: 'device',
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
    authorize(comment === undefined ? canReadPost(viewer, post) : canReadComment(viewer, comment, post))
    await tx.put(bookmarks, { id, userId: reader.userId, targetKind, targetId, postId: post.id, isSaved, changedAt: now })
  },
})

/**
 * Says how far the reader has read a post. `seenUpTo` only ever grows: a device that was away takes
 * nothing back.
 */
export const setReadMark = defineMutation({
  name: 'readMarks.set',
  runs: 'device',
  isQuiet: true,
  args: z.strictObject({ postId: Id, isRead: z.boolean(), seenUpTo: Time }),
  needs: ({ postId }) => [postId],
  key: ({ postId }) => `read:${postId}`,
  async run({ tx, viewer, now }, { postId, isRead, seenUpTo }) {
    const reader = signedIn(viewer)
    const post = await getOrThrow(tx, posts, postId)
    authorize(canReadPost(viewer, post))
    const id = readMarkId(reader.userId, postId)
    const before = await tx.get(readMarks, id)
    // Nobody has seen what is not written yet: a wrong clock cannot hide tomorrow's comments.
    const seen = Math.max(before?.seenUpTo ?? 0, Math.min(seenUpTo, now))
    const visits = visitsBefore(before, isRead, now)
    const readAt = isRead ? now : (before?.readAt ?? now)
    await tx.put(readMarks, { id, userId: reader.userId, postId, isRead, seenUpTo: seen, readAt, ...(visits.length > 0 && { visits }) })
  },
})

/** Opened again within an hour, it is the same visit. */
const visitMs = hourMs
const maxVisits = 8

/**
 * The visits before this one at `now` (ms since 1970), newest first: `before`, unless it goes on,
 * and those before that.
 */
export function visitsBefore(before: ReadMark | undefined, isRead: boolean, now: number): NonNullable<ReadMark['visits']> {
  if (before === undefined) return []
  const { readAt: at, seenUpTo, visits = [] } = before
  return isRead && now - at > visitMs && seenUpTo > 0 ? [{ at, seenUpTo }, ...visits].slice(0, maxVisits) : visits
}

/**
 * Says where the reader stopped in a post; the last word of any of their devices stands. `at` is
 * when they stopped there, which a device that was away, or a visitor who signs in, says
 * afterwards.
 */
export const setReadingPlace = defineMutation({
  name: 'readingPlaces.set',
  runs: 'device',
  isQuiet: true,
  args: z.strictObject({ postId: Id, place: TextPlace, isFinished: z.boolean(), at: z.optional(Time) }),
  needs: ({ postId }) => [postId],
  key: ({ postId }) => `place:${postId}`,
  async run({ tx, viewer, now }, { postId, place, isFinished, at = now }) {
    const { userId } = signedIn(viewer)
    const post = await getOrThrow(tx, posts, postId)
    authorize(canReadPost(viewer, post))
    const id = readingPlaceId(userId, postId)
    const keptAt = Math.min(at, now)
    const before = await tx.get(readingPlaces, id)
    if (before !== undefined && before.keptAt > keptAt) return
    await tx.put(readingPlaces, { id, userId, postId, place, isFinished, keptAt })
  },
})

/** Sets one of the reader's own settings for all their devices. */
export const setReaderSetting = defineMutation({
  name: 'readerSettings.set',
  runs: 'device',
  isQuiet: true,
  args: z.strictObject({ name: z.string().check(z.maxLength(40)), value: z.string().check(z.maxLength(20)) }),
  key: ({ name }) => `reader:${name}`,
  async run({ tx, viewer, now }, { name, value }) {
    const { userId } = signedIn(viewer)
    if (!isReaderSetting(name, value)) throw new AppError('invalid', { field: 'value' })
    const before = await tx.get(readerSettings, userId)
    if (before?.values[name] === value) return
    await tx.put(readerSettings, { id: userId, values: { ...before?.values, [name]: value }, changedAt: now })
  },
})
