import { defineDomain } from '../kernel/domain.ts'
import { putBookSet, removeBookSet } from './mutations.ts'
import { bookSets } from './schema.ts'

export const booksDomain = defineDomain({
  tables: [bookSets],
  mutations: [putBookSet, removeBookSet],
})
