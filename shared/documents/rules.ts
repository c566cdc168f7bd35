import type { Post } from '../posts/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { canEditPost, isAuthor } from '../posts/rules.ts'
import { isSelf } from '../kernel/viewer.ts'
import type { Level } from './protocol.ts'
import type { Room } from './rooms.ts'

/**
 * What somebody may do with a document. Only authors and those they let in ever write to one, and nobody else reads it: readers get revisions.
 * `post`: the post the room belongs to; `undefined` when there is none.
 */
export function documentAccess(viewer: Viewer, room: Room, post: Post | undefined): Level {
  if (viewer.kind === 'visitor') return 'none'
  if (room.kind === 'notebook') return isSelf(viewer, room.id) ? 'own' : 'none'
  if (post === undefined || !isAuthor(viewer, post)) return 'none'
  if (!canEditPost(viewer, post).allowed) return 'read'
  return isSelf(viewer, post.authorId) ? 'own' : 'edit'
}
