import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Member } from '../accounts/schema.ts'
import type { Comment } from '../comments/schema.ts'
import type { Conversation, Message } from '../messages/schema.ts'
import type { Post } from '../posts/schema.ts'
import type { ReportTarget } from './schema.ts'
import { canSeeMember } from '../accounts/rules.ts'
import { canReadComment } from '../comments/rules.ts'
import { canReadConversation } from '../messages/rules.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { canReadPost } from '../posts/rules.ts'

export interface Reported {
  readonly kind: ReportTarget
  readonly post?: Post
  readonly comment?: Comment
  readonly member?: Member
  readonly message?: Message
  /** Of the message; the staff have none of it. */
  readonly conversation?: Conversation
}

/** Who wrote the reported thing; of a wiki page, who began it. */
export const authorOf = ({ post, comment, member, message }: Reported): string =>
  message?.userId ?? comment?.authorId ?? post?.authorId ?? member?.id ?? ''

/**
 * Members report what they can read and did not write. @param reported `undefined` where a device
 * has not met it: the server looks again.
 */
export function canReport(viewer: Viewer, reported: Reported | undefined): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (reported === undefined) return allow
  const { post, comment, member, message, conversation } = reported
  if (message !== undefined) {
    if (conversation === undefined || !canReadConversation(viewer, conversation).allowed) return deny('not-found')
    // That somebody came or left is nobody's words.
    if (message.body === null) return deny('not-found')
  }
  if (member !== undefined && !canSeeMember(viewer, member).allowed) return deny('not-found')
  if (post !== undefined) {
    const readable = comment === undefined ? canReadPost(viewer, post) : canReadComment(viewer, comment, post)
    if (!readable.allowed) return readable
    if (comment !== undefined && comment.removedBy !== null) return deny('comment-is-removed')
  }
  return isSelf(viewer, authorOf(reported)) ? deny('own-content') : allow
}

/** Moderators and administrators read all reports and close them. */
export function canHandleReports(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isStaff(viewer) ? allow : deny('staff-only')
}
