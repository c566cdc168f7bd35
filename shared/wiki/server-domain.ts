import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as pageDetailMutations from './detail-mutations.ts'
import * as pageStatusMutations from './page-status-mutations.ts'
import * as proposalMutations from './proposal-mutations.ts'
import * as requirementMutations from './requirement-mutations.ts'
import { setNameLinks } from './name-link-mutations.ts'
import { nameLinks, provenances, tagDecisions, tagFlags, tagRequirements, tagSlugs, wikiEdits } from './schema.ts'
import { moveRels, settleRels } from './tag-vote-mutations.ts'

export const wikiOnServer = defineDomain({
  tables: [tagSlugs, tagFlags, tagRequirements, provenances, wikiEdits, nameLinks, tagDecisions],
  mutations: [
    ...[...mutationsIn(pageDetailMutations), ...mutationsIn(pageStatusMutations), ...mutationsIn(proposalMutations)],
    ...mutationsIn(requirementMutations),
    ...[settleRels, moveRels, setNameLinks],
  ],
})
