import type { CommentMark } from '#shared/comments/mark-mutations.ts'
import { setCommentMark } from '#shared/comments/mark-mutations.ts'
import type { CommentMarks } from './beside.ts'

/** How a mark is shown before the page says it. @param me the name of whoever sets it. */
export function marksShown(mark: CommentMark, me: string): CommentMarks {
  switch (mark.name) {
    case 'retracted':
      return { isRetracted: mark.isOn || null }
    case 'pinned':
      return { pinnedBy: mark.isOn ? me : null }
    case 'onProfile':
      return { isOnProfile: mark.isOn || null }
    case 'offFrontpage':
      return { isOffFrontpage: mark.isOn || null }
    case 'answer':
      return { isAnswer: mark.isOn || null }
    case 'lock':
      return { lockedUntil: mark.until }
    case 'hat':
      return { hat: mark.hat }
    case 'rejected':
      return { isRejected: mark.reason === null ? null : true }
  }
}

/** Of a queued mutation; nothing where it cannot be read. */
export function marksOfMutation(args: unknown, me: string): CommentMarks {
  const parsed = setCommentMark.args.safeParse(args)
  return parsed.success ? marksShown(parsed.data.mark, me) : {}
}
