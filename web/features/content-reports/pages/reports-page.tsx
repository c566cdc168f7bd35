import { reportReasonWords, reportStateWords } from '../../../blocks/report-words.ts'
import { usePage } from '../../../data/page.ts'
import { useFreshPage } from '../../../data/use-fresh-page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadReports } from '../content-reports.load.ts'

const kindWords = { post: 'A post', comment: 'A comment', member: 'A member', message: 'A message' } as const

/** What a member reported, newest first, and what became of it. */
export default function ReportsPage() {
  const { reports } = usePage<typeof loadReports>()
  const now = useNow()
  useFreshPage('reports')
  return (
    <>
      <h1 className="page-title">Your reports</h1>
      <p className="meta soft">Only you and the moderators see your reports. Moderators’ replies appear here.</p>
      {reports.length === 0 ? (
        <p className="empty">No reports yet. You can report posts, comments, wiki pages, messages and members with “Report”.</p>
      ) : (
        <ul className="plain-list">
          {reports.map((report) => (
            <li key={report.id} className="after-form">
              <p dir="auto">
                {report.view === null ? (
                  `${kindWords[report.targetKind]} you can no longer see`
                ) : (
                  <a href={report.view.href}>{report.view.name}</a>
                )}
              </p>
              <p className="meta soft">
                {reportReasonWords[report.reason]} · <Time at={report.createdAt} now={now} />
              </p>
              {report.message === '' ? null : (
                <p className="bio" dir="auto">
                  {report.message}
                </p>
              )}
              <p className="meta">
                {reportStateWords[report.state]}
                {report.closedAt === null ? null : (
                  <>
                    {' '}
                    · <Time at={report.closedAt} now={now} />
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
