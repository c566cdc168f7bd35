import type { Level } from '#shared/documents/protocol.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { ShareLevel } from '#shared/posts/shares.ts'
import type { Face } from './member-named.ts'

/** What a level lets one do, in a choice. */
export const levelNames: Readonly<Record<ShareLevel, string>> = {
  none: 'No access',
  read: 'Can view',
  comment: 'Can comment',
  edit: 'Can edit',
}

/** How the text is open here. `null`: not at all. */
export const modeOf = (level: Level): 'Editing' | 'Commenting' | 'Viewing' | null =>
  level === 'own' || level === 'edit' ? 'Editing' : level === 'comment' ? 'Commenting' : level === 'read' ? 'Viewing' : null

/** What that means, for whoever may not write; `null` for those who may. */
export function modeMeans(level: Level): string | null {
  if (level === 'comment') return 'You can comment but not edit.'
  return level === 'read' ? 'You can view but not edit.' : null
}

export const isShareLevel = (value: string): value is ShareLevel => Object.hasOwn(levelNames, value)

/** Names of those who may change the text besides oneself. */
export function otherWriters(post: Post | null, faces: readonly Face[], me: string): readonly string[] {
  if (post === null) return []
  const editing = (post.shares ?? []).filter(({ level }) => level === 'edit').map(({ userId }) => userId)
  const ids = new Set([post.authorId, ...post.coauthorIds, ...editing])
  ids.delete(me)
  return [...ids].map((id) => faces.find((face) => face.id === id)?.name || 'somebody else')
}

/** Nobody but its author has a part in it, and no link leads to it. */
export function isUnshared({ coauthorIds, shares = [], link }: Pick<Post, 'coauthorIds' | 'shares' | 'link'>): boolean {
  return coauthorIds.length === 0 && shares.every(({ level }) => level === 'none') && (link === undefined || link.level === 'none')
}
