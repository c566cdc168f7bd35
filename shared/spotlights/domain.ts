import { defineDomain, mutationsIn, readPolicy } from '../kernel/domain.ts'
import * as spotlightMutations from './mutations.ts'
import { targetOf } from './queries.ts'
import { canSeeSpotlight } from './rules.ts'
import { spotlights } from './schema.ts'

export const spotlightsDomain = defineDomain({
  tables: [spotlights],
  mutations: [...mutationsIn(spotlightMutations)],
  policies: [
    readPolicy(spotlights, async (spotlight, viewer, read) =>
      canSeeSpotlight(viewer, spotlight, await targetOf(read, spotlight)) ? spotlight : undefined,
    ),
  ],
})
