import { formFor } from '#server/http/form-for.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { closeReports, sendReport } from '#shared/content-reports/mutations.ts'
import { links } from '#shared/links.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { reportTriggers } from './triggers.ts'

export const contentReportsOnServer = defineServerDomain({
  forms: [
    formFor(sendReport, { to: () => links.reports(), makes: { what: 'report', alike: ['targetId', 'reason', 'message'] } }),
    formFor(closeReports, { row: 'targetId', to: (_args, form) => safeReturnTo(form.fields['from'], links.reports()) }),
  ],
  triggers: reportTriggers,
})
