/**
 * What the menu of a comment offers beside its words: each only where the rule that the server asks
 * allows it.
 */
import type { CommentMark } from '#shared/comments/mark-mutations.ts'
import type { CommentMarkName } from '#shared/comments/mark-rules.ts'
import { canMarkComment } from '#shared/comments/mark-rules.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { CommentView } from './thread-view.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface MarkItem {
  readonly word: string
  readonly mark: CommentMark
  /** A moderator says why: the page of the comment has the form. */
  readonly asksWhy?: true
}

/** @param authorId of the comment. */
export function markItems(viewer: Viewer, post: Post, comment: CommentView, authorId: string, now: number): readonly MarkItem[] {
  const isTop = comment.level === 1
  const marked = {
    authorId,
    parentId: isTop ? null : comment.id,
    removedBy: comment.removed?.by ?? null,
    isQuickTake: comment.isQuickTake ?? false,
    message: undefined,
  }
  const may = (name: CommentMarkName): boolean => canMarkComment(viewer, marked, post, name).allowed
  const item = (name: CommentMarkName, word: string, mark: CommentMark): readonly MarkItem[] => (may(name) ? [{ word, mark }] : [])
  const { isAnswer, isOffFrontpage, isOnProfile, isRetracted, isRejected, pinnedBy, lockedUntil, hat } = comment
  return [
    ...item('answer', isAnswer === true ? 'Move to comments' : 'Move to answers', { name: 'answer', isOn: isAnswer !== true }),
    ...item('onProfile', isOnProfile === true ? 'Unpin from my profile' : 'Pin to my profile', {
      name: 'onProfile',
      isOn: isOnProfile !== true,
    }),
    ...item('offFrontpage', isOffFrontpage === true ? 'Show on the front page' : 'Remove from the front page', {
      name: 'offFrontpage',
      isOn: isOffFrontpage !== true,
    }),
    ...item('retracted', isRetracted === true ? 'Un-retract' : 'Retract', { name: 'retracted', isOn: isRetracted !== true }),
    ...item('pinned', pinnedBy === undefined ? 'Pin' : 'Unpin', { name: 'pinned', isOn: pinnedBy === undefined }),
    ...(isTop ? lockItems(lockedUntil, now).flatMap(({ word, mark }) => item('lock', word, mark)) : []),
    ...(hat === undefined
      ? [
          ...item('hat', 'Add moderator badge', { name: 'hat', hat: 'shown' }),
          ...item('hat', 'Mark as moderation, without a badge', { name: 'hat', hat: 'hidden' }),
        ]
      : item('hat', 'Remove moderator mark', { name: 'hat', hat: null })),
    ...(isRejected === true
      ? item('rejected', 'Accept', { name: 'rejected', reason: null })
      : may('rejected')
        ? [{ word: 'Reject…', mark: { name: 'rejected', reason: null }, asksWhy: true } as const]
        : []),
  ]
}

function lockItems(lockedUntil: number | undefined, now: number): readonly MarkItem[] {
  if (lockedUntil !== undefined && lockedUntil > now) return [{ word: 'Reopen thread', mark: { name: 'lock', until: null } }]
  return [
    { word: 'Close thread for a day', mark: { name: 'lock', until: now + dayMs } },
    { word: 'Close thread for a week', mark: { name: 'lock', until: now + 7 * dayMs } },
    { word: 'Close thread for a month', mark: { name: 'lock', until: now + 30 * dayMs } },
  ]
}
