import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as importMutations from './mutations.ts'
import { accountImports, importSteps } from './schema.ts'

export const importExportDomain = defineDomain({
  tables: [accountImports, importSteps],
  mutations: [...mutationsIn(importMutations)],
})
