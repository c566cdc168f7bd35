import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { ThreadBan } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { ownersOf } from '../wiki/access.ts'
import { threadBanId, threadBans } from './schema.ts'

const most = 500

export const bansUnderPost = (postId: string) =>
  defineQuery({ table: threadBans, index: ['postId', 'at'], equals: [postId], order: 'descending', limit: most })

export const bansByOwner = (ownerId: string) =>
  defineQuery({ table: threadBans, index: ['ownerId', 'at'], equals: [ownerId], order: 'descending', limit: most })

/** What this post's authors have said against the viewer: of this post, and of all of theirs. */
export async function bansAgainst(read: Read, viewer: Viewer, post: Post): Promise<readonly ThreadBan[]> {
  if (viewer.kind === 'visitor') return []
  return read.getMany(
    threadBans,
    [post.id, ...ownersOf(post)].map((place) => threadBanId(place, viewer.userId)),
  )
}
