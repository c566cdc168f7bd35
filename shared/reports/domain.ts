import type { Viewer } from '../kernel/viewer.ts'
import { defineDomain, mutationsIn, readPolicy } from '../kernel/domain.ts'
import { canSeeReports } from './rules.ts'
import * as reportMutations from './mutations.ts'
import { errorDays, errorEvents, errorGroups, feedbackMessages, feedbackScreenshots } from './schema.ts'

const forAdmins = <R>(row: R, viewer: Viewer): R | undefined => (canSeeReports(viewer).allowed ? row : undefined)

export const reportsDomain = defineDomain({
  tables: [errorGroups, errorEvents, errorDays, feedbackMessages, feedbackScreenshots],
  mutations: [...mutationsIn(reportMutations)],
  policies: [
    readPolicy(errorGroups, forAdmins),
    readPolicy(errorEvents, forAdmins),
    readPolicy(errorDays, forAdmins),
    readPolicy(feedbackMessages, forAdmins),
  ],
})
