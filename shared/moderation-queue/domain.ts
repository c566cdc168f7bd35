import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as queueMutations from './mutations.ts'
import { moderationTemplates, reviewClaims } from './schema.ts'

export const moderationQueueDomain = defineDomain({
  tables: [moderationTemplates, reviewClaims],
  mutations: [...mutationsIn(queueMutations)],
})
