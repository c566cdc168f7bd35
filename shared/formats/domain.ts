import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as importMutations from './archive-mutations.ts'
import { accountImports, importSteps } from './archive-schema.ts'

export const formatsDomain = defineDomain({
  tables: [accountImports, importSteps],
  mutations: [...mutationsIn(importMutations)],
})
