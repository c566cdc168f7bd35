/** What of a member waits for a moderator before others see it. */
import type { MemberViewer } from '../kernel/viewer.ts'
import { isStaffOrOperator } from '../kernel/viewer.ts'

/** As the operator has set it: of members not yet let in nothing waits, their posts, or all. */
export const reviewModes = ['off', 'posts', 'all'] as const
export type ReviewMode = (typeof reviewModes)[number]

/** `post`: also questions, events and sequences. `comment`: also quick takes. */
export type NewWork = 'post' | 'comment'

/** Moderators look at what they do: nobody has let them in yet. */
export const isNewMember = (author: MemberViewer): boolean => !author.isApproved && !isStaffOrOperator(author)

/** Whether it waits; the one place that decides. */
export function waitsForReview(author: MemberViewer, mode: ReviewMode, what: NewWork): boolean {
  if (!isNewMember(author)) return false
  return mode === 'all' || (mode === 'posts' && what === 'post')
}
