import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as curationMutations from './mutations.ts'
import { curationCandidates, curationNotices } from './schema.ts'

export const curationDomain = defineDomain({
  tables: [curationNotices, curationCandidates],
  mutations: [...mutationsIn(curationMutations)],
})
