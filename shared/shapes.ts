/**
 * What the sync must know of the domains: who may follow a shape, whose faces belong to a row, and
 * which rows hang on another.
 */
import type { Comment } from './comments/schema.ts'
import type { Post, Revision } from './posts/schema.ts'
import type { Query } from './kernel/query.ts'
import type { Row } from './kernel/table.ts'
import type { Read } from './kernel/transaction.ts'
import type { Viewer } from './kernel/viewer.ts'
import { members } from './accounts/schema.ts'
import { comments } from './comments/schema.ts'
import { defineQuery } from './kernel/query.ts'
import { isSelf, isStaff } from './kernel/viewer.ts'
import { accessOf, canReadPost } from './posts/rules.ts'
import { posts, revisions, writings } from './posts/schema.ts'
import type { Notification } from './notifications/schema.ts'
import { notifications } from './notifications/schema.ts'
import type { InlineComment } from './inline-comments/schema.ts'
import { inlineComments } from './inline-comments/schema.ts'
import type { ReactionTally } from './reactions/schema.ts'
import { reactionTallies } from './reactions/schema.ts'
import { canFollowConversation } from './messages/rules.ts'
import { conversationAliases, conversations, shapeOf } from './messages/schema.ts'
import { synonymsShape } from './search/schema.ts'
import { canReadSequence } from './sequences/rules.ts'
import type { Chapter, Sequence, SequencePost } from './sequences/schema.ts'
import { chapters, sequencePosts, sequences } from './sequences/schema.ts'
import type { Contribution, TagChange } from './wiki/schema.ts'
import { contributions, tagChanges } from './wiki/schema.ts'
import { deviceDomains } from './device-domains.ts'
import { deviceTables } from './device-registry.ts'

export type ShapeAccess = 'allowed' | 'gone' | 'not-allowed'

/**
 * `thread:P`, `sequence:S`: whom it is readable by. `me:U`: that member. `draft:P`: whoever has a
 * part in it. `conversation:C`: who takes part. `search:synonyms`: everybody. Hidden and absent are
 * answered alike.
 */
export async function shapeAccess(read: Read, viewer: Viewer, shape: string): Promise<ShapeAccess> {
  if (shape === synonymsShape) return 'allowed'
  const at = shape.indexOf(':')
  const id = shape.slice(at + 1)
  switch (shape.slice(0, at)) {
    case 'thread': {
      const post = await read.get(posts, id)
      return post !== undefined && canReadPost(viewer, post).allowed ? 'allowed' : 'gone'
    }
    case 'draft': {
      const post = await read.get(posts, id)
      return post !== undefined && accessOf(viewer, post) !== 'none' ? 'allowed' : 'not-allowed'
    }
    case 'sequence': {
      const sequence = await read.get(sequences, id)
      return sequence !== undefined && canReadSequence(viewer, sequence).allowed ? 'allowed' : 'gone'
    }
    case 'conversation': {
      // One begun while another was there already has no rows of its own, and is no secret of its
      // beginner's.
      const alias = await read.get(conversationAliases, id)
      if (alias !== undefined) return isSelf(viewer, alias.userId) ? 'allowed' : 'gone'
      const conversation = await read.get(conversations, id)
      return conversation !== undefined && canFollowConversation(viewer, conversation).allowed ? 'allowed' : 'gone'
    }
    case 'me':
      return isSelf(viewer, id) ? 'allowed' : 'not-allowed'
    default:
      return 'not-allowed'
  }
}

/** All that reading depends on beside who one is: when it changes, what a device holds is void. */
export function rightsKey(viewer: Viewer): string {
  if (viewer.kind === 'visitor') return 'visitor'
  return ['member', ...(viewer.isAdmin ? ['admin'] : []), ...viewer.groups.toSorted()].join(' ')
}

/**
 * Read policies show such a viewer the same rows as a visitor, but for rows that `peopleOf` says
 * they have a part in.
 */
export function seesLikeEveryone(viewer: Viewer): boolean {
  return !isStaff(viewer)
}

/** Of the domains that say it in their manifests; the others' are below. */
const facesByTable = new Map(deviceDomains.flatMap(({ faces }) => faces.map(({ table, idsOf }) => [table, idsOf])))

/**
 * The members who have a part in a row: their faces go with it, and they may see more of it than
 * others.
 */
export function peopleOf(kind: string, row: Row): readonly string[] {
  // A kind is the name of the row's own table.
  if (kind === posts.name) {
    const { authorId, coauthorIds, shares = [], organizerIds = [] } = row as Post
    return [authorId, ...coauthorIds, ...shares.map(({ userId }) => userId), ...organizerIds]
  }
  if (kind === comments.name) return [(row as Comment).authorId]
  if (kind === inlineComments.name) return [(row as InlineComment).authorId]
  if (kind === revisions.name) return [(row as Revision).authorId]
  if (kind === reactionTallies.name) return (row as ReactionTally).entries.flatMap((entry) => [...entry.forIds, ...entry.againstIds])
  if (kind === sequences.name) return [(row as Sequence).authorId]
  if (kind === chapters.name || kind === sequencePosts.name) return [(row as Chapter | SequencePost).authorId ?? []].flat()
  if (kind === tagChanges.name) return [(row as TagChange).userId]
  if (kind === contributions.name) return (row as Contribution).entries.map(({ userId }) => userId)
  if (kind === notifications.name) return [(row as Notification).actorId ?? []].flat()
  return facesByTable.get(kind)?.(row) ?? []
}

/**
 * Rows that come and go with this one without changing themselves: the earlier texts of a comment
 * go when it is removed.
 */
export function hangingOn(kind: string, row: Row): Query | null {
  if (kind !== comments.name) return null
  // A kind is the name of the row's own table.
  const { id, bodyVersion } = row as Comment
  if (bodyVersion === 1) return null
  const query = defineQuery({ table: revisions, index: ['subjectId', 'n'], equals: [id], order: 'ascending', limit: 1_000 })
  // A query of one table's rows is a query of rows.
  return query as unknown as Query
}

const conflicting = new Map([
  ['comments.edit', comments.name],
  ['posts.setDetail', writings.name],
])

/** The row that a mutation refused as `conflict` would have changed. */
export function conflictingRow(name: string, args: unknown): { readonly kind: string; readonly id: string } | null {
  const kind = conflicting.get(name)
  if (kind === undefined || typeof args !== 'object' || args === null) return null
  return 'id' in args && typeof args.id === 'string' ? { kind, id: args.id } : null
}

/** The shapes that a row decides who may follow, wherever it stands itself. */
export function decidedBy(kind: string, id: string): readonly string[] {
  if (kind === sequences.name) return [`sequence:${id}`]
  if (kind === conversations.name) return [shapeOf(id)]
  return kind === posts.name ? [`thread:${id}`, `draft:${id}`] : []
}

/** Everything of this file as the sync takes it. */
export const deviceRules = {
  tables: deviceTables,
  access: shapeAccess,
  rightsKey,
  seesLikeEveryone,
  peopleOf,
  hangingOn,
  conflictingRow,
  decidedBy,
  /** Rows of this kind are the faces, and decide what the member of their id may read. */
  memberKind: members.name,
} as const
