import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { defineQuery } from '../kernel/query.ts'
import { muteId, muteLimits, mutes } from './schema.ts'

/** Whom a member has muted, last muted first. */
export const mutesOf = (userId: string, limit: number = muteLimits.perMember) =>
  defineQuery({ table: mutes, index: ['userId', 'changedAt'], equals: [userId], order: 'descending', limit })

/** The ids of those whom the viewer has muted. */
export async function mutedBy(read: Read, viewer: Viewer): Promise<ReadonlySet<string>> {
  if (viewer.kind === 'visitor') return new Set()
  return new Set((await read.list(mutesOf(viewer.userId))).map(({ mutedId }) => mutedId))
}

/**
 * Whether one member has muted another: to be asked before anything of the other is carried to them
 * (notifications and mails, and whatever is written from one to the other).
 * @param read without read policies
 */
export async function hasMuted(read: Read, userId: string, otherId: string | null): Promise<boolean> {
  return otherId !== null && (await read.get(mutes, muteId(userId, otherId))) !== undefined
}

/** Without those whose doing a muted member's was. */
export const withoutMuted = <One extends { readonly actorId: string | null }>(found: readonly One[], muted: ReadonlySet<string>) =>
  muted.size === 0 ? found : found.filter(({ actorId }) => actorId === null || !muted.has(actorId))
