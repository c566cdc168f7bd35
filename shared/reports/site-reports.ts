import type { ReportFacts } from '../pages/page-data.ts'
import type { FeedbackRules } from './feedback.ts'
import type { ReportPlace } from './ingest.ts'
import { ownPlace, tunnelPath } from './ingest.ts'

interface Settings {
  readonly reportPlace: ReportPlace | null
  readonly feedback: FeedbackRules
  readonly flags: readonly string[]
}

export function reportFacts({ reportPlace, feedback, flags }: Settings): ReportFacts {
  const place = reportPlace ?? ownPlace
  return { dsn: place.dsn, tunnel: tunnelPath(place), ...feedback, flags }
}

/** Of a site without settings: it keeps its reports itself and asks for nothing but a message. */
export const plainReports: ReportFacts = reportFacts({
  reportPlace: null,
  feedback: { nameRequired: false, emailRequired: false },
  flags: [],
})
