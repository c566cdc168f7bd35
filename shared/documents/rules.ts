import type { Post } from '../posts/schema.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { deny } from '../kernel/verdict.ts'
import { accessOf, canEditPost, isWriting } from '../posts/rules.ts'
import { isSelf } from '../kernel/viewer.ts'
import type { Level } from './protocol.ts'
import type { Room } from './rooms.ts'

/**
 * What somebody may do with a document. Only authors and those they let in write to one, or read
 * it: readers get revisions. `comment` is `read` here, with the right to leave inline comments,
 * which are records. `post`: the post the room belongs to; `undefined` when there is none.
 */
export function documentAccess(viewer: Viewer, room: Room, post: Post | undefined): Level {
  if (viewer.kind === 'visitor') return 'none'
  if (room.kind === 'notebook') return isSelf(viewer, room.id) ? 'own' : 'none'
  if (post === undefined) return 'none'
  const level = accessOf(viewer, post)
  return isWriting(level) && !canEditPost(viewer, post).allowed ? 'read' : level
}

/**
 * Bringing a text into a post's document that was written without it, by a mutation that keeps it
 * as a revision: whoever may change the post. So the staff may, whom the document itself does not
 * let in: else the next author in the editor would publish the older text over theirs.
 */
export function canRewriteDocument(viewer: Viewer, post: Post | undefined): Verdict {
  return post === undefined ? deny('not-found') : canEditPost(viewer, post)
}
