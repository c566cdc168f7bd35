import type { Comment } from '../comments/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Post } from '../posts/schema.ts'
import type { SubscriptionKind } from './schema.ts'
import { canReadComment } from '../comments/rules.ts'
import { isId } from '../kernel/ids.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { canReadPost } from '../posts/rules.ts'
import { canReadSequence, type SequenceFacts } from '../sequences/rules.ts'

/** What somebody wants to follow, as far as it is known here: a device may not have met it yet. */
export interface FollowTarget {
  readonly post?: Post | undefined
  readonly comment?: Comment | undefined
  readonly sequence?: SequenceFacts | undefined
}

const ofPosts: ReadonlySet<SubscriptionKind> = new Set(['post', 'thread', 'question', 'dialogue'])

/** Where the target of a kind stands: which row has to be there. */
export function targetTable(kind: SubscriptionKind): 'member' | 'post' | 'comment' | 'sequence' | 'word' | 'site' | 'group' {
  if (kind.startsWith('member')) return 'member'
  if (ofPosts.has(kind)) return 'post'
  if (kind === 'comment') return 'comment'
  if (kind === 'sequence') return 'sequence'
  if (kind === 'tag') return 'word'
  return kind === 'curated' ? 'site' : 'group'
}

/** Whether a target may have this id at all. */
export function isTargetId(kind: SubscriptionKind, targetId: string): boolean {
  const table = targetTable(kind)
  if (table === 'site') return targetId === 'site'
  return table === 'word' ? targetId === tagKey(targetId) : isId(targetId)
}

/** Tags are followed however they are written. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase().trim()

/** The id under which a thing is followed. */
export const targetKey = (kind: SubscriptionKind, id: string): string => (targetTable(kind) === 'word' ? tagKey(id) : id)

/**
 * Members may follow whatever they can read; ending it is always open to them, also when the thing
 * is hidden by now.
 */
export function canFollow(viewer: Viewer, { post, comment, sequence }: FollowTarget): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (sequence !== undefined) return canReadSequence(viewer, sequence)
  if (post === undefined) return allow
  return comment === undefined ? canReadPost(viewer, post) : canReadComment(viewer, comment, post)
}
