import { defineDomain, mutationsIn, readPolicy } from '../kernel/domain.ts'
import * as mutations from './mutations.ts'
import { canReadSeasonalSums } from './rules.ts'
import { seasonalEvents, seasonalTallies } from './schema.ts'

export const seasonalEventsOnServer = defineDomain({
  tables: [seasonalTallies],
  mutations: mutationsIn(mutations),
  policies: [
    readPolicy(seasonalTallies, async (tally, viewer, read) => {
      const poll = await read.get(seasonalEvents, tally.id)
      return poll !== undefined && canReadSeasonalSums(viewer, poll) ? tally : undefined
    }),
  ],
})
