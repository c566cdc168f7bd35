import type { JobPorts } from '../define-server-domain.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { raiseVotePattern } from '#shared/moderation/vote-pattern-mutations.ts'
import { votePatterns } from '#shared/votes/schema.ts'

/** Records of the last day that moderators have not been shown yet. */
export async function raiseVotePatterns({ store, apply }: Pick<JobPorts, 'store' | 'apply'>, now: number): Promise<void> {
  const recent = defineQuery({
    ...{ table: votePatterns, index: ['firstAt'], equals: [], from: now - dayMs, order: 'ascending' },
    limit: 500,
  })
  for (const { id, isRaised } of await store.read((read) => read.list(recent)))
    if (isRaised !== true) await apply({ name: raiseVotePattern.name, args: { id }, userId: null, source: 'server' })
}
