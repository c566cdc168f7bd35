import { defineDomain, mutationsIn } from '../kernel/domain.ts'
import * as mutations from './mutations.ts'
import { donationGoals, sitePages } from './schema.ts'

export const sitePagesDomain = defineDomain({ tables: [sitePages, donationGoals], mutations: mutationsIn(mutations) })
