import { defineDomain } from '../kernel/domain.ts'
import { putSitePage, removeSitePage } from './mutations.ts'
import { sitePages } from './schema.ts'

export const sitePagesDomain = defineDomain({
  tables: [sitePages],
  mutations: [putSitePage, removeSitePage],
})
