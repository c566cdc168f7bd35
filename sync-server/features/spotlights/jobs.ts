import type { JobPorts } from '../define-server-domain.ts'
import { allSpotlights, targetOf } from '#shared/spotlights/queries.ts'
import { hasTurn } from '#shared/spotlights/rules.ts'
import { nextTurn } from '#shared/spotlights/turn.ts'
import { turnSpotlights } from '#shared/spotlights/mutations.ts'

/**
 * Begins the next spotlight's turn once the one before has had its days. Looked for first, so that
 * nothing is written while one lasts.
 */
export async function turnIfDue({ store, apply }: Pick<JobPorts, 'store' | 'apply'>, now: number): Promise<void> {
  const isDue = await store.read(async (read) => {
    const all = await read.list(allSpotlights())
    const mayHave = new Set<string>()
    for (const one of all) if (hasTurn(one, await targetOf(read, one))) mayHave.add(one.id)
    return nextTurn(all, mayHave, now) !== null
  })
  if (isDue) await apply({ name: turnSpotlights.name, args: {}, userId: null, source: 'server' })
}
