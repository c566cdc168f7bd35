import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Member } from '../accounts/schema.ts'
import type { Comment } from '../comments/schema.ts'
import type { Post } from '../posts/schema.ts'
import type { ReportTarget } from './schema.ts'
import { canSeeMember } from '../accounts/rules.ts'
import { canReadComment } from '../comments/rules.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { canReadPost } from '../posts/rules.ts'

export interface Reported {
  readonly kind: ReportTarget
  readonly post?: Post
  readonly comment?: Comment
  readonly member?: Member
}

/** Who wrote the reported thing; of a wiki page, who began it. */
export const authorOf = ({ post, comment, member }: Reported): string => comment?.authorId ?? post?.authorId ?? member?.id ?? ''

/**
 * Members report what they can read and did not write. @param reported `undefined` where a device
 * has not met it: the server looks again.
 */
export function canReport(viewer: Viewer, reported: Reported | undefined): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (reported === undefined) return allow
  const { post, comment, member } = reported
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
