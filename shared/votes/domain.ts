import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { readVoteWarning, setVote } from './mutations.ts'
import { canSeeVotePattern } from './rules.ts'
import { powerGains, tallies, voteEvents, votePatterns, voteWarnings, votes } from './schema.ts'

export const votesDomain = defineDomain({
  tables: [tallies, votes, voteWarnings, voteEvents, votePatterns, powerGains],
  mutations: [setVote, readVoteWarning],
  policies: [readPolicy(votePatterns, (pattern, viewer) => (canSeeVotePattern(viewer, pattern).allowed ? pattern : undefined))],
})
