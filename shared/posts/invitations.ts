/** What mutations write down about invitations. */
import type { MutationContext } from '../kernel/mutation.ts'
import type { InvitationContext } from './invitation-rules.ts'
import type { Invitation } from './invitation-schema.ts'
import type { Post } from './schema.ts'
import { signedIn } from '../kernel/mutation.ts'
import { invitationLimits } from './invitation-rules.ts'
import { invitationId, invitations, invitationsBy } from './invitation-schema.ts'

/** What the rules ask about the viewer's invitations. */
export async function invitationContext({ tx, viewer, now }: MutationContext): Promise<InvitationContext> {
  return { made: await tx.list(invitationsBy(signedIn(viewer).userId, now - invitationLimits.countedMs)), now }
}

export async function noteInvitation(
  { tx, viewer, now }: MutationContext,
  post: Post,
  userId: string,
  to: Invitation['to'],
): Promise<void> {
  const id = invitationId(post.id, userId)
  const ids = { id, inviterId: signedIn(viewer).userId, postId: post.id, userId }
  await tx.put(invitations, { ...ids, to, at: now, answer: null, answeredAt: null })
}

/**
 * Also of somebody who was a co-author before members were asked: they are not asked again right
 * after they have left.
 */
export async function noteAnswer({ tx, now }: MutationContext, post: Post, userId: string, answer: 'accepted' | 'declined'): Promise<void> {
  const id = invitationId(post.id, userId)
  const before = await tx.get(invitations, id)
  if (before?.answer === answer) return
  const beginning = { id, inviterId: post.authorId, postId: post.id, userId, to: 'coauthor' as const, at: 0 }
  await tx.put(invitations, { ...(before ?? beginning), answer, answeredAt: now })
}
