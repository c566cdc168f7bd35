import { synonymsShape } from '#shared/search/schema.ts'
import type { KeepDeps } from '../device/keep-own-drafts.ts'

/** Which search terms mean the same is on each of a member's devices, for its own search. */
export async function keepSynonyms({ live, core, nudge }: Pick<KeepDeps, 'live' | 'core' | 'nudge'>): Promise<void> {
  if (live.holds(synonymsShape)) return
  await core.follow(synonymsShape, 'own')
  nudge()
}
