import { defineDomain } from '../kernel/domain.ts'
import { callOffIssue, setNewsletter } from './mutations.ts'
import { newsletterIssues, newsletterReaders, newsletters } from './schema.ts'

export const newslettersDomain = defineDomain({
  tables: [newsletters, newsletterReaders, newsletterIssues],
  mutations: [setNewsletter, callOffIssue],
})
