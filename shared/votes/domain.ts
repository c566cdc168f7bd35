import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { readVoteWarning, setVote } from './mutations.ts'
import { canSeeVotePattern } from './rules.ts'
import { tallies, voteEvents, votePatterns, voteWarnings, votes } from './schema.ts'

export const votesDomain = defineDomain({
  tables: [tallies, votes, voteWarnings, voteEvents, votePatterns],
  mutations: [setVote, readVoteWarning],
  policies: [readPolicy(votePatterns, (pattern, viewer) => (canSeeVotePattern(viewer, pattern).allowed ? pattern : undefined))],
})
