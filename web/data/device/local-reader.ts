import type { MemberViewer } from '#shared/kernel/viewer.ts'

/**
 * Whose bookmarks and read marks a visitor's are, in the visitor's database: nobody's id, and never
 * sent.
 */
export const localReader = '0'.repeat(26)

/** A visitor keeps marks by the very mutations that members do. */
export const localViewer: MemberViewer = {
  kind: 'member',
  userId: localReader,
  karma: 0,
  groups: [],
  isAdmin: false,
  postingDisabled: true,
  commentingDisabled: true,
  votingDisabled: true,
  isApproved: false,
  hasConfirmedEmail: false,
}
