import type { Report, ReportReason } from '#shared/content-reports/schema.ts'

/** Reasons as the form offers them. */
export const reportReasonWords: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or advertising',
  abuse: 'Harassment or personal attack',
  privacy: 'Someone’s private information',
  picture: 'A picture in it',
  norms: 'Breaks the community’s norms',
  other: 'Something else',
}

/** What became of a report, to its reporter. */
export const reportStateWords: Readonly<Record<Report['state'], string>> = {
  open: 'Waiting for a moderator',
  acted: 'Resolved',
  dismissed: 'Reviewed, no action needed',
}
