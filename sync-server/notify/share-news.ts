import type { Invitation } from '#shared/notifications/types.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Share } from '#shared/posts/shares.ts'
import { kindFacts } from '#shared/posts/kinds.ts'

/**
 * What a member is told who was given access by name, or was asked to be a co-author; `text` is
 * what is noted of it.
 */
export function shareNews(post: Post, share: Share) {
  const isAsked = share.isInvited === true && !kindFacts(post).hasMessages
  return isAsked
    ? ({ text: 'coauthor', type: 'addedAsCoauthor', cause: `coauthor:${post.id}`, invitedTo: 'coauthor' } as const)
    : ({ text: 'share', type: 'postSharedWithUser', cause: `share:${post.id}`, invitedTo: invitationOf(share) } as const)
}

function invitationOf({ isInvited, level }: Share): Invitation {
  if (isInvited === true) return 'takePart'
  return level === 'none' ? 'read' : level
}
