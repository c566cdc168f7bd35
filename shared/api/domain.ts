import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as apiMutations from './mutations.ts'
import { apiCalls, apiKeys } from './schema.ts'

export const apiDomain = defineDomain({
  tables: [apiKeys, apiCalls],
  mutations: [...mutationsIn(apiMutations)],
})
