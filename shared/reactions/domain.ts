import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { setReaction } from './mutations.ts'
import { canSeeReactions } from './queries.ts'
import { reactionTallies, reactions } from './schema.ts'

export const reactionsDomain = defineDomain({
  tables: [reactions, reactionTallies],
  mutations: [setReaction],
  policies: [
    readPolicy(reactionTallies, async (tally, viewer, read) => ((await canSeeReactions(read, viewer, tally)) ? tally : undefined)),
  ],
})
