import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as altAccountMutations from './mutations.ts'
import { altAccountLooks, signInTraces, traceKeys } from './schema.ts'

export const altAccountsDomain = defineDomain({
  tables: [signInTraces, traceKeys, altAccountLooks],
  mutations: [...mutationsIn(altAccountMutations)],
})
