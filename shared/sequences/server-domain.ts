import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as collectionMutations from './collection-mutations.ts'
import { moderateSequence, setMainSequence } from './mutations.ts'
import { books, collections } from './schema.ts'

export const sequencesOnServer = defineDomain({
  tables: [collections, books],
  mutations: [...mutationsIn(collectionMutations), moderateSequence, setMainSequence],
})
