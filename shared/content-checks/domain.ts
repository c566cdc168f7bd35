import { defineDomain } from '../kernel/domain.ts'
import { markContent, setContentCheck } from './mutations.ts'
import { contentChecks } from './schema.ts'

export const contentChecksDomain = defineDomain({
  tables: [contentChecks],
  mutations: [setContentCheck, markContent],
})
