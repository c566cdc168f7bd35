import type { Read } from '../kernel/transaction.ts'
import type { SpotlightTarget } from './rules.ts'
import type { Spotlight } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { posts } from '../posts/schema.ts'
import { sequences } from '../sequences/schema.ts'
import { spotlightLimits, spotlights } from './schema.ts'

/** In their order. */
export const allSpotlights = () =>
  defineQuery({ table: spotlights, index: ['number'], equals: [], order: 'ascending', limit: spotlightLimits.spotlights })

/** Those that have had a turn, the one that has it now first. */
export const shownSpotlights = (limit: number) =>
  defineQuery({ table: spotlights, index: ['shownAt'], equals: [], from: 1, order: 'descending', limit })

export async function targetOf(read: Read, { targetKind, targetId }: Pick<Spotlight, 'targetKind' | 'targetId'>): Promise<SpotlightTarget> {
  if (targetKind === 'sequence') {
    const sequence = await read.get(sequences, targetId)
    return sequence === undefined ? null : { kind: 'sequence', sequence }
  }
  const post = await read.get(posts, targetId)
  return post === undefined ? null : { kind: 'post', post }
}
