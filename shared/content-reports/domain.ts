import { defineDomain, inOutbox, readPolicy } from '../kernel/domain.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { links } from '../links.ts'
import { sendReport } from './mutations.ts'
import { reports } from './schema.ts'

export const contentReportsDomain = defineDomain({
  tables: [reports],
  mutations: [sendReport],
  policies: [
    readPolicy(reports, async (report, viewer) => {
      if (isStaff(viewer)) return report
      // Whose account looked at it is no business of its reporter's.
      return isSelf(viewer, report.reporterId) ? { ...report, closedById: null } : undefined
    }),
  ],
  outboxWords: [inOutbox(sendReport, () => ({ what: 'Report', about: { kind: 'page', href: links.reports() } }))],
})
