import { karmaStats, members, type Member } from './schema.ts'
import type { Read } from '../kernel/transaction.ts'
import { defineQuery } from '../kernel/query.ts'
import type { TagChoice } from '../wiki/tag-names.ts'
import { suggestedCount } from './onboarding-schema.ts'

const mostKarma = defineQuery({ table: karmaStats, index: ['karma'], equals: [], order: 'descending', limit: 4 * suggestedCount.members })

/**
 * Members who have written and whom readers thank most; neither the viewer, nor who is banned or
 * has left.
 */
export async function suggestedMembers(read: Read, viewerId: string, now: number): Promise<readonly Member[]> {
  const stats = (await read.list(mostKarma)).filter(({ id, karma, postCount }) => id !== viewerId && karma > 0 && postCount > 0)
  const found = await read.getMany(
    members,
    stats.map(({ id }) => id),
  )
  const isThere = (member: Member): boolean => !member.isDeactivated && (member.bannedUntil === null || member.bannedUntil <= now)
  return found.filter(isThere).slice(0, suggestedCount.members)
}

/** Core tags first, in their order, then those of most posts. */
export function suggestedTags(all: readonly TagChoice[]): readonly TagChoice[] {
  const core = all.filter(({ isCore }) => isCore)
  const others = all.filter(({ isCore, postCount }) => !isCore && postCount > 0).toSorted((a, b) => b.postCount - a.postCount)
  return [...core, ...others].slice(0, suggestedCount.tags)
}
