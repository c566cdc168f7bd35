import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { Share } from '../posts/shares.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isInvitedTo } from '../posts/invitation-rules.ts'
import { kindFacts } from '../posts/kinds.ts'

/** Dialogues that one member begins within a day: each asks others for their time. */
export const dialoguesADay = 5

/** Whoever is asked reads what has been said so far, before they say yes or no. */
export const invitation = (userId: string): Share => ({ userId, level: 'read', isByLink: false, isInvited: true })

/** Who was asked by its author. Whoever was not sees no more than that there is none. */
export function canJoinDialogue(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.commentingDisabled) return deny('commenting-disabled')
  const isAsked = kindFacts(post).hasMessages && post.status !== 'removed' && isInvitedTo(viewer, post)
  return isAsked ? allow : deny('not-found')
}
